"""Random fights: whatever the seats send, the rules answer, the log folds to the same table, and no secret gets out."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest
from fracas_rules.errors import Refused
from fracas_rules.groove import RULESET
from fracas_rules.groove.params import ACT, CHECKS, HAZARDS
from fracas_rules.groove.procedures.word import FIELDS
from fracas_rules.groove.rounds import up
from fracas_rules.groove.vocabulary import CONDITIONS
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.facts import Commit, Receipt, Seat, SeatSet
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.params import Param, Table
from fracas_rules.kernel.resolve import try_out
from fracas_rules.kernel.table import catalogue_of, options_of
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer

CREATED = create(RULESET, "t", "An alley", b"sixteen bytes or more")
VIEWERS = (Viewer("gm", "gm"), Viewer("pat", "player", ("a", "b")), Viewer("eve", "observer"))
ALL = "abcde"
SECRET = "Zebedee"
TEMPLATES = tuple(RULESET.core.rows["template"])
MANEUVERS = tuple(RULESET.core.rows["maneuver"])
WEAPONS = tuple(RULESET.core.rows["weapon"])
#: So long each seed may play, in seconds, and how many commands it sends at least and at most.
LONGEST, LEAST, MOST = 2.0, 80, 220
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"bleeding": "gm", "lunge_dodge": "attacker", "charge_bonus": "damage", "subdual_kills": False, "trust_players": True},
    {"action_rounding": "down", "bleeding": "off", "critical_damage": False, "reach_limit": 0, "numbers": "all"},
    {"odds": "all", "open_rolls": True, "reach_limit": 4},
)
#: What no parameter should be.
ODD: tuple[Any, ...] = (None, -1, 10**9, 10**30, 1.5, True, "", "x" * 99, "fist", [], ["a"], {}, {"a": -5}, "ü", b"x")


class Fight:
    """A table played by a random hand; `e` is hidden and bears a name that nobody else may hear."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)
        self.line: Timeline = timeline(RULESET, CREATED)
        self.log: list[bytes] = []
        self.sent = 0
        self.done: dict[str, int] = {}
        seats = tuple(SeatSet(Seat(one.seat, one.seat, one.role, one.owns)) for one in VIEWERS)
        self._keep(Commit(1, "gm", "", 0, Receipt(""), seats))
        for one in ALL:
            more = {"hidden": True, "name": SECRET} if one == "e" else {}
            self.send("gm", do="add_combatant", id=one, template=self.pick.choice(TEMPLATES), x=ord(one) - 95, y=2, **more)
        self.send("gm", do="set_options", set=OPTIONS[seed % len(OPTIONS)])
        self.line.marks.clear()  # an undo stops where the fight begins

    def _keep(self, commit: Commit[Any]) -> None:
        before = self.line.state
        self.log.append(RULESET.encoder.encode(commit))
        self.line.fold(RULESET.decoder.decode(self.log[-1]))
        for line in lines(RULESET, before, commit, self.line.state):
            for viewer in VIEWERS:
                heard = line.seen_by(viewer)
                assert viewer.is_gm or SECRET not in str(heard), heard

    def send(self, seat: str, **command: Any) -> Commit[Any] | Refused:
        self.sent += 1
        came = decide(RULESET, self.line, seat, command, f"c{self.sent}", lambda _who, sides: self.pick.randint(1, sides))
        assert isinstance(came, Commit | Refused)
        if isinstance(came, Commit):
            self._keep(came)
            self.done[command["do"]] = self.done.get(command["do"], 0) + 1
        elif seat != "gm":
            assert SECRET not in came.message
        return came

    def value(self, param: Param) -> Any:
        """A value of a parameter: mostly one that fits."""
        if self.pick.random() < 0.15:
            return self.pick.choice(ODD)
        if param.kind == "number":
            return self.pick.randint(param.min, min(param.max, param.min + 30))
        if param.kind == "choice":
            return self.pick.choice(param.choices)
        if param.kind == "flag":
            return self.pick.random() < 0.5
        return self.pick.choice((*ALL, "brawling", "knife", "sword", "judo"))

    def params(self, table: Table, often: float) -> dict[str, Any]:
        return {one: self.value(param) for one, param in table.items() if param.needed or self.pick.random() < often}

    def step(self) -> None:
        """One command of somebody."""
        pending = self.line.state.pending
        if pending is not None:
            ask = self.pick.choice(pending.asks)
            picks = [option.id for option in ask.ask.options]
            self.send("gm", do="answer", ask=ask.id, pick=self.pick.choice([*picks, "no such thing"]))
            return
        kind = self.pick.choices(("act", "round", "declare", "check", "hazard", "adjust", "other"), (55, 14, 9, 6, 3, 10, 3))[0]
        getattr(self, f"_{kind}")()

    def _act(self) -> None:
        pick = self.pick
        actor = up(self.line.state.game, options_of(RULESET, self.line.state.options)) or pick.choice(ALL)
        if pick.random() < 0.2:
            actor = pick.choice(ALL)
        target = pick.choice([one for one in ALL if one != actor])
        maneuver = pick.choice(MANEUVERS) if pick.random() < 0.3 else pick.choice(self.possible(actor, target) or MANEUVERS)
        row = RULESET.core.rows["maneuver"][maneuver]
        command: dict[str, Any] = {"do": "act", "actor": actor, "maneuver": maneuver}
        if row.against and pick.random() < 0.95:
            command["targets"] = [target]
        if row.weapon and pick.random() < 0.6:
            command["weapon"] = pick.choice(WEAPONS)
        if pick.random() < 0.3:
            command["distance"] = pick.randint(0, 40)
        if pick.random() < 0.1:
            command["modifiers"] = [{"label": "dark", "value": pick.randint(-5, 5)}]
        if pick.random() < 0.4:
            command["params"] = self.params({one: ACT[one] for one in row.params()}, 0.3)
        self.send(pick.choice(("gm", "gm", "pat", "eve")), **command)

    def possible(self, actor: str, target: str) -> list[str]:
        """What the palette calls possible now."""
        state = self.line.state

        def attempt(command: Any) -> Refused | None:
            return try_out(RULESET, state, VIEWERS[0], command)

        rows, options = catalogue_of(RULESET, state.packs), options_of(RULESET, state.options)
        groups = RULESET.legal(state.game, rows, options, {"actor": actor, "targets": [target]}, attempt)["groups"]
        json.dumps(groups)
        return [one["id"] for group in groups for one in group["actions"] if one["legal"]]

    def _round(self) -> None:
        met = self.line.state.game.encounter
        if met is None:
            surprised = [one for one in ALL if self.pick.random() < 0.2]
            self.send("gm", do="start", surprised=surprised, distances={"a": {"b": self.pick.randint(0, 30)}})
        elif met.phase == "intentions":
            self.send("gm", do="initiative")
        else:
            at = up(self.line.state.game, options_of(RULESET, self.line.state.options))
            if at is None:
                self.send("gm", do="next_round")
            else:
                self.send("gm", do="end_turn", actor=at)

    def _declare(self) -> None:
        pick = self.pick
        entries: list[Any] = []
        for _ in range(pick.randint(0, 3)):
            entry = pick.choice(({"reserve": pick.choice(("parry", "block", "sidestep"))}, {"maneuver": pick.choice(MANEUVERS)}))
            entries.append({**entry, "targets": [pick.choice(ALL)]} if "maneuver" in entry and pick.random() < 0.5 else entry)
        command: dict[str, Any] = {"do": "declare", "actor": pick.choice(ALL), "intent": entries}
        if pick.random() < 0.3:
            command["mode"] = pick.choice(("normal", "defensive", "aggressive", "wild"))
        if pick.random() < 0.3:
            command["use"] = pick.choice(("melee", "gun", "ranged"))
        if pick.random() < 0.2:
            command["half_move"] = True
        self.send(pick.choice(("gm", "pat")), **command)

    def _check(self) -> None:
        check = self.pick.choice(tuple(CHECKS))
        params = self.params(CHECKS[check], 0.3)
        self.send(self.pick.choice(("gm", "gm", "pat")), do="check", actor=self.pick.choice(ALL), check=check, params=params)

    def _hazard(self) -> None:
        hazard = self.pick.choice(tuple(HAZARDS))
        targets = self.pick.sample(ALL, self.pick.randint(1, 2))
        self.send("gm", do="hazard", targets=targets, hazard=hazard, params=self.params(HAZARDS[hazard], 0.5))

    def _adjust(self) -> None:
        pick = self.pick
        command: dict[str, Any] = {"do": "adjust", "targets": [pick.choice(ALL)]}
        condition = pick.choice(tuple(CONDITIONS))
        command[pick.choice(("add_condition", "remove_condition"))] = {
            "id": condition, **self.params(CONDITIONS[condition].params, 0.5),
        }  # fmt: skip
        if pick.random() < 0.3:
            command["set"] = {
                pick.choice(FIELDS): pick.choice((*ODD, 0, 1, 3, 7, "severe", "aggressive", ["prone"], {"parry": 1}))
            }
        if pick.random() < 0.4:
            command["heal"] = pick.randint(0, 60)
        self.send("gm", **command)

    def _other(self) -> None:
        one = self.pick.choice(ALL)
        choices: tuple[tuple[str, dict[str, Any]], ...] = (
            ("pat", {"do": "end_turn", "actor": one}),
            ("pat", {"do": "move_token", "id": one, "x": self.pick.randint(0, 9), "y": 3}),
            ("gm", {"do": "undo", "steps": self.pick.randint(1, 3)}),
            ("gm", {"do": "end_encounter"}),
        )
        seat, command = self.pick.choice(choices)
        self.send(seat, **command)

    def check(self) -> None:
        """What holds at every moment."""
        state = self.line.state
        for viewer in VIEWERS:
            seen = json.dumps(view(RULESET, self.line, viewer))
            assert "null" not in seen.replace('"default": null', "")
            assert viewer.is_gm or SECRET not in seen
        options = options_of(RULESET, state.options)
        for one, who in state.game.combatants.items():
            told = RULESET.describe(state.game, one, options)
            assert told["lethal"] >= 0
            assert told["subdual"] >= 0
            assert told["dodge"] >= 0
            assert all(points > 0 for points in who.by_location.values())
            assert sum(who.reserved.values()) <= 20


@pytest.mark.parametrize("seed", range(4))
def test_random_fight(seed: int) -> None:
    """Nothing crashes, nothing leaks, and the log alone gives the same table."""
    fight = Fight(seed)
    until = time.monotonic() + LONGEST
    while fight.sent < LEAST or (fight.sent < MOST and time.monotonic() < until):
        fight.step()
        if fight.sent % 4 == 0:
            fight.check()
    again: Timeline = timeline(RULESET, CREATED)
    for data in fight.log:
        again.fold(RULESET.decoder.decode(data))
    assert again.state == fight.line.state
    assert fight.done["act"] >= 5, fight.done
