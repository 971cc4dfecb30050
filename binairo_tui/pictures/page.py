"""Boards one after another as a self-contained HTML page that needs no network.

Without JavaScript, the page lists all frames, each with its board. With JavaScript, it shows one frame at a time.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from binairo_tui.engine import Cell, Position, Puzzle

_STYLE = """
:root { color-scheme: light dark; --new: #ffd54f; --because: #b3d4fc; --given: #e4e4e4; --line: #888; }
@media (prefers-color-scheme: dark) { :root { --new: #8a6d00; --because: #1d4a7a; --given: #3a3a3a; } }
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 56rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin: 0 0 .3rem; }
section { margin: 0 0 2.5rem; break-inside: avoid; }
table { border-collapse: collapse; margin: .8rem 0; font-family: ui-monospace, monospace; font-size: SIZE; }
td { position: relative; width: 1.7em; height: 1.7em; padding: 0; text-align: center; border: 1px solid var(--line); }
td.g { background: var(--given); font-weight: bold; } td.b { background: var(--because); }
td.n { background: var(--new); outline: .16em solid; outline-offset: -.16em; font-weight: bold; }
th { font-size: .6em; font-weight: normal; color: GrayText; min-width: 1.6em; }
td i { position: absolute; z-index: 1; font-style: normal; font-size: .85em; line-height: .8; background: Canvas; }
td i.r { right: -.35em; top: 50%; transform: translateY(-50%); }
td i.d { bottom: -.45em; left: 50%; transform: translateX(-50%); }
nav { display: none; gap: .5rem; align-items: center; position: sticky; top: 0; background: Canvas; padding: .5rem 0; }
nav button { font: inherit; padding: .2rem .8rem; } nav input { flex: 1; min-width: 6rem; }
.scripted nav { display: flex; } .scripted section { display: none; } .scripted section.shown { display: block; }
ol.proof { margin: .3rem 0; } .legend span { padding: 0 .5em; margin-right: .8em; border: 1px solid var(--line); }
@media print { nav { display: none !important; } .scripted section { display: block; } }
"""
_SCRIPT = """
const sections = [...document.querySelectorAll("section")], slider = document.querySelector("nav input");
const place = document.querySelector("nav output"), [first, back, next, last] = document.querySelectorAll("nav button");
let at = 0;
function show(number) {
  at = Math.max(0, Math.min(sections.length - 1, number));
  sections.forEach((section, index) => section.classList.toggle("shown", index === at));
  slider.value = at; place.textContent = at + " of " + (sections.length - 1);
  first.disabled = back.disabled = at === 0; next.disabled = last.disabled = at === sections.length - 1;
  history.replaceState(null, "", "#step-" + at);
}
document.documentElement.classList.add("scripted");
slider.max = sections.length - 1;
slider.oninput = () => show(+slider.value);
first.onclick = () => show(0); back.onclick = () => show(at - 1);
next.onclick = () => show(at + 1); last.onclick = () => show(sections.length);
document.onkeydown = event => {
  const moves = {ArrowRight: at + 1, ArrowDown: at + 1, " ": at + 1, ArrowLeft: at - 1, ArrowUp: at - 1,
    Home: 0, End: sections.length};
  if (event.key in moves && !event.ctrlKey && !event.altKey && !event.metaKey && event.target.tagName !== "BUTTON") {
    event.preventDefault(); show(moves[event.key]);
  }
};
show(+(location.hash.match(/\\d+/) || [0])[0]);
"""
_NAVIGATION = """<nav aria-label="Steps"><button title="First (Home)">&#8676;</button>
<button title="Back (Left)">&#8592;</button><button title="Next (Right)">&#8594;</button>
<button title="Last (End)">&#8677;</button><input type="range" min="0" aria-label="Step"><output></output></nav>"""
_LEGEND = {
    "n": '<span style="background: var(--new)">filled in this step</span>',
    "b": '<span style="background: var(--because)">the reason</span>',
    "g": '<span style="background: var(--given)">given</span>',
}


class Frame(NamedTuple):
    """`changed` are the cells that differ from the frame before, and `reasons` those that explain the changes."""

    heading: str
    sentences: Sequence[str]
    position: Position
    changed: Sequence[Cell] = ()
    reasons: Sequence[Cell] = ()


def frames_page(title: str, puzzle: Puzzle, frames: Sequence[Frame], ending: str) -> str:
    """Return an HTML page for stepping through frames. The sentence `ending` is shown with the last frame.

    There must be at least one frame, and at least one sentence in each. The frames are numbered from 0, because the
    first frame shows the puzzle before any step.
    """
    sections = [_section(number, puzzle, frame) for number, frame in enumerate(frames)]
    sections[-1] = sections[-1].replace("</section>", f"<p><strong>{escape(ending)}</strong></p></section>")
    size = "1.2rem" if max(puzzle.width, puzzle.height) <= 14 else "0.85rem"
    head = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'\">\n"
        f'<meta name="puzzle" content="{puzzle}">\n'
        f"<title>{escape(title)}</title><style>{_STYLE.replace('SIZE', size)}</style></head>"
    )
    shown = [text for kind, text in _LEGEND.items() if kind != "b" or any(frame.reasons for frame in frames)]
    legend = f'<p class="legend">{" ".join(shown)}</p>'
    body = "\n".join([f"<h1>{escape(title)}</h1>", _NAVIGATION, *sections, legend])
    return f"{head}\n<body>\n{body}\n<script>{_SCRIPT}</script></body></html>\n"


def _section(number: int, puzzle: Puzzle, frame: Frame) -> str:
    first, *more = [escape(sentence) for sentence in frame.sentences]
    items = "".join([f"<li>{sentence}</li>" for sentence in more])
    listed = f'<ol class="proof">{items}</ol>' if items else ""
    heading = escape(frame.heading)
    return f'<section id="step-{number}"><h2>{heading}</h2><p>{first}</p>{listed}\n{_board(puzzle, frame)}</section>'


def _board(puzzle: Puzzle, frame: Frame) -> str:
    geometry = puzzle.geometry
    text = geometry.text(frame.position)
    marks = {"g": geometry.cells(puzzle.givens), "b": frame.reasons, "n": frame.changed}
    signs = _signs(puzzle)
    rows = ["<tr><th>" + "".join([f"<th>{column}" for column in range(1, puzzle.width + 1)])]
    for start in range(0, len(text), puzzle.width):
        cells = [f"<tr><th>{start // puzzle.width + 1}"]
        for cell in range(start, start + puzzle.width):
            kind = " ".join([mark for mark, marked in marks.items() if cell in marked])
            attribute = f' class="{kind}"' if kind else ""
            cells.append(f"<td{attribute}>{text[cell].replace('.', '')}{signs.get(cell, '')}")
        rows.append("".join(cells))
    return f"<table>{''.join(rows)}</table>"


def _signs(puzzle: Puzzle) -> dict[Cell, str]:
    found: dict[Cell, str] = {}
    for a, b, same in puzzle.signs:
        place = "r" if b - a == 1 else "d"
        found[a] = f"{found.get(a, '')}<i class={place}>{'=' if same else '&times;'}</i>"
    return found
