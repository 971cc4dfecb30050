"""`dataset`, `audit` and `score`: what one prints, the others read."""

import json
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.cli.options import BANDS
from binairo_tui.engine import Band, Request, generate, is_solution_of, parse_puzzle
from tests.cli.runs import CLASSIC, CLASSIC_SOLUTION, TWO_SOLUTIONS, UNSATISFIABLE, binairo
from tests.conftest import needs_workers

MADE = (
    *(
        "dataset",
        "make",
        "--count",
        "20",
        "--size",
        "6x4",
        "--size",
        "6",
        "--band",
        "easy",
        "--band",
        "medium",
        "--seed",
        "4",
    ),
    *("--ambiguous", "20", "--unsolvable", "20", "--split", "train=3", "--split", "test=1"),
)


ALL_RIGHT = "{} right, 0 wrong, 0 unreadable, 0 missing\n"


def write_lines(path: str, values: list[Any]) -> None:
    Path(path).write_text("".join([f"{json.dumps(value)}\n" for value in values]))


@needs_workers
def test_items_have_what_the_schema_says_and_are_the_same_again() -> None:
    alone = binairo(*MADE, "--workers", "1", "--proofs")
    assert (alone.status, alone.err) == (0, "")
    assert binairo(*MADE, "--workers", "2", "--proofs").out == alone.out
    for number, item in enumerate(alone.objects, 1):
        assert item["id"] == number
        assert item["split"] in ("train", "test")
        assert (item["steps"] == []) is (item["kind"] != "unique")
        if item["kind"] == "unique":
            assert is_solution_of(parse_puzzle(item["puzzle"]), item["solution"])
            band = Band[item["band"].upper()]
            size = parse_puzzle(item["puzzle"])
            assert generate(Request(size.width, size.height, band, recipe=2), seed=item["seed"]) == size
            assert item["witness"] is None
        else:
            assert item["witness"].keys() == ({"solution"} if item["kind"] == "ambiguous" else {"givens"})


def test_the_output_agrees_with_its_schema() -> None:
    from tests.cli.schemas import check

    for item in binairo(*MADE, "--workers", "1", "--proofs").objects:
        check("dataset make", item)


def test_the_card_says_how_the_items_were_made() -> None:
    assert binairo(*MADE, "--output", "set", "--workers", "1").status == 0
    card = Path("set/README.md").read_text()
    for path in Path("set").glob("*.jsonl"):
        text = path.read_text()
        assert f"| {path.name} | {text.count(chr(10))} | {sha256(text.encode()).hexdigest()} |" in card
    (command,) = [line.split()[1:] for line in card.splitlines() if line.startswith("    binairo dataset make")]
    assert binairo(*command, "--workers", "1").out == binairo(*MADE, "--workers", "1").out
    assert "| Easy 6x4 | 3 | 1 | 1 |" in card


def test_rules_and_signs_can_be_chosen() -> None:
    options = (
        "--size",
        "4",
        "--band",
        "easy",
        "--rules",
        "any",
        "--rules",
        "unique",
        "--signs",
        "both",
        "--seed",
        "1",
        "--workers",
        "1",
    )
    puzzles = [parse_puzzle(item["puzzle"]) for item in binairo("dataset", "make", *options, "--count", "8").objects]
    assert len({(puzzle.unique_lines, bool(puzzle.signs)) for puzzle in puzzles}) == 4


def test_items_with_signs_have_the_difficulty_that_was_asked_for() -> None:
    options = ("--size", "6", "--signs", "yes", "--band", "hard", "--seed", "1", "--workers", "1", "--count", "12")
    assert {item["band"] for item in binairo("dataset", "make", *options).objects} == {"Hard"}


def test_a_random_seed_is_reported() -> None:
    outcome = binairo("dataset", "make", "--count", "1", "--size", "4", "--band", "easy", "--workers", "1")
    assert binairo(
        "dataset", "make", "--count", "1", "--size", "4", "--band", "easy", "--seed", outcome.err.split()[1]
    ).objects


