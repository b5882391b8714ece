"""What a player cannot know makes no difference to what a player gets."""

from __future__ import annotations

import json
import random
from typing import Any

from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.facts import Commit, Receipt, Seat, SeatSet
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from fracas_rules.vampire import RULESET

GM, PAT, EVE = Viewer("gm", "gm"), Viewer("pat", "player", ("hero",)), Viewer("eve", "observer")
HERO = {"name": "Hero", "attributes": {"strength": 3, "dexterity": 3, "stamina": 3}, "abilities": {"brawl": 3, "alertness": 2}}
#: Two foes who fight alike; everything else about them is another's.
PLAIN: dict[str, Any] = {"name": "Foe", "attributes": {"dexterity": 2, "stamina": 2}, "abilities": {"brawl": 2}}
SECRETIVE: dict[str, Any] = {
    **PLAIN,
    "attributes": {**PLAIN["attributes"], "manipulation": 5, "intelligence": 4},
    "abilities": {"brawl": 2, "occult": 5},
    "disciplines": {"dominate": 4, "auspex": 3},
    "powers": [{"id": "sentinel_power", "kind": "roll", "mental": True}],
    "willpower": 9,
    "humanity": 2,
    "generation": 6,
    "blood_pool": 4,
    "clan": "Sentinel clan",
    "archetype": "Sentinel",
    "merits": ["sentinel_merit"],
    "weapons": [{"id": "sentinel_knife", "like": "knife"}],
    "ready": [],
}
STEPS: tuple[dict[str, Any], ...] = (
    {"do": "start"},
    {"do": "initiative"},
    {"do": "act", "actor": "hero", "maneuver": "punch", "targets": ["foe"]},
    {"do": "end_turn", "actor": "hero"},
    {"do": "act", "actor": "foe", "maneuver": "clinch", "targets": ["hero"]},
    {"do": "end_turn", "actor": "foe"},
    {"do": "next_round"},
    {"do": "act", "actor": "hero", "maneuver": "kick", "targets": ["foe"]},
    {"do": "adjust", "targets": ["foe"], "damage": {"type": "lethal", "levels": 3}, "add_condition": "treated"},
    {"do": "next_round"},
    {"do": "end_encounter"},
)


def heard(foe: dict[str, Any], hidden: bool, viewer: Viewer) -> list[str]:
    """Every view and line that a viewer gets of a short fight with always the same dice."""
    dice = random.Random(7)
    line = timeline(RULESET, create(RULESET, "t", "A street", b"sixteen bytes or more"))
    line.fold(Commit(1, "gm", "", 0, Receipt(""), tuple(SeatSet(Seat(v.seat, v.seat, v.role, v.owns)) for v in (GM, PAT, EVE))))
    got: list[str] = []
    joins: list[dict[str, Any]] = [{"id": "hero", "sheet": HERO}, {"id": "foe", "sheet": foe, "hidden": hidden}]
    commands: list[dict[str, Any]] = [{"do": "add_combatant", **one} for one in joins]
    commands += [{"do": "adjust", "targets": ["hero"], "set": {"willpower": 4}}, *STEPS]
    for at, command in enumerate(commands):
        before = line.state
        came = decide(RULESET, line, "gm", command, f"c{at}", lambda _who, sides: dice.randint(1, sides))
        while True:
            if isinstance(came, Commit):
                line.fold(came)
                told = [one.seen_by(viewer) for one in lines(RULESET, before, came, line.state)]
                got += [json.dumps(one) for one in told if one is not None]
            got.append(json.dumps(view(RULESET, line, viewer)))
            if line.state.pending is None:
                break
            before, ask = line.state, line.state.pending.asks[0]
            answer = {"do": "answer", "ask": ask.id, "pick": ask.ask.default}
            came = decide(RULESET, line, "gm", answer, f"a{at}{ask.id}", lambda _who, sides: dice.randint(1, sides))
    return got


def test_numbers_of_others() -> None:
    """Two foes who differ only in what nobody sees give a player, and a watcher, the same bytes; the GM sees the difference."""
    for viewer in (PAT, EVE):
        plain, other = heard(PLAIN, False, viewer), heard(SECRETIVE, False, viewer)
        assert plain == other
        assert "entinel" not in "".join(other)
        assert len(plain) > 20
    assert heard(PLAIN, False, GM) != heard(SECRETIVE, False, GM)


def test_one_who_is_hidden() -> None:
    """A hidden foe is named to nobody, in no view and no line; what befalls a hero is still told."""
    got = "".join(heard({**SECRETIVE, "name": "Zzyzx"}, True, PAT))
    assert "Zzyzx" not in got
    assert "entinel" not in got
    assert "omeone" in got
