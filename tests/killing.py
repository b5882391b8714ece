"""kill -9 under load, again and again: no acknowledged command is missing, none is there twice, every open ask is alive.

A test plays ten rounds of this; `python tests/killing.py --rounds 200` (in `make soak`) plays more.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import random
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from duel import DUEL
from fracas_server import logfile
from fracas_server.history import History
from fracas_server.store import file
from fracas_server.testing import Goodbye, Refusal, client
from processes import Toys, toys
from websockets.exceptions import WebSocketException

POKE: dict[str, Any] = {"do": "act", "actor": "a", "maneuver": "poke", "targets": ["b"]}


class Hand:
    """One seat that acts as fast as it can. What it does not know to be done, it sends again after the restart."""

    def __init__(self, name: str, token: str, seed: int) -> None:
        self.name = name
        self.token = token
        self.dice = random.Random(f"{seed}/{token}")
        self.ids = (f"{name}-{n}" for n in itertools.count(1))
        self.open: list[tuple[str, dict[str, Any]]] = []
        self.done: list[str] = []
        self.cursor: str | None = None

    async def act(self, url: str) -> None:
        """Play until the server is gone."""
        with contextlib.suppress(Goodbye, OSError, TimeoutError, EOFError, WebSocketException):
            async with client(url, self.token, cursor=self.cursor) as one:
                while True:
                    made, command = self.open[0] if self.open else (next(self.ids), self._something(one.view))
                    if not self.open:
                        self.open.append((made, command))
                    try:
                        await one.do(command, id=made)
                        self.done.append(made)
                    except Refusal as refused:
                        if refused.code not in ("busy", "stale-answer"):
                            raise AssertionError(str(refused)) from refused
                    self.open.clear()
                    self.cursor = one.cursor

    def _something(self, view: dict[str, Any]) -> dict[str, Any]:
        if view["asks"]:
            return {"do": "answer", "ask": next(iter(view["asks"])), "pick": self.dice.choice(("none", "brace"))}
        if self.name == "pat" and self.dice.random() < 0.5:
            return POKE
        own = {"pat": "a", "bob": "b"}.get(self.name, "c")
        return {"do": "move_token", "id": own, "x": self.dice.randrange(24), "y": self.dice.randrange(16)}


async def killed(folder: Path, rounds: int, tables: int = 3, seed: int = 1) -> Counter[str]:
    """Play `rounds` rounds that each end with a kill. Raises `AssertionError` on the first wrong that is found."""
    chance = random.Random(seed)
    hands: dict[str, list[Hand]] = {}
    seen: Counter[str] = Counter()
    for number in range(rounds + 1):
        with toys(folder, tables, settings={"rate": 100_000, "burst": 100_000}) as server:
            if not hands:
                for table, tokens in server.tables.items():
                    hands[table] = [Hand(name, tokens[name], seed) for name in ("gm", "pat", "bob")]
            await _asks_alive(folder, server, seen)
            if number < rounds:
                playing = [asyncio.create_task(hand.act(server.url)) for some in hands.values() for hand in some]
                await asyncio.sleep(chance.uniform(0.02, 0.5))
                server.process.end(signal.SIGKILL)
                await asyncio.gather(*playing)
            seen["kills"] += 1
        for table, some in hands.items():
            _check(folder, table, some, seen)
    seen["acknowledged"] = sum(len(hand.done) for some in hands.values() for hand in some)
    return seen


async def _asks_alive(folder: Path, server: Toys, seen: Counter[str]) -> None:
    for table, tokens in server.tables.items():
        log = logfile.from_data(folder, table)
        pending = History(DUEL, log.row, [entry.body for entry in log.entries]).line.state.pending
        asked = {one.id for one in pending.asks} if pending is not None else set()
        async with client(server.url, tokens["gm"]) as gm:
            assert set(gm.view["asks"]) == asked
        seen["open asks"] += len(asked)


def _check(folder: Path, table: str, hands: list[Hand], seen: Counter[str]) -> None:
    log = logfile.from_data(folder, table)
    file.checked(log.row, log.entries, log.length)
    commits = [DUEL.decoder.decode(entry.body) for entry in log.entries]
    stored = Counter(commit.command for commit in commits if commit.command)
    assert [made for made, times in stored.items() if times > 1] == []
    missing = [made for hand in hands for made in hand.done if made not in stored]
    assert missing == [], f"acknowledged and not stored: {missing}"
    verdict = logfile.examine(log, DUEL)
    assert verdict.faults == []
    seen["dice verified"] = verdict.dice


def main() -> int:
    flags = argparse.ArgumentParser(description=__doc__)
    flags.add_argument("--rounds", type=int, default=200)
    flags.add_argument("--seed", type=int, default=1)
    chosen = flags.parse_args()
    with tempfile.TemporaryDirectory(prefix="fracas-killing-") as folder:
        seen = asyncio.run(killed(Path(folder), chosen.rounds, seed=chosen.seed))
    print(", ".join(f"{count} {what}" for what, count in seen.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
