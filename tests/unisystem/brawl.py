"""A table that plays Unisystem by itself: a seeded hand that asks the palette what may be done, and now and then errs."""

from __future__ import annotations

import random
from typing import Any

from fracas_rules.errors import Refused
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.facts import Commit, Receipt, Seat, SeatSet
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.resolve import try_out
from fracas_rules.kernel.table import catalogue_of, options_of
from fracas_rules.kernel.viewer import Viewer
from fracas_rules.unisystem import RULESET
from fracas_rules.unisystem.params import ACT, CHECKS, HAZARDS, Param
from fracas_rules.unisystem.procedures.word import SETTABLE
from fracas_rules.unisystem.vocabulary import CONDITIONS, LOCATIONS

CREATED = create(RULESET, "t", "A cellar", b"sixteen bytes or more")
VIEWERS = (Viewer("gm", "gm"), Viewer("pat", "player", ("a", "b")), Viewer("eve", "observer"))
TEMPLATES = tuple(RULESET.core.rows["template"])
MANEUVERS = tuple(RULESET.core.rows["maneuver"])
RIDERS = tuple(RULESET.core.rows["rider"])
#: Who fights, and the thing that stands about.
EVERYONE = ("a", "b", "c", "d", "x")
PEOPLE = tuple(one for one in TEMPLATES if RULESET.core.rows["template"][one].group not in ("Vehicles", "Objects"))
THINGS = tuple(one for one in TEMPLATES if one not in PEOPLE)
#: What no parameter should be.
ODD: tuple[Any, ...] = (None, -1, 10**9, 1.5, True, "", "x" * 99, "knife", [], ["a"], ["a", "a"], {}, {"a": 1}, b"x")
#: House rules, one set for each seed in turn.
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"descriptive_defense": True, "revised_multiple_actions": True, "buckets_of_blood": True, "trust_players": True},
    {
        "ammunition": "count",
        "extra_actions": "unlimited",
        "vehicle_rules": "quick",
        "numbers": "all",
        "descriptive_defense": True,
    },
    {"random_initiative": True, "defense_dice": "each", "bite_doubles": True, "heart_ribcage": True, "catch_arrows": True},
)


