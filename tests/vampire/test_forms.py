"""What forms are drawn from, what a condition may name, and who sees numbers."""

from __future__ import annotations

from typing import Any

from fracas_rules.errors import Refused
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.facts import Commit, Receipt, Seat, SeatSet
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.table import catalogue_of, options_of
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from fracas_rules.vampire import RULESET

PAT = Viewer("pat", "player", ("samuel",))


def send(line: Timeline, **command: Any) -> str:
    """Send as the GM; the code and path of a refusal, or nothing."""
    key = f"c{line.state.seq}"
    came = decide(RULESET, line, "gm", command, key, lambda _who, _sides: 1)
    if isinstance(came, Refused):
        return f"{came.code} {came.path}"
    assert isinstance(came, Commit)
    line.fold(came)
    return ""


def table() -> Timeline:
    line = timeline(RULESET, create(RULESET, "t", "A street", b"sixteen bytes or more"))
    seats = (SeatSet(Seat("gm", "GM", "gm")), SeatSet(Seat("pat", "Pat", "player", ("samuel",))))
    line.fold(Commit(1, "gm", "", 0, Receipt(""), seats))
    for one in ("samuel", "thug"):
        assert send(line, do="add_combatant", template=one, id=one) == ""
    return line


def told_of_a_wound(line: Timeline) -> str:
    """What Pat hears of a bashing level on the thug."""
    before = line.state
    hurt = {"do": "adjust", "targets": ["thug"], "damage": 1}
    came = decide(RULESET, line, "gm", hurt, f"c{line.state.seq}", lambda _who, _sides: 1)
    assert isinstance(came, Commit)
    line.fold(came)
    heard = [one.seen_by(PAT) for one in lines(RULESET, before, came, line.state)]
    return "".join(str(one["text"]) for one in heard if one is not None)


def test_schemas() -> None:
    """Conditions, checks and hazards carry their parameters as forms need them; options their rule."""
    made = RULESET.schemas(catalogue_of(RULESET, ()))
    forms = {kind: {one["id"]: one["params"] for one in made[kind]} for kind in ("conditions", "checks", "hazards")}
    assert forms["conditions"]["held"] == [{"id": "by", "label": "By", "kind": "who"}]
    assert forms["conditions"]["prone"] == []
    assert forms["checks"]["rouse"][0] == {
        "id": "blood", "label": "Points fed", "kind": "number", "min": 0, "max": 100, "default": 1,
    }  # fmt: skip
    assert [one["id"] for one in forms["hazards"]["fire"]] == ["levels", "dice", "intensity"]
    tens = next(one for one in made["options"] if one["id"] == "specialty_tens")
    assert sorted(tens["values"]) == ["double", "off", "reroll"]
    assert tens["help"].endswith("(VTM-DICE-TENS)")


def test_what_an_act_takes() -> None:
    """Choices are those of the row and the combatant; what must be chosen has no default; claims are marked."""
    state = table().state
    asked = {"actor": "samuel"}
    rows, options = catalogue_of(RULESET, ()), options_of(RULESET, {})
    groups = RULESET.legal(state.game, rows, options, asked, lambda _command: None)["groups"]
    offered = {one["id"]: {param["id"]: param for param in one["params"]} for group in groups for one in group["actions"]}
    assert offered["buff"]["attribute"] == {
        "id": "attribute", "label": "Attribute", "kind": "choice", "needed": True,
        "options": [{"id": one, "label": one.capitalize()} for one in ("strength", "dexterity", "stamina")],
    }  # fmt: skip
    assert offered["punch"]["damage_mod"]["claim"] is True
    assert offered["other"]["ability"]["options"][0] == {"id": "", "label": "None"}


def test_weapons_in_hand_come_first() -> None:
    """What is not in hand is marked; to be drawn is only that."""
    line = table()
    state, rows, options = line.state, catalogue_of(RULESET, ()), options_of(RULESET, {})
    groups = RULESET.legal(state.game, rows, options, {"actor": "samuel"}, lambda _command: None)["groups"]
    offered = {one["id"]: one["weapons"] for group in groups for one in group["actions"]}
    assert offered["shoot"] == [{"id": "pistol_light", "name": "Light pistol", "ready": False}]
    assert offered["draw"] == [{"id": "pistol_light", "name": "Light pistol"}]
    assert [one.get("ready") for one in offered["reload"]] == [None, False]


def test_a_condition_names_others_who_are_there() -> None:
    """Neither somebody absent nor the holder itself."""
    line = table()
    lay = {"do": "adjust", "targets": ["thug"]}
    assert send(line, **lay, add_condition={"id": "held", "by": "nobody"}) == "unknown-id $.add_condition.by"
    assert send(line, **lay, add_condition={"id": "held", "by": "thug"}) == "illegal-target $.add_condition.by"
    data = {"condition_data": {"held": {"by": "nobody"}}}
    assert send(line, **lay, set=data) == "unknown-id $.set.conditions.by"
    assert send(line, **lay, add_condition={"id": "held", "by": "samuel"}) == ""
    assert [one.id for one in line.state.game.combatants["thug"].conditions] == ["held"]


def test_numbers_of_all() -> None:
    """Where the table shows the numbers of all, a player reads and hears those of others too, but not their sheet and weapons."""
    line = table()
    assert told_of_a_wound(line) == "Street thug is hurt: bruised."
    assert "numbers" not in view(RULESET, line, PAT)["combatants"]["thug"]
    assert send(line, do="set_options", set={"numbers": "all"}) == ""
    shown = view(RULESET, line, PAT)["combatants"]
    assert {"key": "willpower", "label": "Willpower", "value": 5} in shown["thug"]["numbers"]
    assert not {"sheet", "weapons"} & set(shown["thug"])
    assert {"sheet", "weapons", "numbers"} <= set(shown["samuel"])
    assert told_of_a_wound(line) == "Street thug marks 1 level of bashing: //....., hurt."