@pytest.mark.parametrize(
    ("options", "message", "status"),
    [
        (["--size", "2", "--band", "gentle", "--count", "2"], "no unique Gentle 2x2 puzzle that differs", 2),
        (["--size", "4x8", "--count", "1"], "no 4x8 grid with unique lines exists", 2),
        (["--ambiguous", "60", "--unsolvable", "50"], "ambiguous and unsolvable must be percentages", 2),
        (["--ambiguous", "101"], "expected a whole number from 0 to 100", 2),
        (["--split", "train"], "expected a split such as train=80", 2),
        (["--split", "a=1", "--split", "a=2"], "each split needs a name of its own", 2),
        (["--band", "evil"], "'evil' is not one of", 2),
        (["--output", "missing/set", "--count", "1", "--size", "4", "--band", "easy"], "missing/set: No such file", 2),
    ],
)
def test_what_cannot_be_made_is_said(options: list[str], message: str, status: int) -> None:
    outcome = binairo("dataset", "make", "--seed", "1", "--workers", "1", *options)
    assert outcome.status == status
    assert message in outcome.err


def test_a_made_set_is_clean() -> None:
    made = binairo(*MADE, "--workers", "1")
    Path("items.jsonl").write_text(made.out)
    outcome = binairo("dataset", "audit", "items.jsonl")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("20 items: 12 unique, 4 ambiguous, 4 unsolvable\nsplits: ")
    assert binairo("dataset", "audit", "-", stdin=made.out).out == outcome.out
    write_lines("answers.jsonl", [item["solution"] or "none" for item in made.objects])
    said = f"20 items, answers matched by order: {ALL_RIGHT.format(20)}"
    assert binairo("dataset", "score", "items.jsonl", "answers.jsonl").err == said


def test_faults_are_named_with_their_places() -> None:
    write_lines("train.jsonl", [{"puzzle": CLASSIC, "solution": CLASSIC_SOLUTION}, {"puzzle": TWO_SOLUTIONS}])
    Path("test.json").write_text(json.dumps([{"puzzle": CLASSIC, "solution": "1"}, {"puzzle": UNSATISFIABLE}]))
    outcome = binairo("dataset", "audit", "train.jsonl", "test.json")
    assert outcome.status == 1
    (witness,) = binairo("dataset", "audit", "--json", "train.jsonl", "test.json").objects[0]["witnesses"].values()
    assert len(set(witness)) == 2
    assert all(is_solution_of(parse_puzzle(TWO_SOLUTIONS), grid) for grid in witness)
    assert outcome.out == (
        "4 items: 2 unique, 1 ambiguous, 1 unsolvable\n"
        "splits: 2 train, 2 test\n"
        "one fixed answer for each size solves 3 of 4 items (75 %)\n"
        "no solution, but the item does not say so: 1 (test.json:2)\n"
        "several solutions, but the item does not say so: 1 (train.jsonl:2)\n"
        "a stated solution that does not solve the puzzle: 1 (test.json:1)\n"
        "the same as an earlier item: 1 (test.json:1)\n"
        "in another split, too, perhaps as a copy: 1 (test.json:1)\n"
        "the solution of an item in another split, perhaps as a copy: 1 (test.json:1)\n"
        f"two solutions of train.jsonl:2: {' and '.join(witness)}\n"
    )
    (fields,) = binairo("dataset", "audit", "--json", "train.jsonl", "test.json").objects
    assert fields["faults"]["repeated"] == ["test.json:1"]


def test_a_solution_may_be_a_text_that_holds_a_list() -> None:
    write_lines("set.jsonl", [{"puzzle": CLASSIC, "solution": json.dumps(CLASSIC_SOLUTION.split())}])
    assert binairo("dataset", "audit", "set.jsonl").status == 0


