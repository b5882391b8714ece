"""What a decision costs: a punch exchange, its odds, a table in memory, the page's size.

Processor time, beside a calibration loop of the same run, for machines differ:
`python bench/rules.py`.
"""

from __future__ import annotations

import gzip
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fracas_rules import RULESETS
from fracas_rules.errors import Refused
from fracas_rules.kernel import facts as f
from fracas_rules.kernel import odds
from fracas_rules.kernel.decide import Repeated, create, decide, timeline
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.resolve import read
from fracas_rules.kernel.viewer import Viewer

GAME = RULESETS["unisystem"]
GM = Viewer("gm", "gm")
CALIBRATION_ADDITIONS = 200_000


def send(line: Timeline, key: str, dice: Callable[[str, int], int], **command: Any) -> None:
    """Decide a GM's command and fold it."""
    came = decide(GAME, line, "gm", command, key, dice)
    if isinstance(came, Refused | Repeated):
        raise RuntimeError(str(came))
    line.fold(came)


def table(*templates: str) -> Timeline:
    """A table with a GM and combatants from templates, with ids c0, c1 …"""
    line = timeline(GAME, create(GAME, "bench", "Bench", bytes(32)))
    line.fold(f.Commit(1, "gm", "", 0, f.Receipt(""), (f.SeatSet(f.Seat("gm", "GM", "gm")),)))
    for at, one in enumerate(templates):
        send(line, f"add{at}", lambda _who, _sides: 1, do="add_combatant", template=one, id=f"c{at}")
    return line


def exchange(line: Timeline, key: str, dice: Callable[[str, int], int]) -> None:
    """A punch, the defence answered with a dodge, whatever else is asked by its default."""
    send(line, key, dice, do="act", actor="c0", maneuver="punch", targets=["c1"])
    turn = 0
    while (pending := line.state.pending) is not None:
        asked = pending.asks[0]
        pick = "dodge" if asked.ask.key == "defense" else asked.ask.default
        send(line, f"{key}.{turn}", dice, do="answer", ask=asked.id, pick=pick)
        turn += 1


def calibration() -> float:
    """Seconds for a plain loop of additions."""
    start, total = time.process_time(), 0
    for number in range(CALIBRATION_ADDITIONS):
        total += number
    return time.process_time() - start


def punches(runs: int = 1500) -> tuple[float, float]:
    """Microseconds of an exchange, and of the calibration loop beside it: medians over batches."""
    chance = random.Random(7)
    line = table("hunter", "brawler")
    dice = lambda _who, sides: chance.randint(1, sides)  # noqa: E731 - a die in one line
    send(line, "poor", dice, do="adjust", targets=["c0", "c1"], set={"drama_points": 0})
    batches, loops = [], []
    for batch in range(runs // 50):
        loops.append(calibration())
        send(line, f"heal{batch}", dice, do="adjust", targets=["c1"], set={"life_points": 900})
        start = time.process_time()
        for turn in range(50):
            exchange(line, f"p{batch}.{turn}", dice)
        batches.append((time.process_time() - start) / 50)
    return statistics.median(batches) * 1e6, statistics.median(loops) * 1e6


def chances() -> tuple[float, float]:
    """Milliseconds of the odds of a punch against a dodge: one walk, and the whole query with every defence."""
    line = table("hunter", "brawler")
    send(line, "poor", lambda _who, _sides: 1, do="adjust", targets=["c0", "c1"], set={"drama_points": 0})
    act = read(GAME, {"do": "act", "actor": "c0", "maneuver": "punch", "targets": ["c1"]})
    walks, queries = [], []
    for _ in range(15):
        start = time.process_time()
        odds.reckon(GAME, line.state, GM, act)
        walks.append(time.process_time() - start)
        start = time.process_time()
        odds.query(GAME, line.state, GM, act)
        queries.append(time.process_time() - start)
    return statistics.median(walks) * 1e3, statistics.median(queries) * 1e3


def memory() -> float:
    """Kilobytes of a table of eight combatants after forty exchanges, its undo marks included."""
    table("hunter", "brawler")
    chance = random.Random(7)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = []
    for _ in range(5):
        line = table("hunter", "brawler", "scholar", "vampire", "vampire", "thug", "thug", "gunman")
        send(line, "poor", lambda _who, _sides: 1, do="adjust", targets=["c0", "c1"], set={"drama_points": 0, "life_points": 900})
        for turn in range(40):
            exchange(line, f"p{turn}", lambda _who, sides: chance.randint(1, sides))
        kept.append(line)
    size = (tracemalloc.get_traced_memory()[0] - before) / len(kept) / 1024
    tracemalloc.stop()
    return size


def page() -> float | None:
    """Kilobytes of the page's own code, gzipped, without PixiJS and second languages; None where it is not built."""
    folder = Path(__file__).parent.parent / "vtt-module" / "dist" / "page"
    own = [
        one for one in folder.glob("**/*")
        if one.suffix in (".js", ".css", ".html") and "pixi" not in one.name and one.name != "de.js"
    ]
    return sum(len(gzip.compress(one.read_bytes(), 9)) for one in own) / 1000 if own else None


def main() -> None:
    """Print the figures."""
    exchange_us, loop_us = punches()
    walk_ms, query_ms = chances()
    print(f"python {sys.version.split()[0]}")
    print(f"calibration loop ({CALIBRATION_ADDITIONS:,} additions)   {loop_us / 1e3:8.1f} ms")
    print(f"punch exchange, decided and folded          {exchange_us:8.0f} µs   ({exchange_us / loop_us:.4f} of the loop)")
    print(f"odds of a punch against a dodge             {walk_ms:8.1f} ms   ({walk_ms * 1e3 / loop_us:.2f} of the loop)")
    print(f"the whole odds query, every defence         {query_ms:8.1f} ms")
    print(f"a table of eight after forty exchanges      {memory():8.0f} kB")
    size = page()
    shown = f"{size:8.1f} kB" if size is not None else "   not built (make page)"
    print(f"the page's own code, gzipped                {shown}")


if __name__ == "__main__":
    main()
