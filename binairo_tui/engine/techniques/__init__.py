"""Techniques: the conclusions that a player can draw from a position and the rules alone.

A technique finds `Deduction`s. No technique uses a solution, so deductions hold in all solutions. A technique that
looks at one line at a time is a `LineTechnique`; it works for rows and columns. The others are `BoardTechnique`s.
CONTRIBUTING says how to add one.

This package imports its modules on first use. Several threads may import them at the same time. So there must be no
circular imports: a thread could otherwise see a partly initialized module.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.engine.techniques import base, deductions, hypothesis, registry, sign_chain
else:
    __getattr__ = lazy_exports(__name__)
