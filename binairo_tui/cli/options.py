"""`Verb`, the class of all verbs, and the arguments and options that verbs share."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

import click

from binairo_tui import files, settings
from binairo_tui.cli import json_fields, output

Command = TypeVar("Command", bound=Callable[..., Any])

_SCREEN = f"{__name__}.screen"
_CELLS = frozenset("01._ ")


class Verb(click.Command):
    """A command whose help is its docstring line by line, because click would rewrap the examples as paragraphs.

    `prints` holds the kinds of JSON objects that the command prints, or is a function that returns the kinds, so that
    the help need not import them. `needs` maps options to those that must be given with them. `excludes` holds groups
    of options; at most one of a group may be given. Arguments are named as in the usage, such as `PUZZLE`.
    """

    allow_extra_args = True
    """True, so that `parse_args` can refuse extra arguments with advice."""

    def __init__(
        self,
        *arguments: Any,
        prints: Sequence[json_fields.Printed] | Callable[[], Sequence[json_fields.Printed]] = (),
        needs: Mapping[str, str] = MappingProxyType({}),
        excludes: Sequence[Sequence[str]] = (),
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self.prints = prints
        self._needs = needs
        self._excludes = excludes

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Give every error the context of the verb, which click's parser may leave out."""
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        if rest and not isinstance(self, click.Group) and not ctx.resilient_parsing:
            ctx.fail(
                f"Got unexpected extra argument{'s' * (len(rest) > 1)} ({' '.join(rest)}){self._advice(ctx, rest)}"
            )
        self._check_together(ctx)
        return rest

    def _check_together(self, ctx: click.Context) -> None:
        given = {
            it.opts[0] if isinstance(it, click.Option) else str(it.metavar).strip("[.]")
            for it in self.params
            if ctx.get_parameter_source(str(it.name)) is click.core.ParameterSource.COMMANDLINE
        }
        for option, needed in self._needs.items():
            if option in given and needed not in given:
                ctx.fail(f"{option} needs {needed}")
        for group in self._excludes:
            if len(clash := [name for name in group if name in given]) > 1:
                ctx.fail(f"{' and '.join(clash)} exclude each other")

    def _advice(self, ctx: click.Context, extra: Sequence[str]) -> str:
        """Return a sentence with the command probably meant by the `extra` arguments, or ''."""
        rows, meant = [ctx.params.get("puzzle") or "", *extra], ""
        if rows[0] and set("".join(rows)) <= _CELLS:
            meant = shlex.quote(" ".join(rows))
        for option in self.params:
            if not meant and isinstance(option, click.Option) and isinstance(option.type, _TELLING):
                with suppress(click.UsageError):
                    option.type.convert(extra[0], option, ctx)
                    meant = f"{option.opts[0]} {extra[0]}"
        return f". Did you mean: {ctx.command_path} {meant}" if meant else ""

    def get_short_help_str(self, limit: int = 0) -> str:  # noqa: ARG002
        """Return the whole first sentence of the help, which click would cut off."""
        return super().get_short_help_str(1000)

    def invoke(self, ctx: click.Context) -> NoReturn:
        """Run the command, and exit with the status that it returns, or with YES if it returns none."""
        ctx.exit(super().invoke(ctx) or output.Status.YES)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        formatter.write_paragraph()
        for line in cleandoc(self.help or "").splitlines():
            formatter.write(f"  {line}".rstrip() + "\n")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option `--help`, changed to print the help in the same way as all other output."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = printing(click.Context.get_help)
        return option