def test_any_file_of_puzzles_can_be_audited() -> None:
    Path("plain.txt").write_text(f"{CLASSIC}\n{CLASSIC}\n{TWO_SOLUTIONS}\n")
    (fields,) = binairo("dataset", "audit", "--json", "plain.txt").objects
    assert (fields["unique"], fields["ambiguous"], fields["faults"]["repeated"]) == (2, 1, ["plain.txt:2"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"puzzle": "4x4;"}\n', "bad.jsonl:1: not a puzzle: 4x4 has 16 cells, not 0"),
        ('{"a": 1}\n', "bad.jsonl:1: there is no field 'puzzle'"),
        ('"x"\n', "bad.jsonl:1: expected an object"),
        ('{"a": 1\n', "bad.jsonl:1:8: invalid JSON: Expecting ',' delimiter"),
        ('[{"a": 1}', "bad.jsonl:1:10: invalid JSON: Expecting ',' delimiter"),
        ('{"a": "\udcff"}\n', "bad.jsonl:1: it is not UTF-8"),
    ],
)
def test_what_is_no_item_is_named(text: str, message: str) -> None:
    Path("bad.jsonl").write_text(text, encoding="utf-8", errors="surrogateescape")
    outcome = binairo("dataset", "audit", "--json", "bad.jsonl")
    assert (outcome.status, outcome.err) == (2, f"{message}\n")
    assert outcome.objects[0]["error"] in message


@pytest.mark.parametrize(
    ("puzzle", "answer", "said", "status"),
    [
        (CLASSIC, CLASSIC_SOLUTION, "right", 0),
        (CLASSIC, json.dumps(CLASSIC_SOLUTION.split()), "right", 0),
        (TWO_SOLUTIONS, "1010 0101 0110 1001", "wrong: r2c2 is a given 0, found '1'.", 1),
        (CLASSIC, CLASSIC_SOLUTION[:-1], "unreadable", 1),
        (CLASSIC, "2" * 36, "unreadable", 1),
        (CLASSIC, " ", "missing", 1),
        (CLASSIC, "none", "wrong: It has a solution.", 1),
        (UNSATISFIABLE, "None", "right", 0),
    ],
)
def test_an_answer_is_judged(puzzle: str, answer: str, said: str, status: int) -> None:
    outcome = binairo("dataset", "score", puzzle, answer)
    assert (outcome.out.partition(": ")[2], outcome.status) == (f"{said}\n", status)
    (fields,) = binairo("dataset", "score", "--json", puzzle, answer).objects
    assert (fields["verdict"] == "right") is (status == 0)


def test_every_solution_of_an_item_is_right() -> None:
    solutions = binairo("solve", "--all", "--json", TWO_SOLUTIONS).objects[0]["all"]
    assert len(solutions) == 2
    write_lines("items.jsonl", [{"puzzle": TWO_SOLUTIONS, "solution": solutions[0]}] * 4)
    rows = [list(map(int, solutions[1][start : start + 4])) for start in range(0, 16, 4)]
    answers = [solutions[1], {"answer": rows}, rows, ["".join(map(str, row)) for row in rows]]
    for first in range(4):  # whichever comes first, it is known what the file holds
        write_lines("answers.jsonl", [*answers[first:], *answers[:first]])
        outcome = binairo("dataset", "score", "items.jsonl", "answers.jsonl")
        assert (outcome.err, outcome.status) == (f"4 items, answers matched by order: {ALL_RIGHT.format(4)}", 0)


def test_answers_of_each_kind_are_counted() -> None:
    write_lines("items.jsonl", [{"puzzle": CLASSIC}] * 6)
    write_lines("answers.jsonl", [None, {"answer": None}, {"response": None}, "I give up.", CLASSIC_SOLUTION])
    outcome = binairo("dataset", "score", "--json", "items.jsonl", "answers.jsonl")
    kinds = ["wrong", "wrong", "missing", "unreadable", "right", "missing"]
    assert [fields["verdict"] for fields in outcome.objects] == kinds
    said = "6 items, answers matched by order: 1 right, 2 wrong, 1 unreadable, 2 missing\n"
    assert (outcome.err, outcome.status) == (said, 1)


