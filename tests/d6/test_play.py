"""Random fights: whatever seats send, the rules answer, the log folds to the table, and everybody's view can be drawn."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from fracas_rules.d6 import RULESET
from fracas_rules.d6.params import ACT
from fracas_rules.d6.procedures.word import SETTABLE
from fracas_rules.d6.vocabulary import CONDITIONS, LOCATIONS
from fracas_rules.errors import Refusal, Refused
from fracas_rules.kernel import odds
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.facts import Commit, Receipt, Seat, SeatSet
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.resolve import read, try_out
from fracas_rules.kernel.table import catalogue_of, options_of
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer

CREATED = create(RULESET, "t", "A street", b"sixteen bytes or more")
VIEWERS = (Viewer("gm", "gm"), Viewer("pat", "player", ("a", "b")), Viewer("eve", "observer"))
TEMPLATES = tuple(RULESET.core.rows["template"])
MANEUVERS = tuple(RULESET.core.rows["maneuver"])
#: So long each seed may play, in seconds, and so many commands it may send.
LONGEST, MOST = 2.0, 260
OPTIONS: dict[int, dict[str, Any]] = {
    1: {"reactive_defense": True, "knockdown_damage": True, "trust_players": True, "duration_dice": "sum"},
    2: {"wound_penalty": "difficulty", "willpower_margin": "example", "bdv_mode": "flat", "massive_tally": "blow"},
}
#: What no parameter should be.
ODD: tuple[Any, ...] = (
    None, -1, 10**9, 1.5, True, "", "x" * 99, "thug", [], ["a"], {}, {"bdv": "3D"}, {"a": -5}, "0D", "3D+1", b"x",
)  # fmt: skip


class Fight:
    """A table played by a random hand."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.line: Timeline = timeline(RULESET, CREATED)
        self.log: list[Commit[Any]] = []
        self.sent = 0
        self.done: dict[str, int] = {}
        seats = tuple(SeatSet(Seat(one.seat, one.seat, one.role, one.owns)) for one in VIEWERS)
        self._keep(Commit(1, "gm", "", 0, Receipt(""), seats))
        for one in "abcd":
            template = self.random.choice(TEMPLATES)
            self.send("gm", do="add_combatant", id=one, template=template, hidden=one == "d" and seed % 2 == 1)
            self.send("gm", do="move_token", id=one, x=ord(one) - 96, y=1)
        if seed % 3:
            self.send("gm", do="set_options", set=OPTIONS[seed % 3])

    def _keep(self, commit: Commit[Any]) -> None:
        before = self.line.state
        data = RULESET.encoder.encode(commit)
        self.line.fold(RULESET.decoder.decode(data))
        self.log.append(commit)
        for line in lines(RULESET, before, commit, self.line.state):
            for viewer in VIEWERS:
                line.seen_by(viewer)

    def send(self, seat: str, **command: Any) -> Commit[Any] | Refused:
        self.sent += 1
        came = decide(RULESET, self.line, seat, command, f"c{self.sent}", lambda _who, sides: self.random.randint(1, sides))
        assert isinstance(came, Commit | Refused)
        if isinstance(came, Commit):
            self._keep(came)
            self.done[command["do"]] = self.done.get(command["do"], 0) + 1
        return came

    def answer(self) -> None:
        pending = self.line.state.pending
        assert pending is not None
        ask = self.random.choice(pending.asks)
        picks: list[Any] = [option.id for option in ask.ask.options]
        if ask.ask.number is not None:
            picks += [ask.ask.number.min, ask.ask.number.max]
        self.send("gm", do="answer", ask=ask.id, pick=self.random.choice(picks))

    def act(self) -> None:
        pick = self.random
        actor, maneuver = pick.choice("abcd"), pick.choice(MANEUVERS)
        met = self.line.state.game.encounter
        if met is not None and met.turn_of and pick.random() < 0.8:
            actor = met.turn_of
        others = [one for one in "abcd" if one != actor]
        pick.shuffle(others)
        if pick.random() < 0.7:
            maneuver = self.possible(actor, others)
        row = RULESET.core.rows["maneuver"][maneuver]
        targets = others[: pick.randint(row.fewest, max(row.fewest, min(3, row.against)))]
        command: dict[str, Any] = {"do": "act", "actor": actor, "maneuver": maneuver, "targets": targets}
        if row.weapon and pick.random() < 0.7:
            command["weapon"] = pick.choice(("sword", "club", "pistol", "bow", "net", "rock", "throwing_knife", "cable_gun"))
        if row.called and pick.random() < 0.3:
            command["location"] = pick.choice(tuple(LOCATIONS))
        if row.params and pick.random() < 0.5:
            name, value = self.param(pick.choice(row.params))
            command["params"] = {name: value}
        if pick.random() < 0.2:
            command["modifiers"] = [{"label": "dark", "value": pick.randint(-9, 9)}]
        self.send(pick.choice(("gm", "gm", "gm", "pat")), **command)

    def possible(self, actor: str, targets: list[str]) -> str:
        """A maneuver that the palette calls possible now."""
        state = self.line.state
        asked = {"actor": actor, "targets": targets}

        def attempt(command: Any) -> Refused | None:
            return try_out(RULESET, state, VIEWERS[0], command)

        rows, options = catalogue_of(RULESET, state.packs), options_of(RULESET, state.options)
        groups = RULESET.legal(state.game, rows, options, asked, attempt)["groups"]
        legal = [one["id"] for group in groups for one in group["actions"] if one["legal"]]
        return self.random.choice(legal or MANEUVERS)

    def param(self, key: str) -> tuple[str, Any]:
        param, pick = ACT[key], self.random
        if pick.random() < 0.2:
            return param.name or key, pick.choice(ODD)
        fitting: dict[str, Callable[[], Any]] = {
            "number": lambda: pick.randint(param.min, min(param.max, 400)), "flag": lambda: True,
            "choice": lambda: pick.choice(param.choices), "who": lambda: pick.choice("abcd"),
            "bdv": lambda: pick.choice((3, "4D")),
            "id": lambda: pick.choice(("brawling", "melee_weapons", "blast", "flight", "sword", "body")),
            "obstacle": lambda: {"bdv": "5D", "feet": pick.randint(0, 30)},
            "feet_by": lambda: {one: pick.randint(0, 60) for one in "abcd"},
        }  # fmt: skip
        return param.name or key, fitting[param.kind]()

    def word(self) -> None:
        """The GM adjusts something, rightly or wrongly."""
        pick = self.random
        one = pick.choice("abcd")
        kind = pick.random()
        if kind < 0.3:
            self.send("gm", do="adjust", targets=[one], heal=pick.randint(0, 60))
        elif kind < 0.6:
            condition = pick.choice(tuple(CONDITIONS))
            laid: dict[str, Any] = {"id": condition}
            for name, param in CONDITIONS[condition].params.items():
                good = pick.choice("abcd") if param.kind == "who" else pick.choice(param.choices) if param.choices else 2
                laid[name] = good if pick.random() < 0.9 else pick.choice(ODD)
            self.send("gm", do="adjust", targets=[one], add_condition=laid)
        elif kind < 0.8:
            self.send("gm", do="adjust", targets=[one], remove_condition=list(CONDITIONS))
        else:
            field = pick.choice((*SETTABLE, "ammo", "conditions", "condition_info"))
            value = pick.choice((0, 1, 3, 20, "sword", "dazed", {"pistol": 2}, ["prone"], {"prone": {"rise": "round"}}, *ODD))
            self.send("gm", do="adjust", targets=[one], set={field: value})

    def step(self) -> None:
        pick, met = self.random, self.line.state.game.encounter
        if self.line.state.pending is not None:
            self.answer()
        elif met is None and pick.random() < 0.2:
            self.send("gm", do="start", distances={"a": {"b": pick.randint(0, 200)}})
        elif met is not None and met.phase == "intentions" and pick.random() < 0.8:
            if pick.random() < 0.5:
                self.send("gm", do="declare", actor=pick.choice("abcd"), actions=pick.randint(1, 4))
            elif pick.random() < 0.3:
                self.send("gm", do="declare", actor=pick.choice("abcd"), mode="quick_draw", skill="marksmanship", shift=1)
            else:
                self.send("gm", do="initiative")
        elif met is not None and pick.random() < 0.15:
            self.send("gm", do="end_turn", actor=met.turn_of or "a")
        elif pick.random() < 0.08:
            self.send("gm", do="next_round")
        elif pick.random() < 0.02:
            self.send("gm", do="end_encounter")
        elif pick.random() < 0.12:
            self.word()
        elif pick.random() < 0.05:
            params = {"bdv": pick.choice(("4D", 9)), "modifier": pick.randint(0, 9)}
            self.send("gm", do="hazard", targets=[*"ab"], hazard="impact", params=params)
        elif pick.random() < 0.03:
            self.send("gm", do="undo", steps=1)
        else:
            self.act()


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_random_fights(seed: int) -> None:
    """Nothing that a seat sends breaks a table: it is done or refused, and the stored log gives the same fight again."""
    fight = Fight(seed)
    ends = time.monotonic() + LONGEST
    while fight.sent < MOST and time.monotonic() < ends:
        fight.step()
        for viewer in VIEWERS:
            shown = view(RULESET, fight.line, viewer)
            assert viewer.is_gm or "d" not in shown["combatants"] or seed % 2 == 0
    again: Timeline = timeline(RULESET, CREATED)
    for commit in fight.log:
        again.fold(RULESET.decoder.decode(RULESET.encoder.encode(commit)))
    assert again.state.fingerprint() == fight.line.state.fingerprint()
    assert fight.done["act"] > 10


@pytest.mark.parametrize("maneuver", MANEUVERS)
def test_every_maneuver_can_be_reckoned(maneuver: str) -> None:
    """Each maneuver is refused before anything is rolled, or its odds are chances."""
    state = Fight(2).line.state
    row = RULESET.core.rows["maneuver"][maneuver]
    command = {"do": "act", "actor": "a", "maneuver": maneuver, "targets": ["b", "c"][: row.fewest]}
    refused = try_out(RULESET, state, VIEWERS[0], command)
    if refused is not None:
        assert refused.code in ("requirement", "illegal-target")
        return
    if maneuver == "knockout":  # too weak, which shows when it is played
        with pytest.raises(Refusal, match="not at least 1D above"):
            odds.reckon(RULESET, state, VIEWERS[0], read(RULESET, command), draw=random.Random(1).randrange)
        return
    told = odds.reckon(RULESET, state, VIEWERS[0], read(RULESET, command), draw=random.Random(1).randrange)
    assert 0 <= told.chances["hit"] <= 1
