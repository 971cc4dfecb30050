"""Build hook: compiles `core/` into `binairo_tui/engine/_core.abi3.so` if there is a compiler.

Without one, or if compiling fails, the build goes on without the extension: the engine is complete in Python. The file
is left in the source tree, too, where an editable install and the tests of a checkout find it.
"""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_TARGET = "binairo_tui/engine/_core.abi3.so"


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