@pytest.mark.parametrize(
    ("puzzle", "text", "status"),
    [
        (CLASSIC, "\n".join(CLASSIC_SOLUTION.split()), 0),
        (CLASSIC, f"The answer:\n```\n{CLASSIC_SOLUTION}\n```\nDone.\n", 0),
        (CLASSIC, json.dumps({"id": 3, "answer": CLASSIC_SOLUTION.split()}), 0),
        (CLASSIC, json.dumps({"answer": CLASSIC_SOLUTION}, indent=2), 0),
        (CLASSIC, json.dumps([list(map(int, row)) for row in CLASSIC_SOLUTION.split()]), 0),
        (CLASSIC, "\n".join([str(list(map(int, row))) for row in CLASSIC_SOLUTION.split()]), 0),
        (UNSATISFIABLE, '{"solvable": false, "solution": null}', 0),
        (UNSATISFIABLE, "The puzzle has no solution.", 0),
        (CLASSIC, "The puzzle has no solution.", 1),
        (CLASSIC, "", 1),
    ],
)
def test_a_file_may_be_one_answer(puzzle: str, text: str, status: int) -> None:
    Path("answer.txt").write_text(text)
    outcome = binairo("dataset", "score", puzzle, "answer.txt")
    assert (outcome.status, outcome.err) == (status, "")
    assert binairo("dataset", "score", puzzle, "-", stdin=text) == outcome


def test_answers_are_matched_by_id() -> None:
    made = binairo(*MADE, "--workers", "1")
    Path("items.jsonl").write_text(made.out)
    given = [{"id": str(item["id"]), "response": f"So: {item['solution']}"} for item in made.objects]
    for item, answer in zip(made.objects, given, strict=True):
        if item["solution"] is None:
            answer["response"] = "There is no solution."
    Random(1).shuffle(given)
    write_lines("answers.jsonl", given)
    outcome = binairo("dataset", "score", "--json", "items.jsonl", "answers.jsonl")
    assert (outcome.status, outcome.err) == (0, f"20 items, answers matched by id: {ALL_RIGHT.format(20)}")
    assert [fields["id"] for fields in outcome.objects] == [str(item["id"]) for item in made.objects]
    lost, wrong = given.pop(), given[0]
    wrong["response"] = lost["response"]
    write_lines("answers.jsonl", given)
    verdicts = {
        it["id"]: it["verdict"] for it in binairo("dataset", "score", "--json", "items.jsonl", "answers.jsonl").objects
    }
    assert {id_ for id_, verdict in verdicts.items() if verdict != "right"} == {lost["id"], wrong["id"]}
    assert verdicts[lost["id"]] == "missing"
    write_lines("answers.jsonl", [*given, {"id": "none such", "answer": ""}, given[0]])
    outcome = binairo("dataset", "score", "items.jsonl", "answers.jsonl")
    assert outcome.status == 2
    assert outcome.err.splitlines()[-1] == "1 answer left over: none such"


def test_the_output_of_a_batch_is_matched_by_the_id_that_was_given() -> None:
    write_lines("items.jsonl", [{"id": "a", "puzzle": CLASSIC}, {"id": "b", "puzzle": TWO_SOLUTIONS}])
    grids = {"b": "no idea", "a": "\n".join(CLASSIC_SOLUTION.split())}
    lines = []
    for name, grid in grids.items():
        message = {"role": "assistant", "content": f"The solution:\n\n{grid}"}
        body = {"id": "chat-1", "created": 1711652795, "choices": [{"index": 0, "message": message}]}
        lines.append({"id": f"request {name}", "custom_id": name, "response": {"status_code": 200, "body": body}})
    write_lines("answers.jsonl", lines)
    found = binairo("dataset", "score", "--json", "items.jsonl", "answers.jsonl")
    assert [(fields["id"], fields["verdict"]) for fields in found.objects] == [("a", "right"), ("b", "unreadable")]


def test_the_figures_are_those_of_the_verdicts() -> None:
    made = binairo(*MADE, "--workers", "1")
    Path("items.jsonl").write_text(made.out)
    write_lines("answers.jsonl", [item["solution"] or "I do not know." for item in made.objects[:-1]])
    verdicts = [
        fields["verdict"] for fields in binairo("dataset", "score", "--json", "items.jsonl", "answers.jsonl").objects
    ]
    outcome = binairo("dataset", "score", "--json", "--summary", "items.jsonl", "answers.jsonl")
    assert outcome.status == 1
    rows = {(row["group"], row["value"]): row for row in outcome.objects}
    items = [{**item, "all": "", "size": item["puzzle"].partition(";")[0]} for item in made.objects]
    for (group, value), row in rows.items():
        mine = [verdict for item, verdict in zip(items, verdicts, strict=True) if item[group] == value]
        assert row["verdicts"] == {name: mine.count(name) for name in ("right", "wrong", "unreadable", "missing")}
    assert list(rows)[:5] == [("all", ""), ("size", "6x4"), ("size", "6x6"), ("band", "Easy"), ("band", "Medium")]
    assert set(list(rows)[5:]) == {("kind", "unique"), ("kind", "ambiguous"), ("kind", "unsolvable")}
    table = binairo("dataset", "score", "--summary", "items.jsonl", "answers.jsonl").out.splitlines()
    assert [line.split()[:2] for line in table[2:4]] == [["size", "6x4"], ["size", "6x6"]]
    assert len(table) == len(rows) + 1


