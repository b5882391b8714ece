"""Random fights: whatever seats send, the rules answer, the log folds to the table, and everybody's view can be drawn."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest
from fracas_rules.errors import Refused
from fracas_rules.kernel import odds
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.facts import Commit, Receipt, Seat, SeatSet
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.params import Param, Table
from fracas_rules.kernel.resolve import read, try_out
from fracas_rules.kernel.table import catalogue_of, options_of
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from fracas_rules.vampire import RULESET
from fracas_rules.vampire.common import up
from fracas_rules.vampire.params import ACT, CHECKS, HAZARDS
from fracas_rules.vampire.procedures.word import SETTABLE
from fracas_rules.vampire.vocabulary import CONDITIONS

CREATED = create(RULESET, "t", "A street", b"sixteen bytes or more")
VIEWERS = (Viewer("gm", "gm"), Viewer("pat", "player", ("a", "b")), Viewer("eve", "observer"))
TEMPLATES = tuple(RULESET.core.rows["template"])
MANEUVERS = tuple(RULESET.core.rows["maneuver"])
WEAPONS = tuple(RULESET.core.rows["weapon"])
PLACES = tuple(RULESET.core.rows["place"])
POWERS = tuple(RULESET.core.rows["power"])
#: The name of one who is hidden in every other fight.
SECRET = "Zzyzx"
#: So long each seed may play, in seconds, and so many commands it may send.
LONGEST, MOST = 1.8, 300
OPTIONS: dict[int, dict[str, Any]] = {
    1: {
        "specialty_tens": "reroll",
        "ones_cancel_damage": True,
        "initiative_each_round": True,
        "overflow_rule": "step_and_insert",
    },
    2: {"specialty_tens": "double", "defense_maneuver_fixed": True, "blinding_deals_damage": True, "trust_players": True},
}
#: What no parameter should be.
ODD: tuple[Any, ...] = (None, -1, 10**9, 1.5, True, "", "x" * 99, "thug", [], ["a"], {}, {"a": -5}, {"a": {"b": 1}}, "d", b"x")


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
            named = {"name": SECRET} if one == "d" else {}
            self.send("gm", do="add_combatant", id=one, template=template, hidden=one == "d" and seed % 2 == 1, **named)
            self.send("gm", do="move_token", id=one, x=ord(one) - 96, y=1)
        if seed % 3:
            self.send("gm", do="set_options", set=OPTIONS[seed % 3])

    def _keep(self, commit: Commit[Any]) -> None:
        before = self.line.state
        self.line.fold(RULESET.decoder.decode(RULESET.encoder.encode(commit)))
        self.log.append(commit)
        for line in lines(RULESET, before, commit, self.line.state):
            for viewer in VIEWERS:
                told = json.dumps(line.seen_by(viewer))
                assert viewer.is_gm or "d" not in self.line.state.hidden or SECRET not in told

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
        open_ask = self.random.choice(pending.asks)
        ask = open_ask.ask
        picks: list[Any] = [option.id for option in ask.options] + [ask.default]
        if ask.number is not None:
            picks += [ask.number.min, ask.number.max]
        if ask.shares is not None:
            picks += [{ask.shares.of[0]: ask.shares.total}, {"d": -1}]
        self.send("gm", do="answer", ask=open_ask.id, pick=self.random.choice(picks))

    def act(self) -> None:
        pick, state = self.random, self.line.state
        ids = list(state.game.combatants)
        actor, maneuver = pick.choice(ids), pick.choice(MANEUVERS)
        met = state.game.encounter
        if met is not None and pick.random() < 0.85:
            actor = next(iter(up(met, state.game)), actor)
        others = [one for one in ids if one != actor]
        pick.shuffle(others)
        if pick.random() < 0.7:
            maneuver = self.possible(actor, others)
        row = RULESET.core.rows["maneuver"][maneuver]
        command: dict[str, Any] = {"do": "act", "actor": actor, "maneuver": maneuver}
        command["targets"] = others[: pick.randint(row.least, max(row.least, min(3, row.against)))]
        if row.needs and pick.random() < 0.3:
            command["weapon"] = pick.choice([one.id for one in state.game.combatants[actor].weapons] or WEAPONS)
        if row.aim and pick.random() < 0.3:
            command["location"] = pick.choice(PLACES)
        if row.takes and pick.random() < 0.6:
            command["params"] = {name: self.value(ACT[name]) for name in pick.sample(row.takes, pick.randint(1, len(row.takes)))}
        if pick.random() < 0.2:
            command["modifiers"] = [{"label": "dark", "value": pick.randint(-9, 9)}]
        if pick.random() < 0.2:
            command["distance"] = pick.randint(0, 60)
        self.send(pick.choice(("gm", "gm", "gm", "pat")), **command)

    def possible(self, actor: str, targets: list[str]) -> str:
        """A maneuver that the palette calls possible now."""
        state = self.line.state

        def attempt(command: Any) -> Refused | None:
            return try_out(RULESET, state, VIEWERS[0], command)

        rows, options = catalogue_of(RULESET, state.packs), options_of(RULESET, state.options)
        groups = RULESET.legal(state.game, rows, options, {"actor": actor, "targets": targets}, attempt)["groups"]
        legal: list[str] = [one["id"] for group in groups for one in group["actions"] if one["legal"]]
        return self.random.choice(legal or MANEUVERS)

    def value(self, param: Param) -> Any:
        pick = self.random
        if pick.random() < 0.15:
            return pick.choice(ODD)
        if param.kind == "number":
            return pick.randint(param.min, min(param.max, 12))
        if param.kind == "square":
            return {"x": pick.randint(-1, 26), "y": pick.randint(0, 4)}
        if param.kind == "choice":
            return pick.choice(param.choices)
        if param.kind == "id":
            return pick.choice((*POWERS, "command", "brawl", "knife"))
        if param.kind == "table":
            ways = ("none", "bashing", "lethal", "aggravated")
            return {one: {"attribute": "dexterity", "ability": "brawl", "method": pick.choice(ways)} for one in "abc"}
        return "a" if param.kind == "who" else pick.random() < 0.7

    def params(self, takes: Table) -> dict[str, Any]:
        return {name: self.value(param) for name, param in takes.items() if self.random.random() < 0.7}

    def word(self) -> None:
        """The GM adjusts something, rightly or wrongly."""
        pick = self.random
        one, kind = pick.choice("abcd"), pick.random()
        if kind < 0.25:
            self.send("gm", do="adjust", targets=[one], heal=pick.randint(0, 7))
        elif kind < 0.35:
            damage = {"type": pick.choice(("bashing", "lethal", "aggravated", "sonic")), "levels": pick.randint(0, 9)}
            self.send("gm", do="adjust", targets=[one], damage=damage)
        elif kind < 0.6:
            condition = pick.choice(tuple(CONDITIONS))
            params = {name: self.value(param) for name, param in CONDITIONS[condition].params.items() if pick.random() < 0.8}
            self.send("gm", do="adjust", targets=[one], add_condition={"id": condition, **params})
        elif kind < 0.75:
            self.send("gm", do="adjust", targets=[one], remove_condition=list(CONDITIONS))
        elif kind < 0.8:
            self.send("gm", do="adjust", targets=[one], set={"health": "healthy", "blood_pool": 10, "willpower": 5})
        else:
            value = pick.choice((0, 3, "torpor", "X//....", "good", "class_3", ["knife"], {"knife": 2}, ["prone"], *ODD))
            self.send("gm", do="adjust", targets=[one], set={pick.choice(SETTABLE): value})

    def declare(self) -> None:
        pick, state = self.random, self.line.state
        met = state.game.encounter
        actor = next(iter(up(met, state.game)), "a") if met is not None and pick.random() < 0.8 else pick.choice("abcd")
        kinds: tuple[dict[str, Any], ...] = (
            {"intent": pick.sample(MANEUVERS, 2)},
            {"intent": ["punch", "dodge"]},
            {"celerity": pick.randint(0, 3)},
            {"ignore_wounds": True},
            {"weapons": pick.sample(WEAPONS, 3), "armor": "class_2"},
            {"armor": {"rating": 2, "covers": ["nose"]}},
        )
        self.send("gm", do="declare", actor=actor, **pick.choice(kinds))

    def step(self) -> None:
        pick, met = self.random, self.line.state.game.encounter
        roll = pick.random()
        if self.line.state.pending is not None:
            self.answer()
        elif met is None and roll < 0.2:
            self.send("gm", do="start", distances={"a": {"b": pick.randint(0, 200)}})
        elif met is not None and met.phase != "actions" and roll < 0.5:
            self.send("gm", do="initiative")
        elif met is not None and roll < 0.15:
            self.send("gm", do="end_turn", actor=next(iter(up(met, self.line.state.game)), "a"))
        elif roll < 0.22:
            self.send("gm", do="next_round")
        elif roll < 0.235:
            self.send("gm", do="end_encounter")
        elif roll < 0.35:
            self.word()
        elif roll < 0.42:
            self.declare()
        elif roll < 0.46:
            hazard = pick.choice(tuple(HAZARDS))
            self.send("gm", do="hazard", targets=[*"ab"], hazard=hazard, params=self.params(HAZARDS[hazard]))
        elif roll < 0.5:
            check = pick.choice(tuple(CHECKS))
            self.send("gm", do="check", actor=pick.choice("abcd"), check=check, params=self.params(CHECKS[check]))
        elif roll < 0.52:
            self.send("gm", do="undo", steps=1)
        elif roll < 0.525:
            self.send("gm", do="remove_combatant", id="c")
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
            text = json.dumps(shown)
            assert viewer.is_gm or seed % 2 == 0 or ("d" not in shown["combatants"] and SECRET not in text)
            assert "null" not in text
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
    command = {"do": "act", "actor": "a", "maneuver": maneuver, "targets": ["b", "c"][: row.least]}
    refused = try_out(RULESET, state, VIEWERS[0], command)
    if refused is not None:
        assert refused.code in (
            "requirement",
            "illegal-target",
            "malformed",
            "illegal-choice",
            "resource",
            "no-ammunition",
            "not-your-turn",
        )
        return
    told = odds.reckon(RULESET, state, VIEWERS[0], read(RULESET, command), draw=random.Random(1).randrange)
    assert 0 <= told.chances["hit"] <= 1


def test_templates() -> None:
    """There are at least sixteen ready combatants, and each stands at a table with its boxes, weapons and numbers."""
    line: Timeline = timeline(RULESET, CREATED)
    line.fold(Commit(1, "gm", "", 0, Receipt(""), (SeatSet(Seat("gm", "gm", "gm")),)))
    for at, template in enumerate(TEMPLATES):
        came = decide(RULESET, line, "gm", {"do": "add_combatant", "template": template}, str(at), lambda _who, _sides: 1)
        assert isinstance(came, Commit), came
        line.fold(came)
    shown = view(RULESET, line, VIEWERS[0])["combatants"]
    assert len(shown) >= 16
    for one in shown.values():
        (track,) = one["wound"]["track"]
        assert [box["mark"] for box in track["boxes"]] == [""] * 7
    assert shown["samuel"]["weapons"][0] == {"id": "brass_knuckles", "name": "Brass knuckles", "ready": True}
