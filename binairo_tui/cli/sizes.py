"""Board sizes as arguments: `8`, `8x10`."""

from __future__ import annotations

import click


class BoardSize(click.ParamType):  # type: ignore[type-arg]  # click 8.1 knows no type arguments here
    """A size, as (width, height), of which a board can be made."""

    name = "size"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Refuse what is no size, and sizes that no board can have."""
        from binairo_tui.engine.puzzle import parse_size, size_fault

        size = parse_size(value) if isinstance(value, str) else value
        if size is None:
            self.fail("expected a size such as 8 or 8x10", param, ctx)
        fault = size_fault(*size)
        if fault:
            self.fail(fault, param, ctx)
        return size