class Verbs(Verb, click.Group):
    """A verb with verbs of its own. `modules` maps their names to modules that are imported when they are called."""

    meant: Mapping[str, Sequence[str]] = MappingProxyType({})
    """Maps words that are not verbs of this program to the verbs that players mean."""

    def __init__(self, *arguments: Any, modules: Mapping[str, str] = MappingProxyType({}), **options: Any) -> None:
        super().__init__(*arguments, no_args_is_help=False, **options)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [*self._modules, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._modules:
            command: click.Command = import_module(self._modules[cmd_name]).command
            return command
        return super().get_command(ctx, cmd_name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not self.invoke_without_command and not ctx.resilient_parsing:
            ctx.fail(f"a verb is needed: {', '.join(self.list_commands(ctx))}")
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb that the first argument names; reject any other word and suggest a similar verb."""
        name = args[0]
        if name not in self.list_commands(ctx) and not name.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"There is no verb '{output.quote_argument(name)}'{self.advice(ctx, name)}")
        return super().resolve_command(ctx, args)

    def advice(self, ctx: click.Context, name: str) -> str:
        """Return a sentence that suggests a verb for a word that is not a verb, or ''."""
        from difflib import get_close_matches

        near = self.meant.get(name.lower()) or get_close_matches(name, self.list_commands(ctx), 2)
        return f". Did you mean {' or '.join(map(repr, near))}?" if near else ""

    def sections(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:
        """Return the headings in the help and the verbs under them, in order."""
        return {"Verbs": self.list_commands(ctx)}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.list_commands(ctx)))
        for heading, verbs in self.sections(ctx).items():
            with formatter.section(heading):
                commands = {verb: self.get_command(ctx, verb) for verb in verbs}
                formatter.write_dl(
                    [(f"{verb:{width}}", it.get_short_help_str() if it else "") for verb, it in commands.items()]
                )


def printing(text_of: Callable[[click.Context], str]) -> Callable[[click.Context, click.Parameter, bool], None]:
    """Return a callback for an option that prints a text and exits."""

    def show(ctx: click.Context, parameter: click.Parameter, is_asked: bool) -> None:  # noqa: ARG001
        if is_asked and not ctx.resilient_parsing:
            output.print_data(text_of(ctx))
            ctx.exit()

    return show


class BoardSize(click.ParamType):  # type: ignore[type-arg]  # click 8.1 knows no type arguments here
    """The type of options that are sizes of boards, such as `8` or `8x10`. A value is a tuple (width, height)."""

    name = "size"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        from binairo_tui.engine.puzzle import parse_size, size_fault

        size = parse_size(value) if isinstance(value, str) else value
        fault = size_fault(*size) if size else "expected a size such as 8 or 8x10"
        if size is None or fault:
            self.fail(fault, param, ctx)
        return size


class WholeNumber(click.ParamType):  # type: ignore[type-arg]  # click 8.1 knows no type arguments here
    """The error message states the bounds in words; the message of click's own type would show a formula."""

    name = "integer"

    def __init__(self, least: int, most: int | None = None) -> None:
        self._least = least
        self._most = most

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        with suppress(ValueError):
            number = int(value)
            if self._least <= number and (self._most is None or number <= self._most):
                return number
        bounds = f"of at least {self._least}" if self._most is None else f"from {self._least} to {self._most:,}"
        return self.fail(f"expected a whole number {bounds}", param, ctx)


def today() -> date:
    """Return the player's day, which may begin some hours after midnight."""
    chosen, _ = settings.load_settings(files.paths.config_path())
    return chosen.day_of(datetime.now())


class Day(click.ParamType):  # type: ignore[type-arg]  # click 8.1 knows no type arguments here
    """The type of options that are dates, `2026-05-31`, `today` or `yesterday`."""

    name = "day"

    def convert(self, value: str | date, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if value in ("today", "yesterday"):
            return today() - timedelta(value == "yesterday")
        with suppress(ValueError):
            day = date.fromisoformat(str(value))
            if day.isoformat() == str(value):  # fromisoformat accepts more forms in newer Pythons
                return day
        return self.fail("expected today, yesterday or a date such as 2026-05-31", param, ctx)


_TELLING = (BoardSize, Day, click.Choice)
"""Types whose values alone tell which option they were meant for."""


POSITIVE = WholeNumber(1, 1_000_000_000)
# Copied, because importing the engine would slow `binairo --help`; a test compares the copies with the originals.
BANDS = ("gentle", "easy", "medium", "hard", "expert", "extreme")
LATEST_RECIPE = 2

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")


def size_option(default: str) -> Callable[[Command], Command]:
    return click.option(
        "--size", metavar="SIZE", default=default, type=BoardSize(), help=f"Such as 8 or 8x10. Default: {default}."
    )


def band_option(text: str) -> Callable[[Command], Command]:
    names = click.Choice(BANDS, case_sensitive=False)
    return click.option("--band", "--difficulty", type=names, metavar="BAND", help=text)


def file_option(*names: str, text: str) -> Callable[[Command], Command]:
    return click.option(*names, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help=text)


output_option = file_option("--output", "-o", "path", text="Write to FILE instead of standard output.")
workers_option = click.option(
    "--workers",
    type=WholeNumber(1, 512),
    default=lambda: files.system.core_count(),  # noqa: PLW0108 - imports it on first use
    metavar="N",
    help="Number of processes. Default: one per core.",
)


def screen_options(command: Command) -> Command:
    """Add `--ascii` and `--mouse`. They are not passed as parameters; `screen_choices` returns their values."""

    def remember(ctx: click.Context, param: click.Parameter, value: bool | None) -> None:
        if value is not None:
            choice = {"mouse": value} if param.name == "mouse" else {"charset": "ascii" if value else "unicode"}
            ctx.meta.setdefault(_SCREEN, {}).update(choice)

    shared: dict[str, Any] = {"default": None, "expose_value": False, "callback": remember}
    mouse = click.option("--mouse/--no-mouse", help="Also play with the mouse.", **shared)
    return click.option("--ascii/--unicode", help="Draw in ASCII only, or in Unicode.", **shared)(mouse(command))


def screen_choices() -> dict[str, str | bool]:
    """Return the app settings that the `screen_options` before and after the verb override."""
    return dict(click.get_current_context().meta.get(_SCREEN, {}))


def random_seed() -> int:
    """Return a new seed, and print it to stderr so that the result can be reproduced."""
    from secrets import randbits

    seed = randbits(32)
    output.print_warning(f"seed {seed}")
    return seed
