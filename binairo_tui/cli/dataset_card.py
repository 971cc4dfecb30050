"""The card of a data set: a Markdown page that says what is in it, and how it was made."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated, get_args, get_origin, get_type_hints

from binairo_tui import __version__, datasets
from binairo_tui.cli.dataset_fields import DatasetItem
from binairo_tui.engine import Request

_HEAD = """\
---
license: {licence}
pretty_name: {count} Binairo puzzles
task_categories:
- question-answering
tags:
- binairo
- takuzu
- puzzles
- logic
- reasoning
- synthetic
size_categories:
- {category}
configs:
- config_name: default
  data_files:
{files}---

"""
_CATEGORIES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))

_TEXT = """\
# {count} Binairo puzzles

Made with binairo-tui {version} by

    {command}

which makes the same items again on every machine, with any number of processes. The SHA-256 of the lines is
{digest}.

## What is in it

{kinds}

{splits}## How it was made

- Each unique item was generated from a random grid and has exactly one solution, as a complete search has shown.
- Each ambiguous item is such a puzzle without one of its givens. Each unsolvable item is such a puzzle with the
  opposite value of one given; its givens break no rule.
- Difficulties and scores are those of `binairo grade`: they follow the easiest path to the solution. No item was made
  by hand or taken from elsewhere.
- No two items are the same, turned, mirrored, or with 0s and 1s swapped.
- The solution that an item was made from, up to these changes, decides its split. So neither a puzzle nor a solution is
  in two splits, not even as a copy. A unique item has the same split in all data sets with the same splits.

## Fields

{fields}

## Prompt

    Fill every cell of this Binairo with 0 or 1. Each row and each column has as many 0s as 1s (with an odd side, one
    more 1), and never three equal values next to each other. No two rows and no two columns are the same, unless the
    text says "lines=any". A sign such as r1c1=r1c2 or r1c1xr2c1 says that two cells are equal or different.
    The puzzle (width x height; cells row by row, with dots for blanks): PUZZLE
    End with the grid, one row on each line, or with "none" if there is no solution.

The field `puzzle` takes the place of PUZZLE.

## Scoring

The metric is the share of right answers. `binairo dataset score ITEMS ANSWERS --summary` prints it by size, difficulty
and kind. It accepts every solution of an item, and the statement that there is none if there is none.
`binairo dataset audit ITEMS` checks what this page says.

## Limits

- The puzzles are synthetic. Their difficulty is that of the easiest path that the program knows; people and models may
  find other puzzles hard.
- There are few grids of small sizes, so that solutions repeat; `binairo dataset audit` says how many items a constant
  answer solves.
- Anybody who has the command above can make the items, with their solutions. For a test that nobody can have seen,
  choose a seed of your own and keep it.
"""


class Card:
    """Counts the items of a data set as they are printed, and describes them in a card."""

    def __init__(self, plan: datasets.Plan, command: str, licence: str) -> None:
        self._plan, self._command, self._licence = plan, command, licence
        self._rows: dict[Request, Counter[datasets.Kind]] = {request: Counter() for request in plan.requests}
        self._splits: Counter[str] = Counter()
        self._digest = sha256()

    def add(self, item: datasets.Item, line: str) -> None:
        """Count an item that was printed as this line."""
        kind, request = self._plan.kind(item.number)
        self._rows[request][kind] += 1
        self._splits[self._plan.split(item.group)] += 1
        self._digest.update(f"{line}\n".encode())

    def text(self) -> str:
        """Return the card in Markdown, below a head in YAML."""
        names = [(name, name) for name, _ in self._plan.splits if self._splits[name]] or [("train", "items")]
        head = _HEAD.format(
            licence=self._licence,
            count=self._plan.count,
            category=next((text for limit, text in _CATEGORIES if self._plan.count < limit), "n>1M"),
            files="".join([f"  - split: {name}\n    path: {path}.jsonl\n" for name, path in names]),
        )
        rows = [
            (*_request_cells(request), *[str(found[kind]) for kind in datasets.Kind])
            for request, found in self._rows.items()
        ]
        counts = [(name, str(weight), str(self._splits[name])) for name, weight in self._plan.splits]
        return head + _TEXT.format(
            count=self._plan.count,
            version=__version__,
            command=self._command,
            digest=self._digest.hexdigest(),
            kinds=_table(("size", "lines", "signs", "band", *datasets.Kind), rows),
            splits=f"{_table(('split', 'weight', 'items'), counts)}\n\n" if counts else "",
            fields=_table(("field", "meaning"), _meanings(has_proofs=self._plan.has_proofs)),
        )


def command_text(plan: datasets.Plan) -> str:
    """Return the command that makes the items of a plan."""
    requests = plan.requests
    signs = {request.has_signs for request in requests}
    options = [
        f"--count {plan.count}",
        *dict.fromkeys([f"--size {request.width}x{request.height}" for request in requests]),
        *dict.fromkeys([f"--band {request.band.name.lower()}" for request in requests if request.band]),
        *dict.fromkeys([f"--rules {'unique' if request.unique_lines else 'any'}" for request in requests]),
        f"--signs {'both' if len(signs) == 2 else 'yes' if True in signs else 'no'}",
        f"--ambiguous {plan.ambiguous} --unsolvable {plan.unsolvable}",
        *[f"--split {name}={weight}" for name, weight in plan.splits],
        *(["--proofs"] if plan.has_proofs else []),
        f"--seed {plan.seed}",
    ]
    return f"binairo dataset make {' '.join(options)}"


def _request_cells(request: Request) -> tuple[str, ...]:
    rule, band = "unique" if request.unique_lines else "any", request.band.title if request.band else "any"
    return f"{request.width}x{request.height}", rule, "yes" if request.has_signs else "no", band


def _meanings(*, has_proofs: bool) -> list[tuple[str, str]]:
    rows = []
    for name, hint in get_type_hints(DatasetItem, include_extras=True).items():
        kind = hint if get_origin(hint) is Annotated else get_args(hint)[0]  # within NotRequired
        if name != "steps" or has_proofs:
            rows.append((f"`{name}`", dict(get_args(kind)[1:])["description"]))
    return rows


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join([f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rows)])
