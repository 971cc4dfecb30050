from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game import Clock
from binairo_tui.game.clock import LONGEST_GAP


class Source:
    """A monotonic clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_time_passes_only_while_it_runs() -> None:
    source = Source()
    clock = Clock(source, elapsed_ms=500)
    source.now += 10
    assert clock.elapsed_ms == 500
    assert clock.is_paused
    clock.resume()
    source.now += 2.5
    assert clock.elapsed_ms == 3000
    clock.resume()
    source.now += 1
    clock.pause()
    clock.pause()
    source.now += 50
    assert clock.elapsed_ms == 4000


def test_idle_time_is_taken_off() -> None:
    source = Source()
    clock = Clock(source)
    clock.resume()
    source.now += 90
    assert clock.idle_ms == 90_000
    clock.take_back_idle(30_000)
    source.now += 1
    assert clock.elapsed_ms == 31_000
    clock.touch()
    clock.take_back_idle(60_000)
    assert clock.elapsed_ms == 31_000
    source.now += 5
    clock.take_back_idle(0)
    assert (clock.elapsed_ms, clock.idle_ms) == (31_000, 0)


def test_a_long_gap_is_not_playing_time() -> None:
    source = Source()
    clock = Clock(source)
    clock.resume()
    source.now += 8 * 3600
    assert clock.elapsed_ms == LONGEST_GAP * 1000


@given(st.lists(st.tuples(st.sampled_from(("pause", "resume", "look")), st.floats(-100, 300))))
def test_time_never_shrinks(events: list[tuple[str, float]]) -> None:
    source = Source()
    clock = Clock(source)
    last, bound = 0, 0.0
    for event, gap in events:
        source.now += gap
        bound += max(gap, 0.0)
        if event != "look":
            getattr(clock, event)()
        assert last <= clock.elapsed_ms <= bound * 1000 + 1
        last = clock.elapsed_ms