def test_the_field_of_the_answer_can_be_named() -> None:
    write_lines("items.jsonl", [{"puzzle": CLASSIC}] * 2)
    write_lines("answers.jsonl", [{"answer": "x", "mine": {"last": CLASSIC_SOLUTION}}, {"answer": "x"}])
    outcome = binairo("dataset", "score", "--json", "--answer-field", "mine.last", "items.jsonl", "answers.jsonl")
    assert [fields["verdict"] for fields in outcome.objects] == ["right", "missing"]


def test_a_line_that_is_not_json_is_unreadable() -> None:
    write_lines("items.jsonl", [{"puzzle": CLASSIC}] * 2)
    Path("answers.jsonl").write_text(f'0011 1100\n"{CLASSIC_SOLUTION}"\n')
    outcome = binairo("dataset", "score", "items.jsonl", "answers.jsonl")
    assert outcome.status == 2
    assert outcome.err.startswith("answers.jsonl:1:2: invalid JSON")
    assert outcome.out.splitlines()[1:] == ["items.jsonl:2: right"]


def test_answers_left_over_are_named() -> None:
    write_lines("items.jsonl", [{"puzzle": CLASSIC}] * 2)
    write_lines("answers.jsonl", [CLASSIC_SOLUTION] * 3)
    outcome = binairo("dataset", "score", "items.jsonl", "answers.jsonl")
    assert (outcome.status, outcome.err.splitlines()[-1]) == (2, "1 answer left over: 3")
    write_lines("answers.jsonl", [CLASSIC_SOLUTION] * 9)
    outcome = binairo("dataset", "score", "items.jsonl", "answers.jsonl")
    assert outcome.err.splitlines()[-1] == "7 answers left over: 3, 4, 5, 6, 7, ..."


def test_combinations_without_puzzles_are_named_or_left_out() -> None:
    sizes = ("--size", "2x4", "--size", "4x8", "--size", "6")
    options = ("dataset", "make", *sizes, "--seed", "1", "--count", "8", "--workers", "1")
    bands = ("--band", "medium", "--band", "easy")
    outcome = binairo(*options, *bands, "--output", "set")
    assert (outcome.status, outcome.out, Path("set").exists()) == (2, "", False)
    assert outcome.err == ("no 2x4 grid with unique lines exists\nno 4x8 grid with unique lines exists\n")
    rest = binairo(*options, *bands, "--skip-empty")
    assert (rest.status, rest.err) == (0, outcome.err)
    kinds = {(item["puzzle"].partition(";")[0], item["band"]) for item in rest.objects}
    assert kinds == {("6x6", "Medium"), ("6x6", "Easy")}
    assert binairo(*options, *bands, "--skip-empty", "--output", "set").status == 0
    card = Path("set/README.md").read_text()
    (command,) = [line.split()[1:] for line in card.splitlines() if line.startswith("    binairo ")]
    assert binairo(*command, "--workers", "1").out == rest.out


def test_a_directory_has_a_file_for_each_split_and_a_card() -> None:
    lines = binairo(*MADE, "--workers", "1").out.splitlines()
    outcome = binairo(*MADE, "--workers", "1", "--output", "set")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    assert sorted(path.name for path in Path("set").iterdir()) == ["README.md", "test.jsonl", "train.jsonl"]
    for name in ("train", "test"):
        mine = [line for line in lines if json.loads(line)["split"] == name]
        assert Path(f"set/{name}.jsonl").read_text().splitlines() == mine
    head = Path("set/README.md").read_text().split("---\n")[1]
    assert "license: cc0-1.0\n" in head
    assert "  - split: train\n    path: train.jsonl\n  - split: test\n    path: test.jsonl\n" in head
    again = binairo(*MADE, "--workers", "1", "--output", "set")
    assert (again.status, again.err) == (2, "set: it exists already\n")
    assert [path.name for path in Path().iterdir()] == ["set"]


