"""Board sizes as arguments: `8`, `8x10`."""

from __future__ import annotations

import re

import click

_SIZE = re.compile(r"([1-9][0-9]?)(?:x([1-9][0-9]?))?")


def parse_size(text: str) -> tuple[int, int] | None:
    """(width, height) of a bare size such as `8` or `8x10`; None if the text is something else."""
    match = _SIZE.fullmatch(text)
    return (int(match[1]), int(match[2] or match[1])) if match else None


class BoardSize(click.ParamType):  # type: ignore[type-arg]  # click 8.1 knows no type arguments here
    """A size, as (width, height), of which a board can be made."""

    name = "size"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Refuse what is no size, and sizes that no board can have."""
        from binairo_tui.engine.puzzle import size_fault

        size = parse_size(value) if isinstance(value, str) else value
        if size is None:
            self.fail("expected a size such as 8 or 8x10", param, ctx)
        fault = size_fault(*size)
        if fault:
            self.fail(fault, param, ctx)
        return size
