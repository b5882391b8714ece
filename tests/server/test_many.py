"""Many at once, in short: tables side by side stay apart, memory stays flat, and everyone coming back at once stalls nobody."""

from __future__ import annotations

from pathlib import Path

from many import many


async def test_many_tables_and_a_restart(tmp_path: Path) -> None:
    """120 people at 20 tables: each sees its own table alone, memory is flat; killed, all are back, none waits two seconds."""
    seen = await many(tmp_path, tables=20, seconds=4, pause=0.05, over=0.5)
    assert seen.moves > 20
    assert seen.late < seen.early + 20_000
    assert seen.stalled < 2
