"""Techniques: the conclusions that a player can draw from a position and the rules alone.

A technique finds `Deduction`s. No technique uses a solution, so deductions hold in all solutions. A technique that
needs to see a single line only is a `LineTechnique`, which covers rows and columns; others are `BoardTechnique`s.
CONTRIBUTING says how to add one.

This package imports its modules on first use. Several threads may do so at the same time, so there must be no circular
imports: one of the threads could see a partly initialized module.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.engine.techniques import base, deductions, hypothesis, registry, sign_chain
else:
    __getattr__ = lazy_exports(__name__)
