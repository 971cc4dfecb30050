"""The wall around each player process: nothing of others can be reached, and everything can be played."""

import errno
import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
from pathlib import Path
from struct import pack, unpack_from
from types import SimpleNamespace

import pytest

from binairo_tui import library
from binairo_tui.host.server import child, seccomp, wall
from tests.faults.harness import ROOT
from tests.host.conftest import RunningHost, new_key, open_board, session
from tests.host.test_race import solving_keys
from tests.host.walled_calls import CALLS_TRIED

ALLOWED, DENIED, KILLED = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x80000000
ABSENT = 0x00050000 | errno.ENOSYS
PID = 4711
PATH = 0x7F0000001000
"""The address of a path."""
LEFT = "\x1b[D"
THREAD = 0x3D0F00
"""The flags with which C libraries start a thread."""
CALLS: dict[str, tuple[int, int, tuple[int, ...], int]] = {
    # x86_64, aarch64, arguments, answer
    "read": (0, 63, (), ALLOWED),
    "openat": (257, 56, (), ALLOWED),
    "futex": (202, 98, (), ALLOWED),
    "fchmod": (91, 52, (), ALLOWED),
    "socket": (41, 198, (1,), ABSENT),
    "connect": (42, 203, (3,), ABSENT),
    "execve": (59, 221, (), ABSENT),
    "ptrace": (101, 117, (), ABSENT),
    "io_uring_setup": (425, 425, (), ABSENT),
    "userfaultfd": (323, 282, (), ABSENT),
    "memfd_create": (319, 279, (), ABSENT),
    "sync": (162, 81, (), ABSENT),
    "personality": (135, 92, (), ABSENT),
    "io_setup": (206, 0, (), ABSENT),
    "open_tree": (428, 428, (), ABSENT),
    "chmod of a path": (268, 53, (3, PATH), ABSENT),
    "a call of a later Linux": (999, 999, (), ABSENT),
    "name a thread": (157, 167, (15, PATH), ALLOWED),
    "let another process trace": (157, 167, (0x59616D61, 1), DENIED),
    "clone3": (435, 435, (), ABSENT),
    "openat2": (437, 437, (), ABSENT),
    "open to read and write": (257, 56, (3, PATH, os.O_RDWR | os.O_CREAT), ALLOWED),
    "open to neither read nor write": (257, 56, (3, PATH, 3), DENIED),
    "open to neither read nor write, and truncate": (257, 56, (3, PATH, 3 | os.O_TRUNC), DENIED),
    "duplicate a descriptor": (72, 25, (1, fcntl.F_DUPFD_CLOEXEC), ALLOWED),
    "have a process signalled": (72, 25, (1, fcntl.F_SETOWN, PID + 1), DENIED),
    "have a process signalled, named by its kind": (72, 25, (1, 15), DENIED),
    "size of the terminal": (16, 29, (1, termios.TIOCGWINSZ), ALLOWED),
    "have a process signalled by ioctl": (16, 29, (1, 0x8901), DENIED),
    "have a group signalled by ioctl": (16, 29, (1, 0x8902), DENIED),
    "set the times of a descriptor": (280, 88, (3, 0), ALLOWED),
    "set the times of a path": (280, 88, (3, PATH), DENIED),
    "set the times of a path whose address ends in zeros": (280, 88, (3, 1 << 32), DENIED),
    "watch a file": (254, 27, (3, PATH), ABSENT),
    "clone a thread": (56, 220, (THREAD,), ALLOWED),
    "clone a process": (56, 220, (17,), DENIED),
    "kill itself": (62, 129, (PID, 15), ALLOWED),
    "kill another": (62, 129, (PID + 1, 15), DENIED),
    "kill all": (62, 129, (0xFFFFFFFFFFFFFFFF, 15), DENIED),
    "tgkill itself": (234, 131, (PID, PID + 3, 15), ALLOWED),
    "prlimit of itself": (302, 261, (0,), ALLOWED),
    "prlimit of another": (302, 261, (PID + 1,), DENIED),
    "pair of streams": (53, 199, (1, 0o2000001), ALLOWED),
    "pair of datagrams": (53, 199, (1, 0o2000002), DENIED),
    "another kind of program": (0x40000000, 0x40000000, (), ABSENT),
}


