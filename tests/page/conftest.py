"""What tests in Chromium share: the page, built and served by Python's own server, and the browser."""

import fcntl
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from binairo_tui.page import build
from tests.page.browser import CHROMIUM, Browser, connected, running_chromium
from tests.page.server import address_of, serving


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, built once for all processes that run tests."""
    if not (CHROMIUM and shutil.which("npm") and shutil.which("node")):
        pytest.skip("chromium, npm or node is not installed")
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "page"
    with Path(f"{folder}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "service.js").is_file():
            try:
                with pytest.MonkeyPatch.context() as patch:  # without a network, the tests are skipped soon
                    patch.setenv("npm_config_fetch_retries", "0")
                    patch.setenv("npm_config_fetch_timeout", "30000")
                    build.build(folder)
            except build.BuildError as error:
                if "npm ci" not in str(error):
                    raise
                pytest.skip(f"npm cannot download: {error}")
    return folder


@pytest.fixture(scope="session")
def port(site: Path) -> int:
    """A port for all tests of this process, so that the browser keeps the page as it does between visits."""
    with serving(site) as server:
        return server.server_port


@pytest.fixture
def server(site: Path, port: int) -> Iterator[ThreadingHTTPServer]:
    with serving(site, port=port) as running:
        yield running


@pytest.fixture
def address(server: ThreadingHTTPServer) -> str:
    return address_of(server)


@pytest.fixture(scope="session")
def chromium(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_chromium(tmp_path_factory.mktemp("chromium")) as protocol:
        yield protocol


@pytest.fixture
async def browser(chromium: str, address: str) -> AsyncIterator[Browser]:
    """The browser of all tests of this process, in which the page has no games."""
    async with connected(chromium) as running:
        await running.forget(address)
        yield running
