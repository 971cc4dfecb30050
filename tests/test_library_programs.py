"""The programs of the library and the cookbook: each runs alone, in an empty directory, and prints what is shown."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"
DOCUMENTS = "".join([(DOCS / name).read_text(encoding="utf-8") for name in ("library.md", "cookbook.md")])
PROGRAMS = re.findall(
    r"^## (.*?)$(?:(?!^## ).)*?^```python\n(.*?)^```\n\n```text\n(.*?)^```$",
    DOCUMENTS,
    re.DOTALL | re.MULTILINE,
)


def test_there_are_twenty_two_small_programs() -> None:
    assert len(PROGRAMS) == DOCUMENTS.count("```python") == 22
    assert all(5 <= program.count("\n") <= 26 for _, program, _ in PROGRAMS)


@pytest.mark.parametrize(("program", "output"), [pytest.param(*rest, id=title) for title, *rest in PROGRAMS])
def test_a_program_prints_what_is_shown(program: str, output: str, tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-W", "error", "-c", program]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == (output, "")