class Brawl:
    """Four fighters and a thing, of whatever templates the seed picks; `d` is hidden at every other table."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.line: Timeline = timeline(RULESET, CREATED)
        self.log: list[Commit[Any]] = []
        self.sent = 0
        self.done: dict[str, int] = {}
        self.hides = seed % 2 == 1
        seats = tuple(SeatSet(Seat(one.seat, one.seat, one.role, one.owns)) for one in VIEWERS)
        self._keep(Commit(1, "gm", "", 0, Receipt(""), seats))
        for at, one in enumerate(EVERYONE):
            template = self.random.choice(THINGS if one == "x" else PEOPLE)
            self.send("gm", do="add_combatant", id=one, template=template, hidden=one == "d" and self.hides)
            self.send("gm", do="move_token", id=one, x=1 + at, y=1 + at % 2)
        if OPTIONS[seed % len(OPTIONS)]:
            self.send("gm", do="set_options", set=OPTIONS[seed % len(OPTIONS)])
        if seed % 3 == 0:
            self.send("gm", do="adjust", targets=["a"], set={"mount": "c"})

    def _keep(self, commit: Commit[Any]) -> None:
        before = self.line.state
        self.line.fold(RULESET.decoder.decode(RULESET.encoder.encode(commit)))
        self.log.append(commit)
        for line in lines(RULESET, before, commit, self.line.state):
            for viewer in VIEWERS:
                line.seen_by(viewer)

    def send(self, seat: str, **command: Any) -> Commit[Any] | Refused:
        """Send a command, keep what comes of it."""
        self.sent += 1
        came = decide(RULESET, self.line, seat, command, f"c{self.sent}", lambda _who, sides: self.random.randint(1, sides))
        assert isinstance(came, Commit | Refused)
        if isinstance(came, Commit):
            self._keep(came)
            told = str(command.get("maneuver", command["do"]))
            self.done[told] = self.done.get(told, 0) + 1
        return came

    def step(self) -> None:
        """One more command of whatever kind."""
        pick, met = self.random, self.line.state.game.encounter
        if self.line.state.pending is not None:
            self._answer()
        elif met is None and pick.random() < 0.15:
            surprised = [one for one in EVERYONE[:4] if pick.random() < 0.1]
            self.send("gm", do="start", distances={"a": {"b": pick.randint(0, 60)}}, surprised=surprised)
        elif met is not None and met.phase == "intentions" and pick.random() < 0.8:
            if pick.random() < 0.6:
                self._declare()
            else:
                self.send("gm", do="initiative")
        elif met is not None and pick.random() < 0.12:
            self.send("gm", do="end_turn", actor=pick.choice(met.order or EVERYONE))
        elif pick.random() < 0.08:
            self.send("gm", do="next_round")
        elif pick.random() < 0.01:
            self.send("gm", do="end_encounter")
        elif pick.random() < 0.15:
            self._word()
        elif pick.random() < 0.06:
            self._befall()
        elif pick.random() < 0.02:
            self.send("gm", do="undo", steps=1)
        else:
            self._act()

    def _answer(self) -> None:
        pending = self.line.state.pending
        assert pending is not None
        ask = self.random.choice(pending.asks)
        picks: list[Any] = [option.id for option in ask.ask.options] * 2
        if ask.ask.number is not None:
            picks += [ask.ask.number.min, ask.ask.number.max, ask.ask.default]
        if ask.ask.ids is not None:
            of = list(ask.ask.ids.of)
            self.random.shuffle(of)
            picks.append(of)
        if self.random.random() < 0.03:
            picks = ["no such thing", 10**6]
        self.send("gm", do="answer", ask=ask.id, pick=self.random.choice(picks))

    def _params(self, maneuver: str) -> dict[str, Any]:
        takes = catalogue_of(RULESET, ()).takes[maneuver]
        names = [name for name in takes if self.random.random() < 0.25]
        if self.random.random() < 0.02:
            names.append(self.random.choice(tuple(ACT)))
        return {name: self._value(name, ACT[name]) for name in names}

    def _value(self, name: str, param: Param) -> Any:
        pick = self.random
        if pick.random() < 0.03:
            return pick.choice(ODD)
        if param.kind == "number":
            return pick.randint(param.min, min(param.max, max(param.min, 40)))
        if param.kind == "flag":
            return pick.random() < 0.6
        if param.kind == "choice":
            return pick.choice(param.choices)
        if param.kind == "who":
            return pick.choice(EVERYONE)
        if param.kind == "whos":
            return pick.sample(EVERYONE[:4], pick.randint(0, 2))
        if param.kind == "ids":
            pool = RIDERS if name == "riders" else ("pistol", "revolver", "stake", "sword", "knife")
            return pick.sample(pool, pick.randint(0, 2))
        return pick.choice(("kick", "punch", "pistol", "sword", "strength"))

    def _act(self) -> None:
        pick, met = self.random, self.line.state.game.encounter
        actor = pick.choice(EVERYONE)
        if met is not None and met.order and pick.random() < 0.8:
            actor = next((one for one in met.order if one not in met.done), actor)
        others = [one for one in EVERYONE if one != actor or pick.random() < 0.1]
        pick.shuffle(others)
        maneuver = self._possible(actor, others) if pick.random() < 0.75 else pick.choice(MANEUVERS)
        row = RULESET.core.rows["maneuver"][maneuver]
        targets = others[: pick.randint(row.least, max(row.least, min(2, row.against)))]
        command: dict[str, Any] = {"do": "act", "actor": actor, "maneuver": maneuver, "targets": targets}
        command["params"] = self._params(maneuver)
        sheet = self.line.state.game.combatants[actor].sheet
        if row.weapon and sheet.weapons and pick.random() < 0.7:
            command["weapon"] = pick.choice(sheet.weapons).id
        if pick.random() < 0.2:
            command["location"] = pick.choice(tuple(LOCATIONS))
        if pick.random() < 0.2:
            command["distance"] = pick.randint(0, 40)
        if pick.random() < 0.2:
            command["modifiers"] = [{"label": "dark", "value": pick.randint(-5, 9)}]
        if pick.random() < 0.15 or row.procedure in ("fury", "recover"):
            command["spend"] = {"drama_points": 2 if row.procedure == "fury" else 1}
        self.send(pick.choice(("gm", "gm", "gm", "pat")), **command)

    def _possible(self, actor: str, targets: list[str]) -> str:
        """A maneuver that is possible now, of a dozen that come to mind; or one that the palette offers."""
        state = self.line.state

        def attempt(command: Any) -> Refused | None:
            return try_out(RULESET, state, VIEWERS[0], command)

        if self.random.random() < 0.05:
            asked = {"actor": actor, "targets": targets}
            told = RULESET.legal(state.game, catalogue_of(RULESET, ()), options_of(RULESET, state.options), asked, attempt)
            legal = [one["id"] for group in told["groups"] for one in group["actions"] if one["legal"]]
            return self.random.choice(legal or MANEUVERS)
        for maneuver in self.random.sample(MANEUVERS, 12):
            aimed = targets[: RULESET.core.rows["maneuver"][maneuver].least]
            if attempt({"do": "act", "actor": actor, "maneuver": maneuver, "targets": aimed}) is None:
                return maneuver
        return self.random.choice(MANEUVERS)

    def _declare(self) -> None:
        intent = []
        for _ in range(self.random.randint(0, 3)):
            maneuver = self.random.choice(MANEUVERS)
            targets = self.random.sample(EVERYONE, min(1, RULESET.core.rows["maneuver"][maneuver].against))
            intent.append({"maneuver": maneuver, "targets": targets, "params": self._params(maneuver)})
        self.send("gm", do="declare", actor=self.random.choice(EVERYONE), intent=intent)

    def _word(self) -> None:
        """The GM changes something, rightly or wrongly."""
        pick = self.random
        one, kind = pick.choice(EVERYONE), pick.random()
        if kind < 0.25:
            self.send("gm", do="adjust", targets=[one], heal=pick.randint(0, 60))
        elif kind < 0.6:
            condition = pick.choice(tuple(CONDITIONS))
            laid: dict[str, Any] = {"id": condition}
            for name, param in CONDITIONS[condition].params.items():
                if pick.random() < 0.8:
                    laid[name] = self._value(name, param)
            self.send("gm", do="adjust", targets=[one], add_condition=laid)
        elif kind < 0.8:
            gone = [condition for condition in CONDITIONS if condition != "invisible" or pick.random() < 0.5]
            self.send("gm", do="adjust", targets=[one], remove_condition=gone)
        elif kind < 0.9:
            self.send("gm", do="adjust", targets=[one], damage={"levels": pick.randint(0, 30), "type": "fire"})
        else:
            value = pick.choice((0, 1, 3, 20, "c", {"pistol": 2}, {"strength": 1}, *ODD))
            self.send("gm", do="adjust", targets=[one], set={pick.choice((*SETTABLE, "conditions")): value})

    def _befall(self) -> None:
        pick = self.random
        if pick.random() < 0.5:
            hazard = pick.choice(tuple(HAZARDS))
            params = {name: self._value(name, param) for name, param in HAZARDS[hazard].items() if pick.random() < 0.6}
            targets = ["x"] if hazard == "crash" else pick.sample(EVERYONE, pick.randint(1, 2))
            self.send("gm", do="hazard", targets=targets, hazard=hazard, params=params)
            return
        check = pick.choice(tuple(CHECKS))
        params = {name: self._value(name, param) for name, param in CHECKS[check].items() if pick.random() < 0.6}
        self.send("gm", do="check", actor=pick.choice(EVERYONE), check=check, params=params)
