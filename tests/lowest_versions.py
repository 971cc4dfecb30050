"""Prints the lowest versions that `pyproject.toml` allows, as requirements: `python -m tests.lowest_versions`."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

EXTRAS = ("test", "host", "print", "qr", "web")
"""The extras that the tests of the app need."""


def lowest_versions() -> Iterator[str]:
    """Yield a requirement for each direct dependency."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"]
    for requirement in (*project["dependencies"], *[it for extra in EXTRAS for it in optional[extra]]):
        if not requirement.startswith(project["name"]):
            name, lowest = re.findall(r"^([\w-]+)>=([\w.]+)", requirement)[0]
            yield f"{name}=={lowest}"


if __name__ == "__main__":
    print(*lowest_versions(), sep="\n")
