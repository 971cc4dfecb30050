"""Build hooks: one compiles `core/` into `binairo_tui/engine/_core.abi3.so`, or `_core.pyd`, if there is a compiler.

Without one, or if compiling fails, the build goes on without the extension: the engine is complete in Python. The file
is left in the source tree, too, where an editable install and the tests of a checkout find it.

The other prepares README for a package index, where a path within the project leads nowhere. If BINAIRO_ADDRESS in the
environment is the address of the project on GitHub, such paths become addresses of this version; otherwise, their
pictures are left out, and their links become text.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_TARGET = f"binairo_tui/engine/_core{'.pyd' if sys.platform == 'win32' else '.abi3.so'}"


class CoreBuildHook(BuildHookInterface[Any]):
    """Adds the extension to a wheel, and says in the wheel's tag whether it is there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile; hatchling calls this before it collects the files of a wheel."""
        root = Path(self.root)
        target = root / _TARGET
        target.unlink(missing_ok=True)
        if os.environ.get("BINAIRO_PURE", "") not in ("", "0"):
            self.app.display_info("BINAIRO_PURE is set: the compiled core is left out")
            return
        try:
            _compile(root, target)
        except (Exception, SystemExit) as error:  # whatever is missing, the game can be played without the core
            self.app.display_warning(f"The compiled core is left out, the engine runs in Python: {error}")
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
        build_data["artifacts"].append(_TARGET)


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


def _compile(root: Path, target: Path) -> None:
    """Write the extension to `target`, or raise."""
    if sys.implementation.name != "cpython":
        raise RuntimeError(f"it is not meant for {sys.implementation.name}")
    from setuptools import Distribution, Extension

    extension = Extension(
        "_core",
        [str(path) for path in sorted((root / "core").glob("*.c"))],
        depends=[str(root / "core" / "core.h")],
        extra_compile_args=["-O2", "-g0"],
        py_limited_api=True,
    )
    with tempfile.TemporaryDirectory() as folder:
        build = Distribution({"name": "core", "ext_modules": [extension]}).get_command_obj("build_ext")
        build.build_lib = build.build_temp = folder
        build.ensure_finalized()
        build.run()
        target.write_bytes(Path(build.get_ext_fullpath("_core")).read_bytes())