def test_too_few_puzzles_leave_no_line_and_no_file() -> None:
    options = ("dataset", "make", "--size", "2", "--band", "gentle", "--count", "2", "--seed", "1", "--workers", "1")
    for more in ((), ("--output", "set")):
        outcome = binairo(*options, *more)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith(
            "200 attempts found no unique Gentle 2x2 puzzle that differs from the 1 item before"
        )
    assert not list(Path().iterdir())


@pytest.mark.parametrize(("name", "separator"), [("set.csv", ","), ("set.tsv", "\t")])
def test_tables_with_headings_can_be_audited_and_scored(name: str, separator: str) -> None:
    rows = [
        ("number", "puzzle", "solution", "split"),
        ("1", CLASSIC, CLASSIC_SOLUTION, "a"),
        ("2", TWO_SOLUTIONS, "", "b"),
    ]
    Path(name).write_text("".join([f"{separator.join(row)}\n" for row in rows]))
    (found,) = binairo("dataset", "audit", "--json", name).objects
    assert (found["unique"], found["faults"]["ambiguous"], found["splits"]) == (1, [f"{name}:3"], {"a": 1, "b": 1})
    assert found["faults"]["wrong solutions"] == []
    assert (
        binairo("dataset", "score", name, "-", stdin=f'"{CLASSIC_SOLUTION}"\n"none"\n').out.split(": ")[1]
        == f"right\n{name}:3"
    )


@pytest.mark.parametrize(
    "content",
    [
        {"count": 2, "data": {"a": {"problem": CLASSIC}, "b": {"problem": TWO_SOLUTIONS}}},
        {"name": "two", "rows": [{"id": "a", "board": CLASSIC}, {"id": "b", "board": TWO_SOLUTIONS}]},
        [{"id": "a", "givens": CLASSIC}, {"id": "b", "givens": TWO_SOLUTIONS}],
    ],
)
def test_items_are_found_in_a_whole_file_of_json(content: object) -> None:
    Path("set.json").write_text(json.dumps(content, indent=2))
    (found,) = binairo("dataset", "audit", "--json", "set.json").objects
    assert (found["unique"], found["faults"]["ambiguous"]) == (1, ["set.json:2"])
    write_lines("answers.jsonl", [{"id": "b", "answer": "none"}, {"id": "a", "answer": CLASSIC_SOLUTION}])
    assert [it["verdict"] for it in binairo("dataset", "score", "--json", "set.json", "answers.jsonl").objects] == [
        "right",
        "wrong",
    ]


def test_a_puzzle_comes_before_a_prompt_with_an_example() -> None:
    prompt = "Solve it. An example of a grid:\n\n0 1\n1 0\n"
    write_lines("set.jsonl", [{"question": prompt, "initial_state": CLASSIC, "answer": CLASSIC_SOLUTION}])
    assert binairo("dataset", "audit", "set.jsonl").status == 0


def test_numbers_of_another_range_are_read_as_the_givens_say() -> None:
    swap = str.maketrans("01", "12")
    rows = CLASSIC.partition(";")[2].translate(swap)
    puzzle = [list(rows[start : start + 6].replace(".", "-")) for start in range(0, 36, 6)]
    write_lines("set.jsonl", [{"puzzle": puzzle, "solution": CLASSIC_SOLUTION.translate(swap)}])
    assert binairo("dataset", "audit", "set.jsonl").status == 0


def test_an_item_within_a_text_of_json_is_found() -> None:
    write_lines("set.jsonl", [{"question": "?", "meta": json.dumps({"puzzle": CLASSIC, "solution": CLASSIC_SOLUTION})}])
    outcome = binairo("dataset", "audit", "--puzzle-field", "meta.puzzle", "set.jsonl")
    assert (outcome.status, outcome.err) == (0, "")


