"""Adversarial texts: families of texts that are not puzzles, made to take much time or memory.

A family is a function of the number of bytes that its text may have.
"""

from __future__ import annotations

import json
import random
import zlib
from base64 import b64encode
from collections.abc import Callable
from functools import partial

from binairo_tui.formats import FORMATS

SIZE = 1 << 20
WIDEST = (1 << 16) - 8
"""Characters of the longest line that is not refused."""


def penpa(content: str) -> str:
    """Return an address of Penpa-edit with this content."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "m=edit&p=" + b64encode(packer.compress(content.encode()) + packer.flush()).decode()


def repeated(text: str, size: int) -> str:
    """Return the text repeated as often as it fits."""
    return text * (size // max(len(text.encode(errors="surrogateescape")), 1))


def in_long_lines(start: str, middle: str, end: str, size: int) -> str:
    """Return lines of the greatest length, each with a repeated middle."""
    line = start + repeated(middle, WIDEST - len((start + end).encode())) + end
    return repeated(line + "\n", size)


def in_one(start: str, middle: str, end: str, size: int) -> str:
    """Return one long text with a repeated middle."""
    return start + repeated(middle, size - len((start + end).encode())) + end


def noise(alphabet: str, seed: int, size: int) -> str:
    """Return random characters of an alphabet."""
    return "".join(random.Random(seed).choices(alphabet, k=size))


_SAVE = next(entry.example for entry in FORMATS if entry.name == "unruly-save")
_SAVE_HEAD = _SAVE.partition("NSTATES")[0]
_BOARD = "square,6,6,38\n\n\n"
_BOMBS = {
    "blank": "\n" * (1 << 20),
    "no grid": "x" * (1 << 20),
    "cells": f"{_BOARD}\n\n[{'1,' * 500_000}1]",
    "symbols": _BOARD + "zY:{" + ",".join([f'"{i}":[1,"circle_M",1]' for i in range(4_000)]) + "}\n\n[26,1,1,1,1]",
    "braces": f"{_BOARD}{'zY:{' * 200_000}\n\n[26,1,1,1]",
}

LINES: dict[str, str] = {
    "blank": "\n",
    "returns": "\r\n",
    "spaces": " \n",
    "wide spaces": " " * 40 + "\n",
    "comments": "#\n",
    "comments behind blanks": " # x\n",
    "a dot": ".\n",
    "a letter": "a\n",
    "a letter, blank": "a\n\n",
    "a dot, blank": ".\n\n",
    "a bar": "|\n",
    "a bar, blank": "|\n\n",
    "cells between bars": "|0|\n",
    "a semicolon": ";\n",
    "semicolons": ";;;\n",
    "a bracket": "[\n",
    "a brace": "{\n",
    "a closed bracket": "[]\n",
    "closed braces": "{}\n",
    "a broken object": '{"cells": [[0, 1], [1]]}\n',
    "a closing bracket": "]\n",
    "a quote behind a bracket": '["\n',
    "an open object": '{"a\n',
    "a save": "SAVEFILE:1:a\n",
    "a save alone": "SAVEFILE\n",
    "save, blank": "SAVEFILE:1:a\n\n",
    "lattice tops": ".-.-.\n",
    "lattice tops, blank": ".-.-.\n\n",
    "lattice lines": ".-.-.\n| | |\n",
    "a lattice": ".-.-.-.\n|B=Y?|\n.-.-.-.\n\n",
    "puzzlekit headers": "6 6\n",
    "puzzlekit rows": "9 9\n- - - - - - - - -\n",
    "puzzlekit, blank": "4 4\n- - 1 2\n\n",
    "binoxxo rows": "x2o\n",
    "binoxxo": "x9o\n\n",
    "short notations": "6x6;1\n",
    "notations of good length": f"6x6;{'.' * 35}?\n",
    "Unruly ids": "6x6:zz\n",
    "Unruly seeds": "6x6#1\n",
    "tasks": "6x6:1\n",
    "page tasks": "task='1'\n",
    "page tasks without end": "task=\n",
    "run lengths": "f/9\n",
    "0hh1 pages": "xxxx-xxx?\n",
    "0hh1 pages of odd rows": "xxxx-xxxxx\n",
    "addresses": "m=edit&p=%\n",
    "site addresses": "puzzle-binairo.com/\n",
    "prose": "This is not a puzzle, but a sentence of about eighty characters, as texts have them.\n",
    "prose, blank": "This is no puzzle.\n\n",
    "lists of 25": "." * 24 + "?\n",
    "lines of 35": "." * 35 + "\n",
    "wide blocks": "." * 41 + "\n",
    "rows of two lengths": "....\n......\n\n",
    "Unicode": "é☃\n",
    "control characters": "\x1b[2J\x07\n",
    "no UTF-8": "\udcff\n",
    "NUL": "\0\n",
}
"""Lines by name, to be repeated."""

LONG_LINES: dict[str, tuple[str, str, str]] = {
    "dots": ("", ".", ""),
    "spaced dots": ("", ". ", ""),
    "zeros": ("", "0", ""),
    "spaces": ("a", " ", "b"),
    "comments": ("", "# ", ""),
    "number signs": ("", "a#", ""),
    "semicolons": ("6x6;", ";", ""),
    "fields": ("6x6;;", "lines=any;", ""),
    "cells": ("40x40;", ".", ""),
    "signs": ("6x6;" + "." * 36 + ";signs=", "r1c1=r1c2,", "x"),
    "commas": ("6x6;" + "." * 36 + ";signs=", ",", ""),
    "Unruly letters": ("40x40:", "a", ""),
    "Unruly skips": ("40x40:", "z", ""),
    "seeds": ("6x6#", "1", ""),
    "task letters": ("", "a", "1"),
    "task digits": ("6x6:", "01", ""),
    "page tasks": ("task='", "1", "'"),
    "many page tasks": ("", "task=", ""),
    "task names": ("", "task ", ""),
    "spaces behind task": ("task", " ", ""),
    "puzzleWidth": ("task='1' ", "puzzleWidth", ""),
    "run lengths": ("f/", "a", ""),
    "run lengths of nothing": ("f/", "9", ""),
    "0hh1 page": ("", "xxxx-", ""),
    "0hh1 page without end": ("", "xbyx", "-"),
    "lattice top": ("", ".-", "."),
    "lattice top, broken": ("", ".-", ""),
    "bars": ("", "|", ""),
    "cells in bars": ("", "|1", "|"),
    "two bars": ("|", " ", "|"),
    "rules": ("", "+-", "+"),
    "binoxxo": ("", "x9", ""),
    "binoxxo ones": ("x", "1", "o"),
    "spaces and digits": ("0", " ", "1"),
    "brackets": ("", "[", ""),
    "quotes": ("", '"', ""),
    "quotes of three": ("", "'''", ""),
    "escaped quotes": ("[", '\\"', ""),
    "open comments": ("[", "/*", ""),
    "an open call": ("[f(", " ", ""),
    "names of modules": ("[", "a.", ""),
    "lists": ("[", "[],", "[]]"),
    "objects": ("[", "{},", "{}]"),
    "empty texts": ("[", '"",', '""]'),
    "numbers": ("[", "1,", "1]"),
    "long numbers": ("[", "1", "]"),
    "keys": ("{", '"a":1,', '"a":1}'),
    "escapes": ('["', "\\n", '"]'),
    "backslashes": ('["', "\\", ""),
    "nulls": ("[[", "null,", "null]]"),
    "rows": ('{"cells":[', '"01",', '"01"]}'),
    "NaN": ("[", "NaN,", "NaN]"),
    "an address": ("m=edit&p=", "A", ""),
    "an address by p": ("m=edit&p=", "p=", "&"),
    "many addresses": ("", "m=edit&p=", ""),
    "m and no p": ("", "?m=edit&", ""),
    "Unicode": ("", "☃", ""),
    "marks": ("a", "\u0301", ""),
    "escape characters": ("", "\x1b", ""),
    "a save": ("SAVEFILE:9:", "a", ""),
    "letters": ("", "xo", ""),
}
"""Parts of lines of the greatest length, by name: start, repeated middle, end."""

_ROW = " " * 900
WHOLE: dict[str, Callable[[int], str]] = {
    "records of a save": partial(in_one, "SAVEFILE:1:a\n", "MOVE:6:P1,3,0\n", ""),
    "moves of a game": partial(in_one, _SAVE_HEAD, "MOVE    :6:P1,3,0\n", ""),
    "restarts of a game": partial(in_one, _SAVE_HEAD, "RESTART:0:\n", ""),
    "moves of nothing": partial(in_one, _SAVE_HEAD, "MOVE:0:\n", ""),
    "keys of a save": lambda size: (
        in_one(_SAVE_HEAD, "", "", size)
        + "".join(
            f"{chr(65 + i // 676)}{chr(65 + i // 26 % 26)}{chr(65 + i % 26)}Q:0:\n" for i in range(size // 9 % 17_576)
        )
    ),
    "saves of one line": partial(repeated, "SAVEFILE:1:a\nGAME:1:b\n"),
    "numbers, one a line": partial(in_one, "[\n", "1,\n", "1]"),
    "texts, one a line": partial(in_one, "[\n", '"",\n', '""]'),
    "lists, one a line": partial(in_one, "[\n", "[],\n", "[]]"),
    "objects, one a line": partial(in_one, "[\n", "{},\n", "{}]"),
    "blank lines in a list": partial(in_one, "[", "\n", "]"),
    "open brackets in lines": partial(in_one, '{"cells":', "[\n", ""),
    "one grid and many lists": partial(in_one, '[{"cells":["01","10"]},\n', "[],\n", "[]]"),
    "objects between grids": partial(in_one, '[{"cells":["01","1"]},\n', '{"cells":["01"]},\n', "{}]"),
    "keys of one object, one a line": lambda size: "{\n" + ",\n".join(f'"{i}":0' for i in range(size // 13)) + "}",
    "rows without end": partial(in_one, '{"cells":[\n', '"..",\n', '".."]}'),
    "one line": partial(in_one, "", ".", ""),
    "one line of brackets": partial(in_one, "", "[", ""),
    "one JSON": partial(in_one, "[", "1,", "1]"),
    "JSON in the longest lines": partial(in_long_lines, "[", "[],", "[],"),
    "numbers in the longest lines": partial(in_long_lines, "[", "1,", "1,"),
    "rows after two numbers": partial(repeated, "10 10\n" + (" ".join("0" * 10) + _ROW + "\n") * 79 + "\n"),
    "rows of spaces": partial(repeated, "01" + _ROW + "\n" + ("  " + _ROW + "\n") * 79 + "x\n\n"),
    "short lines after a drawn one": partial(repeated, "+" + "-" * 990 + "+\n" + "|\n" * 79 + "\n"),
    "puzzles in comments": partial(repeated, "2x2;1...\n" + "#\n" * 3_000),
    "growing brackets": lambda size: "\n".join(["[" * (i % 300) for i in range(size // 151)]),
    "noise of grids": partial(noise, " .01xXoO|\n", 1),
    "noise of letters": partial(noise, "abzAZ019x:;#/\n", 2),
    "noise of JSON": partial(noise, '[]{}",:01\\ \n', 3),
    "noise of everything": partial(noise, " .01xXoObByYzaA-_|+=:;#/\\\"'[]{}(),\n\t29rcé\0\x1b", 4),
    **{f"bombs: {name}": partial(repeated, penpa(content) + "\n") for name, content in _BOMBS.items()},
    **{f"examples of {entry.name}, broken": partial(repeated, entry.example[:-2] + "?\n\n") for entry in FORMATS},
    "objects broken off": partial(repeated, '{"cells": [[0, 1],\n'),
    "strings of a deep object": lambda size: json.dumps([["x" * 50] * (size // 60)]),
}
"""Functions that return a whole text of a size, by name."""

FAMILIES: dict[str, Callable[[int], str]] = {
    **{f"lines: {name}": partial(repeated, line) for name, line in LINES.items()},
    **{f"long lines: {name}": partial(in_long_lines, *parts) for name, parts in LONG_LINES.items()},
    **WHOLE,
}
"""All families, by name."""


def adversarial_bytes(name: str, size: int = SIZE) -> bytes:
    """Return a text of a family, at most `size` bytes."""
    raw = FAMILIES[name](size).encode(errors="surrogateescape")
    return raw[:size]
