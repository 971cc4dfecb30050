"""The card of a data set: a Markdown page that says what is in it, and how it was made."""

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256

from binairo_tui import __version__, datasets
from binairo_tui.engine.generation import kind_text

_TEXT = """\
---
license: cc0-1.0
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
configs:
- config_name: default
  data_files:
{files}---

# {count} Binairo puzzles

Made with binairo-tui {version} by

    {command}

which makes the same items again on every machine, with any number of processes.

## What is in it

{kinds}

{splits}

## How it was made

- Each unique item was generated from a random grid and has exactly one solution, as a complete search has shown.
- Each ambiguous item was generated in the same way, but lacks one given. Each unsolvable item was generated in the same
  way, but has the opposite value of one given; its givens break no rule.
- Difficulties and scores are those of `binairo grade`, which follows the easiest path to the solution. No item was made
  by hand or taken from elsewhere.
- No two items are copies of each other. A copy may be turned or mirrored, and its 0s and 1s may be swapped.
- The split of an item depends only on the solution that it was made from, and is the same for all copies of this
  solution. So no puzzle or solution is in two splits, not even as a copy. If two data sets have the same list of
  splits, a unique item is in the same split of both.

## Fields

`binairo help dataset make --schema` describes all fields. An item has an `id`, its `kind`, the `puzzle` and a
`solution`; unique items have a difficulty ("band"), a `score` and `techniques`. The `witness` of an ambiguous item is a
second solution. The `witness` of an unsolvable item names givens that cannot all be right.

## Prompt

    Fill every cell of this Binairo with 0 or 1. Each row and each column has as many 0s as 1s (with an odd side, one
    more 1), and never three equal values next to each other. No two rows and no two columns are the same, unless the
    text says "lines=any". A sign such as r1c1=r1c2 or r1c1xr2c1 says that two cells are equal or different.
    The puzzle (width x height; cells row by row, with dots for blanks): PUZZLE
    End with the grid, one row on each line, or with "none" if there is no solution.

Replace PUZZLE by the field `puzzle` of the item.

## Scoring

The metric is the share of right answers. `binairo dataset score ITEMS ANSWERS --summary` prints it by size, difficulty
and kind. It accepts any solution of an item. If there is no solution, it accepts the statement that there is none.
`binairo dataset audit ITEMS` checks what this page says.

## Limits

- The puzzles are synthetic. Their difficulty is that of the easiest path that the program knows; people and models may
  find other puzzles hard.
- Small sizes have few grids, so solutions repeat. `binairo dataset audit` says how many items would be solved by
  giving the same answer to all items of a size.
- Anybody who knows the command above can make the items and their solutions. For a test that nobody can have seen,
  choose your own seed and keep it secret.
"""


def card_text(plan: datasets.Plan, texts: Mapping[str, str]) -> str:
    """Return the card of a data set: a head in YAML, then Markdown. `texts` maps each split to its lines."""
    kinds = Counter(plan.kind(number) for number in range(plan.count))
    rows = [
        (kind_text(request).replace(" puzzle", ""), *[str(kinds[kind, request]) for kind in datasets.Kind])
        for request in plan.requests
    ]
    parts = [
        (f"{split}.jsonl", str(text.count("\n")), sha256(text.encode()).hexdigest()) for split, text in texts.items()
    ]
    return _TEXT.format(
        count=plan.count,
        files="".join([f"  - split: {split}\n    path: {split}.jsonl\n" for split in texts]),
        version=__version__,
        command=_command_text(plan),
        kinds=_table(("puzzles", *datasets.Kind), rows),
        splits=_table(("file", "items", "SHA-256"), parts),
    )


def _command_text(plan: datasets.Plan) -> str:
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
        f"--seed {plan.seed} --skip-empty",
    ]
    return f"binairo dataset make {' '.join(options)}"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join([f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rows)])
