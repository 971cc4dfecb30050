"""A few days of the simulated year."""

from pathlib import Path

from tests.host.year import Year, simulated


async def test_a_host_keeps_what_it_acknowledged_for_days(tmp_path: Path) -> None:
    year = Year(tmp_path / "host", seed=4)
    with simulated(year):
        await year.live(days=7, players=24)
    assert [name for name in ("races", "restarts", "lost keys", "backups") if not year.counts[name]] == []
