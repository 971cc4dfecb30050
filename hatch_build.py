"""Build hooks: one compiles `core/` into `binairo_tui/engine/_core.abi3.so`, or `_core.pyd`, if there is a compiler.

Without one, or if compiling fails, the build goes on without the extension: the engine is complete in Python. A text
file in its place says why, for `binairo doctor`. BINAIRO_PURE=1 in the environment leaves the extension out, and with
BINAIRO_REQUIRE_CORE=1, a build without it fails. Nothing is written to the source tree, an editable install apart.

The other prepares README for a package index, where a path within the project leads nowhere. If BINAIRO_ADDRESS in the
environment is the address of the project on GitHub, such paths become addresses of this version; otherwise, their
pictures are left out, and their links become text.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import traceback
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_PLACE = "binairo_tui/engine"
_CORE = f"_core{'.pyd' if sys.platform == 'win32' else '.abi3.so'}"
_REASON = "core_missing.txt"


class CoreBuildHook(BuildHookInterface[Any]):
    """Adds the extension to a wheel, and says in the wheel's tag whether it is there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; hatchling calls this before it collects the files of a wheel."""
        self._folder = tempfile.TemporaryDirectory()
        core, reason = (Path(self._folder.name, name) for name in (_CORE, _REASON))
        missing = _compile(Path(self.root), core)
        if missing:
            self._report(f"The compiled core was not built: {missing}")
            reason.write_text(missing, encoding="utf-8")
        if version == "editable":
            self._put_into_tree(*((reason, core) if missing else (core, reason)))
        elif missing:
            build_data["force_include"][str(reason)] = f"{_PLACE}/{_REASON}"
        else:
            build_data["force_include"][str(core)] = f"{_PLACE}/{_CORE}"
            build_data["pure_python"] = False
            build_data["tag"] = f"cp311-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the temporary files; hatchling calls this when the wheel is complete."""
        self._folder.cleanup()

    def _put_into_tree(self, built: Path, other: Path) -> None:
        """Put the built file into the source tree, where an editable install finds it, and remove the other."""
        place = Path(self.root, _PLACE)
        beside = place / f".{os.getpid()}.{built.name}"  # the core that is there may be in use
        try:
            shutil.copyfile(built, beside)
            beside.replace(place / built.name)
            (place / other.name).unlink(missing_ok=True)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            self._report(f"{built.name} cannot be written to {place}: {error.strerror}")

    def _report(self, problem: str) -> None:
        if _is_set("BINAIRO_REQUIRE_CORE"):
            sys.exit(problem)
        self.app.display_warning(f"{problem}. Without it, the engine runs in Python.")


class ReadmeHook(MetadataHookInterface):
    """Adds README and, if the address of the project is known, its links to the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Change the metadata; hatchling calls this once the version is known."""
        address = os.environ.get("BINAIRO_ADDRESS", "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        if address:
            metadata["urls"] = {
                "Source": address,
                "Changelog": f"{address}/blob/main/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }
        text = readme_elsewhere(text, address, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def readme_elsewhere(text: str, address: str, tag: str) -> str:
    """Return README with no paths of the project: they begin with `address` and name `tag`, or they are left out."""
    picture, link = r"!\[([^]]*)\]\((?!https?:)([^)]+)\)", r"(?<!!)\[([^]]*)\]\((?!https?:|#)([^)]+)\)"
    if not address:
        return re.sub(link, r"\1", re.sub(rf"{picture}\n*", "", text))
    text = re.sub(picture, rf"![\1]({address}/raw/{tag}/\2)", text)
    return re.sub(link, rf"[\1]({address}/blob/{tag}/\2)", text)


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


def _compile(root: Path, target: Path) -> str:
    """Write the extension to `target` and return "", or return why there is none: one line of up to 200 characters."""
    if _is_set("BINAIRO_PURE"):
        return "BINAIRO_PURE was set during the build"
    if sys.implementation.name != "cpython":
        return f"it is not meant for {sys.implementation.name}"
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "free-threaded Python lacks the limited API that it uses"
    # In a process of its own, because the compiler writes its errors to the standard streams.
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-P", __file__, root, target],
        env=os.environ | {"LC_ALL": "C"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    print(done.stdout, end="", file=sys.stderr)
    if not done.returncode:
        return ""
    lines = done.stdout.splitlines() or [f"compiling ended with status {done.returncode}"]
    line = next((line for line in lines if "error" in line.lower()), lines[-1])
    return "".join(filter(str.isprintable, line.replace(f"{root}{os.sep}", "")))[:200]


def _build_extension(root: Path, target: Path) -> None:
    from setuptools import Distribution, Extension

    extension = Extension(
        "_core",
        [str(path) for path in sorted((root / "core").glob("*.c"))],
        depends=[str(root / "core" / "core.h")],
        extra_compile_args=[] if _CORE.endswith(".pyd") else ["-O2", "-g0"],  # MSVC gets /O2 from setuptools
        py_limited_api=True,
    )
    build = Distribution({"name": "core", "ext_modules": [extension]}).get_command_obj("build_ext")
    build.build_lib = build.build_temp = str(target.parent / "build")
    build.ensure_finalized()
    build.run()
    shutil.copyfile(build.get_ext_fullpath("_core"), target)


# hatchling imports this file, whose bytecode Python then caches in the source tree.
with suppress(OSError):
    _cached = Path(cache_from_source(__file__))
    _cached.unlink()
    _cached.parent.rmdir()

if __name__ == "__main__":
    try:
        _build_extension(Path(sys.argv[1]), Path(sys.argv[2]))
    except Exception as error:
        sys.exit("no C compiler was found" if "FileNotFoundError" in traceback.format_exc() else str(error))
