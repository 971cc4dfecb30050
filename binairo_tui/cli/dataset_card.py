"""The card of a data set: a Markdown page that says what is in it, and how it was made."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated, get_args, get_origin, get_type_hints

from binairo_tui import __version__, datasets
from binairo_tui.cli.dataset_fields import DatasetItem
from binairo_tui.engine import Request

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

## Scoring

`binairo score ITEMS ANSWERS` accepts every solution of an item, and `none` if it has none. `binairo audit ITEMS` checks
what this page says.
"""


class Card:
    """Counts the items of a data set as they are printed, and describes them in a card."""

    def __init__(self, plan: datasets.Plan) -> None:
        self._plan = plan
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
        """Return the card in Markdown."""
        rows = [
            (*_request_cells(request), *[str(counts[kind]) for kind in datasets.Kind])
            for request, counts in self._rows.items()
        ]
        splits = [(name, str(weight), str(self._splits[name])) for name, weight in self._plan.splits]
        return _TEXT.format(
            count=self._plan.count,
            version=__version__,
            command=command_text(self._plan),
            digest=self._digest.hexdigest(),
            kinds=_table(("size", "lines", "signs", "band", *datasets.Kind), rows),
            splits=f"{_table(('split', 'weight', 'items'), splits)}\n\n" if splits else "",
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
    return f"binairo dataset {' '.join(options)}"


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
