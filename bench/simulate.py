"""Fights of twelve over ten rounds, in every game: how many actions a second one core resolves.

Everyone who is up does the plainest attack on a random foe who still stands; asks take their defaults. Each command goes
through deciding and folding as at a live table. `python bench/simulate.py`
"""

from __future__ import annotations

import random
import time
from typing import Any

from fracas_rules import RULESETS
from fracas_rules.errors import Refused
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.decide import Repeated, Spent, create, decide, timeline
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer

GM = Viewer("gm", "gm")
ROUNDS = 10
ATTACK = {"unisystem": "punch", "vampire": "punch", "groove": "strike", "d6": "punch"}
#: A round never needs more steps than this.
_MOST_STEPS = 400


class Fight:
    """A table of twelve, six a side."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.ruleset = ruleset
        self.line = timeline(ruleset, create(ruleset, "sim", "Simulation", bytes(32)))
        self.chance = random.Random(seed)
        self.sent = self.acts = self.refused = 0
        self.line.fold(f.Commit(1, "gm", "", 0, f.Receipt(""), (f.SeatSet(f.Seat("gm", "GM", "gm")),)))
        rows = ruleset.core.rows["template"]
        templates = [one for one, row in rows.items() if row.sheet.get("kind") not in ("object", "vehicle")]
        for at in range(12):
            side = "red" if at % 2 else "blue"
            self.send(do="add_combatant", template=templates[at % len(templates)], id=f"c{at}", name=f"C{at}", side=side)

    def send(self, **command: Any) -> bool:
        """Send a command and answer whatever it asks; whether it was accepted."""
        accepted = self._one(command)
        while (pending := self.line.state.pending) is not None:
            asked = pending.asks[0]
            self._one({"do": "answer", "ask": asked.id, "pick": asked.ask.default})
        return accepted

    def _one(self, command: dict[str, Any]) -> bool:
        self.sent += 1
        came = decide(self.ruleset, self.line, "gm", command, str(self.sent), lambda _who, sides: self.chance.randint(1, sides))
        if isinstance(came, Refused | Repeated | Spent):
            self.refused += 1
            return False
        self.line.fold(came)
        return True

    def round(self) -> None:
        """Everyone in turn, then the boundary."""
        self.send(do="initiative")
        for _ in range(_MOST_STEPS):
            seen = view(self.ruleset, self.line, GM)
            up = seen.get("encounter", {}).get("up", [])
            if not up:
                break
            who = up[0]
            side = seen["combatants"][who]["side"]
            foes = [one for one, shown in seen["combatants"].items() if shown["side"] != side and not shown.get("defeated")]
            if foes:
                act = {"do": "act", "actor": who, "maneuver": ATTACK[self.ruleset.id], "targets": [self.chance.choice(foes)]}
                self.acts += self.send(**act)
            self.send(do="end_turn", actor=who)
        self.send(do="next_round")


def main() -> None:
    """Print the rate of each game."""
    for ruleset in RULESETS.values():
        acts, start = 0, time.process_time()
        for seed in range(3):
            fight = Fight(ruleset, seed)
            fight.send(do="start")
            for _ in range(ROUNDS):
                fight.round()
            acts += fight.acts
        took = time.process_time() - start
        print(f"{ruleset.title:24} {acts:5} actions in {took:5.2f} s: {acts / took:6.0f} a second")


if __name__ == "__main__":
    main()