@pytest.mark.parametrize("start", [b"PK\3\4", b"\x1f\x8b", b"PAR1"])
def test_a_file_that_is_not_text_takes_one_sentence(start: bytes) -> None:
    Path("set.bin").write_bytes(start + bytes(range(256)) * 20)
    outcome = binairo("dataset", "audit", "set.bin")
    assert outcome.status == 2
    assert outcome.err.startswith("set.bin: it is not text; ")
    assert outcome.err.count("\n") == 1


def test_parquet_is_read_with_pyarrow() -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = [{"puzzle": CLASSIC, "solution": CLASSIC_SOLUTION}, {"puzzle": TWO_SOLUTIONS, "solution": None}]
    parquet.write_table(arrow.Table.from_pylist(rows), "set.parquet")
    (found,) = binairo("dataset", "audit", "--json", "set.parquet").objects
    assert (found["unique"], found["faults"]["ambiguous"]) == (1, ["set.parquet:2"])


@needs_workers
def test_several_processes_find_the_same() -> None:
    Path("items.jsonl").write_text(binairo(*MADE, "--workers", "1").out)
    assert binairo("dataset", "audit", "items.jsonl", "--workers", "2") == binairo(
        "dataset", "audit", "items.jsonl", "--workers", "1"
    )


def test_many_answers_in_random_order_are_matched_by_id() -> None:
    rng, answers = Random(2), []
    items = [{"id": f"n{number}", "puzzle": CLASSIC} for number in range(500)]
    for item in items:
        kind = rng.choice(["right", "wrong", "unreadable", "missing"])
        text = {"right": CLASSIC_SOLUTION, "wrong": CLASSIC_SOLUTION[::-1], "unreadable": "?", "missing": " "}[kind]
        item["kind"] = kind
        answers.append({"id": item["id"], "output": text})
    rng.shuffle(answers)
    write_lines("items.jsonl", items)
    write_lines("answers.jsonl", answers)
    found = binairo("dataset", "score", "--json", "items.jsonl", "answers.jsonl").objects
    assert [(fields["id"], fields["verdict"]) for fields in found] == [(item["id"], item["kind"]) for item in items]


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.tuples(st.integers(2, 4), st.integers(2, 4)), min_size=1, max_size=2, unique=True),
    st.lists(st.sampled_from(["gentle", "easy"]), min_size=1, unique=True),
    st.lists(st.sampled_from(["unique", "any"]), min_size=1, unique=True),
    st.sampled_from(["no", "yes", "both"]),
    st.sampled_from([0, 30]),
)
def test_any_combination_is_whole_or_named_before_the_first_line(
    sizes: list[tuple[int, int]], bands: list[str], rules: list[str], signs: str, share: int
) -> None:
    options = [
        *[text for width, height in sizes for text in ("--size", f"{2 * width}x{2 * height}")],
        *[text for band in bands for text in ("--band", band)],
        *[text for rule in rules for text in ("--rules", rule)],
        *("--signs", signs, "--ambiguous", str(share), "--count", "4", "--seed", "1", "--workers", "1"),
    ]
    if not is_whole(*options, count=4):
        rest = binairo("dataset", "make", *options, "--skip-empty")
        assert rest.status == (0 if rest.out else 2)


def is_whole(*options: str, count: int) -> bool:
    """Return whether a data set has been made; if not, check that the reasons come before the first line."""
    outcome = binairo("dataset", "make", *options)
    if not outcome.status:
        assert (len(outcome.objects), outcome.err) == (count, "")
        return True
    assert (outcome.status, outcome.out) == (2, "")
    assert all(line.startswith("no ") for line in outcome.err.splitlines())
    return False


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height"), [(w, h) for w in range(4, 11) for h in range(4, 11) if w == h or not (w % 2 or h % 2)]
)
def test_every_combination_is_whole_or_named(width: int, height: int) -> None:
    for rules, signs, band, share in product(["unique", "any"], ["no", "yes"], BANDS, ["0", "20"]):
        kind = ("--size", f"{width}x{height}", "--rules", rules, "--signs", signs, "--band", band)
        shares = ("--ambiguous", share, "--unsolvable", share)
        is_whole(*kind, *shares, "--count", "5", "--seed", "1", "--workers", "1", count=5)