def answer(program: bytes, machine: int, number: int, arguments: tuple[int, ...]) -> int:
    """Return what a filter says of a call, as the kernel works it out."""
    data = pack("=IIQ6Q", number, machine, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    at = value = 0
    while True:
        code, skip, skip_else, operand = unpack_from("=HBBI", program, at * seccomp.STEP_BYTES)
        at += 1
        match code:
            case 0x20:
                (value,) = unpack_from("=I", data, operand)
            case 0x54:
                value &= operand
            case 0x15:
                at += skip if value == operand else skip_else
            case 0x35:
                at += skip if value >= operand else skip_else
            case 0x06:
                return int(operand)
            case _:
                raise AssertionError(code)


@pytest.mark.parametrize(("column", "machine"), list(enumerate(seccomp.MACHINES)))
def test_the_filter_refuses_what_reaches_beyond_the_process(column: int, machine: str) -> None:
    program = seccomp.filter_program(machine, PID)
    for name, (*numbers, arguments, expected) in CALLS.items():
        assert answer(program, seccomp.MACHINES[machine], numbers[column], arguments) == expected, name


def test_the_filter_of_one_machine_kills_programs_for_another() -> None:
    assert answer(seccomp.filter_program("x86_64", PID), seccomp.MACHINES["aarch64"], 0, ()) == KILLED


@pytest.mark.parametrize("number", [132, 235, 261])
def test_the_old_calls_that_set_times_are_refused(number: int) -> None:
    program = seccomp.filter_program("x86_64", PID)
    assert answer(program, seccomp.MACHINES["x86_64"], number, (PATH,)) == ABSENT


def test_the_old_call_that_opens_is_refused_like_the_new_one() -> None:
    program, machine = seccomp.filter_program("x86_64", PID), seccomp.MACHINES["x86_64"]
    assert [answer(program, machine, 2, (PATH, mode)) for mode in range(4)] == [ALLOWED, ALLOWED, ALLOWED, DENIED]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """What came of the attempts of a process behind the wall."""
    root = tmp_path_factory.mktemp("walled")
    for name in ("own", "other"):
        (root / name).mkdir()
    (root / "other" / "secret").write_text("secret")
    command = [sys.executable, "-m", "tests.host.walled", str(root)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert not done.returncode, done.stderr
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", ["landlock", "seccomp"])
def test_a_wall_refuses_what_is_not_the_players_own(outcomes: dict[str, dict[str, str]], name: str) -> None:
    if name not in outcomes:
        pytest.skip(f"this kernel has no {name}")
    assert {attempt: result for attempt, result in outcomes[name].items() if result != "refused"} == {}


def test_of_forty_calls_that_no_game_needs_none_is_made(outcomes: dict[str, dict[str, str]]) -> None:
    if "seccomp" not in outcomes:
        pytest.skip("this kernel has no seccomp")
    assert len(CALLS_TRIED) == 40
    assert {name: outcomes["calls"][name] for name in CALLS_TRIED} == dict.fromkeys(CALLS_TRIED, "refused")


def test_what_the_game_needs_works_behind_the_wall(outcomes: dict[str, dict[str, str]]) -> None:
    assert {attempt: result for attempt, result in outcomes["allowed"].items() if result != "done"} == {}


@pytest.mark.parametrize(
    ("failure", "machine", "report"),
    [
        (0, "x86_64", "landlock 4, seccomp"),
        (errno.ENOSYS, "x86_64", "seccomp; without landlock: the kernel is too old or was built without it"),
        (errno.EOPNOTSUPP, "aarch64", "seccomp; without landlock: it is switched off in the kernel"),
        (0, "riscv64", "landlock 4; without seccomp: no filter is known for riscv64"),
        (errno.EPERM, "s390x", "none; without landlock: Operation not permitted; without seccomp: no filter"),
    ],
)
def test_the_report_says_which_wall_is_missing_and_why(
    monkeypatch: pytest.MonkeyPatch, failure: int, machine: str, report: str
) -> None:
    def call(function: str, *_: object) -> int:
        if failure and function == "syscall":
            raise OSError(failure, os.strerror(failure))
        return 4

    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine=machine))
    monkeypatch.setattr(wall, "_call", call)
    monkeypatch.setattr(os, "close", lambda _descriptor: None)
    monkeypatch.setattr(wall, "_allow", lambda *_: None)
    assert str(wall.find_walls.__wrapped__()).startswith(report)


def test_a_landlock_too_old_to_move_files_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall, "_call", lambda *_: 1)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSYS)):
        wall._landlock_version()


def test_a_host_whose_unit_forbids_a_wall_goes_on_without_it() -> None:
    assert "old systemd unit" in wall._try_in_child(lambda: os.kill(os.getpid(), signal.SIGSYS))


def test_no_game_starts_without_a_wall_that_the_machine_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_options: object) -> None:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    monkeypatch.setattr(child, "confine", fail)
    monkeypatch.setattr(child, "_open_streams", lambda: None)
    assert child.play(child.ProcessOptions("/", "xterm", "C.UTF-8", "", 80, 24, 1024, 96)) == 1
    assert "cannot start a game now: Cannot allocate memory" in capsys.readouterr().err


def test_the_operators_own_directories_cannot_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), f"{tmp_path}/site-packages", *sys.path])
    paths = {Path(path) for path in wall.readable_paths.__wrapped__()}
    assert tmp_path / "site-packages" in paths
    assert ROOT / "binairo_tui" in paths
    assert not paths & {Path(), Path.cwd(), Path.home(), tmp_path, ROOT}


async def test_the_operator_is_told_of_the_walls(host: RunningHost) -> None:
    assert host.walls.startswith("Walls around each player: ")


async def test_everything_is_played_behind_the_wall(host: RunningHost) -> None:
    puzzle = library.collections()[0].entries[0].puzzle
    async with session(host, new_key()) as terminal:
        await open_board(terminal, "walter")
        terminal.type("i")
        await terminal.see("Hint 1 of")
        terminal.type(solving_keys(puzzle))
        await terminal.see("Solved")
        terminal.type("qqq")
        await terminal.see("Statistics")
        terminal.type("s")
        await terminal.see("1 solved on 1 day")
        terminal.type("f")
        await terminal.see("0 solved on 0 days")
        terminal.type("qD")
        await terminal.see("Daily puzzles")
        terminal.type(LEFT)  # the host generates the puzzle of the day before
        await terminal.see("·    ·")
