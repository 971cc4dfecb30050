from collections.abc import Iterable
from pathlib import Path

import pytest

from binairo_tui.counting.checkpoint import TITLE, CheckpointError, UnitCount, open_checkpoint
from binairo_tui.counting.count import CountJob, LineRule, Unit, count_job
from binairo_tui.engine import Puzzle

JOB = count_job(Puzzle(6, 6, 0))
OTHER = count_job(Puzzle(4, 6, 0))
COUNTS = {unit: JOB.method.count(unit.x, unit.y) for unit in JOB.units()}


def results(job: CountJob, units: Iterable[Unit]) -> list[UnitCount]:
    return [UnitCount(unit, job.method.count(unit.x, unit.y), 0.25) for unit in units]


def written(path: Path, job: CountJob = JOB) -> bytes:
    with open_checkpoint(path) as checkpoint:
        checkpoint.add(job, results(job, job.units()))
    return path.read_bytes()


def done(path: Path, job: CountJob = JOB) -> dict[Unit, int]:
    with open_checkpoint(path) as checkpoint:
        return checkpoint.done(job)


def test_added_results_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert done(path) == {}
    written(path)
    assert done(path) == COUNTS
    assert done(path, OTHER) == {}


def test_the_file_is_text_that_names_its_job(tmp_path: Path) -> None:
    lines = written(tmp_path / "file").decode().splitlines()
    assert lines[:2] == [TITLE.strip(), f"job 6x6;{'.' * 36} rule=unique"]
    assert len(lines) == 2 + len(COUNTS)
    upper, lower, weight, count, seconds = lines[2].split()
    assert COUNTS[Unit(int(upper, 2), int(lower, 2), int(weight))] == int(count)
    assert (len(upper), len(lower), seconds) == (6, 6, "0.250")


def test_one_file_holds_several_jobs(tmp_path: Path) -> None:
    path = tmp_path / "file"
    units, others = JOB.units(), OTHER.units()
    for start in (0, 3, 6):
        with open_checkpoint(path) as checkpoint:
            checkpoint.add(JOB, results(JOB, units[start : start + 3]))
            checkpoint.add(OTHER, results(OTHER, others[start : start + 3]))
            checkpoint.add(OTHER, [])
    assert done(path).keys() == set(units[:9])
    assert done(path, OTHER).keys() == set(others[:9])
    assert done(path, count_job(Puzzle(6, 6, 0), LineRule.ROWS)) == {}


def test_a_file_cut_anywhere_keeps_every_complete_line(tmp_path: Path) -> None:
    path = tmp_path / "file"
    content = written(path, OTHER)
    counts = done(path, OTHER)
    for size in range(len(content)):
        path.write_bytes(content[:size])
        with open_checkpoint(path) as checkpoint:
            kept = checkpoint.done(OTHER)
            assert len(kept) == max(0, content[:size].count(b"\n") - 2)
            assert kept.items() <= counts.items()
            checkpoint.add(OTHER, results(OTHER, counts.keys() - kept.keys()))
        assert done(path, OTHER) == counts
        assert path.read_text().count("\n") == path.read_text().count("job ") + 1 + len(counts)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"my diary\nof 2026\n", 1),
        (b"my diary", 1),
        (b"\x00" * 100, 1),
        (b"binairo count checkpoint 2\n", 1),
        (TITLE.encode() + b"001011 110100 8 12 0.250\n", 2),
        (TITLE.encode() + b"job x\n001011 110100 8 0.250\n", 3),
        (TITLE.encode() + b"job x\n\x00\x00\x00\n", 3),
        (TITLE.encode() + b"job x\n001011 110100 8 \xff 0.250\n", 3),
        (TITLE.encode() + b"job x\n001011 110100 8 1_2 0.250\n", 3),
        (TITLE.encode() + b"job x\n001011 110100 8 12 0.250\n001011 110100 8 13 0.250\n", 4),
    ],
)
def test_another_file_is_refused_and_not_changed(tmp_path: Path, content: bytes, line: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match=f"^{path}:{line}: "), open_checkpoint(path):
        pass
    assert path.read_bytes() == content


def test_a_repeated_line_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "file"
    content = written(path)
    path.write_bytes(content + content.splitlines(keepends=True)[-1])
    assert done(path) == COUNTS


def test_units_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(f"{TITLE}job {JOB}\n001011 110100 7 12 0.250\n")
    with open_checkpoint(path) as checkpoint, pytest.raises(CheckpointError, match="divides this count differently"):
        checkpoint.done(JOB)


def test_only_one_count_at_a_time_can_use_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    in_use = pytest.raises(CheckpointError, match="another count is using it")
    with open_checkpoint(path), in_use, open_checkpoint(path):
        pass
    with open_checkpoint(path):
        pass


def test_a_file_that_cannot_be_opened_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError), open_checkpoint(tmp_path):
        pass
