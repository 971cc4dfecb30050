"""Glicko-2, a rating system: estimates the strength of a player, and how certain the estimate is.

Source: Mark E. Glickman, "Example of the Glicko-2 system" (2013). A test uses the worked example of this paper. The
steps in the comments are those of the paper.
"""

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""One unit of the paper's internal scale, in points of a rating."""
MOST, LEAST = 350.0, 45.0
"""The largest deviation, that of an unknown player, and the smallest; even known players have bad days."""
TAU = 0.5
"""The system constant of the paper: the smaller it is, the less a volatility can change."""


class Rating(NamedTuple):
    """A rating. In two of three cases, the true strength is at most `deviation` away from `value`.

    `volatility` says how much the strength varies from one period to the next.
    """

    value: float = 1500.0
    deviation: float = MOST
    volatility: float = 0.06

    def after(self, periods: int) -> "Rating":
        """Return this rating after some periods without a game. Each period makes the rating less certain (step 6)."""
        deviation = sqrt(self.deviation**2 + periods * (SCALE * self.volatility) ** 2)
        return self._replace(deviation=min(deviation, MOST))


def rate(rating: Rating, games: Iterable[tuple[Rating, float]]) -> Rating:
    """Each game is the opponent's rating before the period, and the score, from 0 (lost) to 1 (won)."""
    mu, phi = (rating.value - 1500) / SCALE, rating.deviation / SCALE  # step 2
    information = gain = 0.0
    for opponent, score in games:
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.value - 1500) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    if not information:
        return rating.after(1)
    variance = 1 / information  # step 3
    volatility = _volatility(phi, rating.volatility, variance, variance * gain)  # steps 4 and 5
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + information)  # steps 6 and 7
    return Rating(1500 + SCALE * (mu + phi**2 * gain), min(max(SCALE * phi, LEAST), MOST), volatility)  # step 8


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility, by the Illinois algorithm (step 5)."""
    start = log(sigma**2)

    def slope(x: float) -> float:
        total = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low, high = start, start - TAU
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
