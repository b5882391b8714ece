"""A table of D6: what seats may do, what they get to know, what they are offered."""

from __future__ import annotations

from typing import Any

import pytest
from fracas_rules.d6 import RULESET
from fracas_rules.errors import Refused
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.resolve import try_out
from fracas_rules.kernel.table import catalogue_of, options_of
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from tabletop import Table

GM, PAT, EVE = Viewer("gm", "gm"), Viewer("pat", "player", ("a",)), Viewer("eve", "observer")
SHEETS: dict[str, dict[str, Any]] = {
    "hero": {"name": "Hero", "skills": {"brawling": 5, "elbow": 6}, "weapons": {"wire": {"skill": "melee_weapons", "bdv": "1D"}}},
    "foe": {"name": "Foe", "pdv": 1, "character_points": 2},
}


@pytest.fixture
def table() -> Table:
    """`a` is Pat's, `b` is Bob's, `c` the GM's; `hero` and `foe` have sheets of their own."""
    made = Table(RULESET)
    for one, sheet in SHEETS.items():
        made.ok("gm", do="add_combatant", id=one, sheet=sheet)
    return made


def palette(table: Table, actor: str, viewer: Viewer = GM, **asked: Any) -> dict[str, dict[str, Any]]:
    state = table.state

    def attempt(command: Any) -> Refused | None:
        return try_out(RULESET, state, viewer, command)

    rows, options = catalogue_of(RULESET, state.packs), options_of(RULESET, state.options)
    groups = RULESET.legal(state.game, rows, options, {"actor": actor, **asked}, attempt)["groups"]
    return {one["id"]: one for group in groups for one in group["actions"]}


def test_the_palette_says_what_is_possible(table: Table) -> None:
    """Roll, damage, skills that the sheet has, places with their modifiers, and why something is not possible now."""
    table.ok("gm", do="adjust", targets=["hero"], add_condition={"id": "prone"})
    found = palette(table, "hero", targets=["foe"])
    assert {one for one, action in found.items() if action["legal"]} == {"dodge", "stand"}
    elbow = found["elbow"]
    assert (elbow["roll"], elbow["damage"], elbow["code"]) == ("Elbow 6D", "BDV + Effect Value + P/L bonus", "requirement")
    assert {"id": "head", "label": "Head", "note": "difficulty +4, damage +12"} in elbow["locations"]
    (skill,) = elbow["params"]
    assert [option["id"] for option in skill["options"]] == ["brawling", "martial_arts", "elbow"]
    assert [weapon["id"] for weapon in found["choke"]["weapons"]] == ["wire"]
    assert found["knockout"]["damage"] == "half of BDV + Effect Value + P/L bonus"


def test_the_palette_marks_claims(table: Table) -> None:
    """What says something about the world is marked; whom to throw somebody at is a choice among combatants."""
    found = palette(table, "hero", targets=["foe"])
    params = {param["id"]: param for param in found["throw_person"]["params"]}
    assert {one: (param["kind"], "claim" in param) for one, param in params.items()} == {
        "at": ("who", False), "lift_difficulty": ("number", True), "throw_difficulty": ("number", True),
        "obstacle_bdv": ("text", True),
    }  # fmt: skip
    assert found["leap"]["params"][1]["default"] == 2


def test_dice_may_be_rolled_by_hand(table: Table) -> None:
    """Typed-in faces must be what a pool can show: a 6 on the Wild Die wants its re-rolls."""
    table.ok("gm", do="set_options", set={"dice": "hand"})
    table.ok("gm", do="act", actor="hero", maneuver="leap")
    pending = table.state.pending
    assert pending is not None
    wrong = {"do": "answer", "ask": pending.asks[0].id}
    assert table.refused("gm", **wrong, pick=[6, 3]) == ("illegal-choice", "$.pick")
    assert table.refused("gm", **wrong, pick=[5, 3, 2]) == ("illegal-choice", "$.pick")
    table.ok("gm", **wrong, pick=[6, 2, 6, 1])
    assert table.state.pending is None
    assert table.log[-1].facts[-2].successes == 2


def test_every_maneuver_is_in_the_palette(table: Table) -> None:
    """All 54 of the vocabulary page, and the Quick Draw that is only planned."""
    assert set(palette(table, "hero")) == set(RULESET.core.rows["maneuver"])
    assert len(RULESET.core.rows["maneuver"]) == 55


def test_a_players_claims_go_to_the_gm(table: Table) -> None:
    """Circumstances, distance and what stands in the way are the GM's to grant; skills and places are not claims."""
    command: dict[str, Any] = {"do": "act", "actor": "a", "maneuver": "push", "targets": ["c"]}
    table.ok("pat", **command, params={"obstacle": {"bdv": "3D", "feet": 1}})
    assert table.state.pending is not None
    (asked,) = table.state.pending.asks
    assert (asked.ask.who, asked.ask.key) == ("gm", "ruling")
    assert "In the way: bdv 3D, feet 1" in asked.ask.prompt
    table.answer("gm", "without", (3, 3))
    assert table.state.game.combatants["c"].body_points == 30
    table.ok("pat", (2, 2), do="act", actor="a", maneuver="punch", targets=["c"], params={"skill": "brawling"}, location="leg")
    assert table.state.pending is None


def test_what_players_may_not_do(table: Table) -> None:
    """Only their own combatants, and none of the GM's commands."""
    assert table.refused("pat", do="act", actor="b", maneuver="dodge") == ("forbidden", "$.actor")
    assert table.refused("pat", do="check", actor="a", check="skill", params={"skill": "leap"}) == ("forbidden", "$.do")
    assert table.refused("pat", do="adjust", targets=["a"], heal=3) == ("forbidden", "$.do")
    table.ok("gm", do="set_hidden", id="foe", hidden=True)
    throw = {"do": "act", "actor": "a", "maneuver": "throw_person", "targets": ["c"], "params": {"at": "foe"}}
    assert table.refused("pat", **throw) == ("unknown-id", "$.params.at")
    wave = {"do": "act", "actor": "a", "maneuver": "force_wave", "targets": ["c"], "params": {"feet": {"foe": 3}}}
    assert table.refused("pat", **wave) == ("unknown-id", "$.params.feet.foe")


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({"maneuver": "punch", "params": {"power": "flight"}}, ("malformed", "$.params.power")),
        ({"maneuver": "push", "params": {"obstacle": {"bdv": "3D"}}}, ("malformed", "$.params.obstacle")),
        ({"maneuver": "push", "params": {"obstacle": {"bdv": "0D", "feet": 1}}}, ("malformed", "$.params.obstacle")),
        ({"maneuver": "grab", "params": {"where": "nose"}}, ("malformed", "$.params.where")),
        ({"maneuver": "punch", "location": "nose"}, ("unknown-id", "$.location")),
        ({"maneuver": "bash", "weapon": "pillow"}, ("unknown-id", "$.weapon")),
        ({"maneuver": "punch", "weapon": "club"}, ("illegal-choice", "$.weapon")),
        ({"maneuver": "punch", "spend": {"character_points": 1}}, ("malformed", "$.spend.character_points")),
        ({"maneuver": "grab", "location": "head"}, ("illegal-choice", "$.location")),
        ({"maneuver": "bash"}, ("requirement", "$.weapon")),
        ({"maneuver": "parry", "targets": [], "params": {"skill": "melee_weapons"}}, ("requirement", "$.params.with")),
        ({"maneuver": "punch", "targets": ["hero"]}, ("illegal-target", "$.targets[0]")),
        ({"maneuver": "double_kick", "targets": ["foe", "foe"]}, ("illegal-target", "$.targets[1]")),
        ({"maneuver": "dodge"}, ("illegal-target", "$.targets")),
    ],
)
def test_refusals_name_the_place(table: Table, more: dict[str, Any], refused: tuple[str, str]) -> None:
    """What is wrong, and where."""
    command = {"do": "act", "actor": "hero", "targets": ["foe"], **more}
    assert table.refused("gm", **command) == refused


def test_the_log_tells_words_to_all_and_numbers_to_few(table: Table) -> None:
    """An onlooker reads that it hit; the attacker sees the own dice, but not what they had to reach; the GM sees all."""
    before = table.state
    table.ok("gm", do="add_combatant", id="d", sheet={"name": "Dan"})
    hit = (3, 3, 3, 2, 2, 5)
    before = table.state
    table.ok("gm", hit, do="act", actor="hero", maneuver="punch", targets=["d"])
    (attack, hurt) = (line for line in lines(RULESET, before, table.log[-1], table.state))
    gm, eve, own = attack.seen_by(GM), attack.seen_by(EVE), attack.seen_by(Viewer("h", "player", ("hero",)))
    assert gm is not None
    assert eve is not None
    assert own is not None
    assert gm["text"] == "Hero: punch hits Dan (3 against 2, 3 damage, 3 lost)."
    assert [die["face"] for die in gm["rolls"][0]["dice"]] == [3, 3, 3, 2, 2]
    assert (eve["text"], "rolls" in eve) == ("Hero: punch hits Dan.", False)
    assert [[die["face"] for die in card["dice"]] for card in own["rolls"]] == [[3, 3, 3, 2, 2], [5]]
    assert [term["key"] for card in own["rolls"] for term in card["terms"]] == ["brawling", "bdv"]
    told = hurt.seen_by(EVE)
    assert told is not None
    assert told["text"] == "Dan is scratched."


def test_what_only_the_hidden_do_is_not_told(table: Table) -> None:
    """A hidden fighter's dodge and getting up are nobody's business; struck by one, a hero is struck by someone."""
    table.ok("gm", do="set_hidden", id="foe", hidden=True)
    before = table.state
    table.ok("gm", (3, 3), do="act", actor="foe", maneuver="dodge")
    assert [line.seen_by(EVE) for line in lines(RULESET, before, table.log[-1], table.state)] == [None]
    before = table.state
    table.ok("gm", (3, 3, 2), do="act", actor="foe", maneuver="punch", targets=["hero"])
    told = [shown["text"] for line in lines(RULESET, before, table.log[-1], table.state) if (shown := line.seen_by(EVE))]
    assert told[0] == "Someone: punch hits Hero."
    assert "foe" not in view(RULESET, table.line, EVE)["combatants"]


def test_numbers_are_for_those_who_may_know_them(table: Table) -> None:
    """A player sees the own bar and numbers, of others the ladder and what shows."""
    shown = view(RULESET, table.line, PAT)["combatants"]
    assert shown["a"]["wound"]["track"][0]["kind"] == "bar"
    assert shown["b"]["wound"]["track"][0]["kind"] == "ladder"
    assert {"key": "character_points", "label": "Character Points", "value": 0} in shown["a"]["numbers"]
    assert "numbers" not in shown["b"]
    table.ok("gm", do="set_options", set={"numbers": "all"})
    open_ = view(RULESET, table.line, PAT)["combatants"]
    assert {"key": "character_points", "label": "Character Points", "value": 0} in open_["b"]["numbers"]
    assert not {"sheet", "weapons"} & set(open_["b"])
    assert {"sheet", "weapons"} <= set(open_["a"])
    assert "sheet" not in shown["b"]


@pytest.mark.parametrize("physique", [3, 9])
def test_a_foes_physique_is_not_found_out_by_trying(table: Table, physique: int) -> None:
    """Too weak a knockout goes to the GM, and is refused when it is played, not before (D6-M-KNOCKOUT)."""
    table.ok("gm", do="add_combatant", id="brute", sheet={"name": "Brute", "attributes": {"physique": physique}})
    blow = {"do": "act", "actor": "a", "maneuver": "knockout", "targets": ["brute"]}
    assert palette(table, "a", PAT, targets=["brute"])["knockout"]["legal"]
    before = table.state
    table.ok("pat", **blow)
    pending = table.state.pending
    assert pending is not None
    assert (pending.asks[0].ask.who, pending.asks[0].ask.key) == ("gm", "too_weak")
    assert view(RULESET, table.line, PAT).get("asks", {}) == {}
    facts = table.answer("gm", "no")
    assert (facts[-1].code, facts[-1].message) == ("requirement", "The blow is not at least 1D above Brute's Physique.")
    assert table.state.game is before.game


def test_the_gm_may_let_a_weak_blow_be_struck(table: Table) -> None:
    """Then it is a knockout like any other."""
    table.ok("gm", do="add_combatant", id="brute", sheet={"name": "Brute", "pdv": 9, "attributes": {"physique": 9}})
    table.ok("gm", do="act", actor="hero", maneuver="knockout", targets=["brute"])
    facts = table.answer("gm", "yes", (3, 3, 3, 3, 2))
    assert facts[-1].result["outcome"] == "miss"


def test_a_dodge_holds_until_ones_own_turn_even_when_the_order_changes(table: Table) -> None:
    """Whoever moves up because somebody left has a turn like any other: the dodge made in it stands."""
    table.ok("gm", do="start")
    dice = (3, 3, 3, 3, 3, 2, 3, 2, 2, 2)  # a and b, then c and foe, hero: two dice each
    table.ok("gm", dice, do="initiative")
    order = table.state.game.encounter.order
    table.ok("gm", do="remove_combatant", id=order[0])
    table.ok("gm", (3, 3), do="act", actor=order[1], maneuver="dodge")
    assert table.state.game.combatants[order[1]].dodge == 2


def test_what_the_gm_sets_is_told_in_words(table: Table) -> None:
    """By names that people read, and tables without brackets."""
    before = table.state
    table.ok("gm", do="adjust", targets=["a"], set={"parry_value": 2, "ammo": {"pistol": 5}, "conditions": []})
    said = [line.gm.text for line in lines(RULESET, before, table.log[-1], table.state)]
    assert said == ["The GM set parry value = 2, ammo = pistol 5, conditions = nothing for A."]


def test_the_stunned_pass(table: Table) -> None:
    """Stunned before their turn comes, fighters are passed over, and what they did not keep up ends."""
    table.ok("gm", do="start")
    table.ok("gm", (3,) * 10, do="initiative")
    order = table.state.game.encounter.order
    table.ok("gm", do="adjust", targets=[order[1]], add_condition={"id": "stunned", "rounds": 1})
    table.ok("gm", do="adjust", targets=[order[2]], add_condition={"id": "grabbed", "by": order[1]})
    table.ok("gm", do="end_turn", actor=order[0])
    met = table.state.game.encounter
    assert (met.done, met.turn_of) == ((order[0], order[1]), order[2])
    assert table.state.game.combatants[order[2]].conditions == ()


def test_a_house_maneuver_is_a_row(table: Table) -> None:
    """A GM's pack adds a maneuver; nonsense in it is refused with the place."""
    row = '[maneuver.poke]\nname = "Poke"\ngroup = "unarmed"\nprocedure = "strike"\nskills = ["brawling"]\nattack = true\n'
    table.ok("gm", do="install_pack", text=f'name = "house"\n{row}difficulty = 2\ndamage = "effect + 3"\n')
    table.ok("gm", (3, 3, 3, 3, 2), do="act", actor="hero", maneuver="poke", targets=["foe"])
    table.answer("gm", 0)
    assert table.state.game.combatants["foe"].body_points == 27
    for wrong in ('hold = "prone"', 'brings = [{ id = "grabbed" }]', 'params = ["nose"]', 'damage = "luck"'):
        code, path = table.refused("gm", do="install_pack", text=f'name = "bad"\n{row}{wrong}\n')
        assert (code, str(path).startswith("$.text: $.maneuver.poke")) == ("malformed", True)


def test_schemas_describe_what_a_front_end_needs(table: Table) -> None:
    """Templates by group, options with their rules, conditions, checks, hazards, and at least 16 templates."""
    told = RULESET.schemas(catalogue_of(RULESET, ()))
    assert len(told["templates"]) >= 16
    assert {one["id"] for one in told["options"]} >= {"wound_penalty", "reactive_defense", "massive_tally"}
    (grabbed,) = (one for one in told["conditions"] if one["id"] == "grabbed")
    assert (grabbed["label"], grabbed["params"][0]) == ("Grabbed", {"id": "by", "label": "By", "kind": "who"})
    assert [(one["id"], [param["id"] for param in one["params"]]) for one in told["hazards"]] == [("impact", ["bdv", "modifier"])]
    assert [param["kind"] for param in grabbed["params"]] == ["who", "choice"]
    (skill, difficulty) = told["checks"][0]["params"]
    assert (skill["needed"], skill["kind"], difficulty["default"]) == (True, "choice", 3)


@pytest.mark.parametrize(
    ("command", "refused"),
    [
        ({"do": "adjust", "add_condition": {"id": "grabbed", "by": "nobody"}}, ("unknown-id", "$.add_condition.by")),
        ({"do": "adjust", "add_condition": {"id": "grabbed", "by": "foe"}}, ("illegal-target", "$.add_condition.by")),
        ({"do": "adjust", "add_condition": "grabbed"}, ("malformed", "$.add_condition.by")),
        ({"do": "adjust", "set": {"conditions": ["choked"], "condition_info": {"choked": {"by": "foe"}}}},
         ("illegal-target", "$.set.condition_info.choked.by")),
        ({"do": "adjust", "set": {"luck": 1}}, ("malformed", "$.set.luck")),
    ],
)  # fmt: skip
def test_what_the_gm_says_must_fit(table: Table, command: dict[str, Any], refused: tuple[str, str]) -> None:
    """A condition names neither somebody absent nor its holder, and has what it needs; only known fields are set."""
    assert table.refused("gm", targets=["foe"], **command) == refused
    assert table.state.game.combatants["foe"].conditions == ()


def test_a_test_names_its_skill(table: Table) -> None:
    """And somebody who is there."""
    assert table.refused("gm", do="check", actor="foe", check="skill") == ("malformed", "$.params.skill")
    assert table.refused("gm", do="check", actor="zed", check="skill", params={"skill": "leap"}) == ("unknown-id", "$.actor")


@pytest.mark.parametrize("template", list(RULESET.core.rows["template"]))
def test_every_template_makes_a_fighter(template: str) -> None:
    """Each comes in with the weapon in hand that it names, and can do something."""
    table = Table(RULESET)
    table.ok("gm", do="add_combatant", id="one", template=template)
    sheet = table.state.game.combatants["one"].sheet
    assert not sheet.weapon_ready or sheet.weapon_ready in sheet.weapons
    assert all(power in sheet.powers for power in sheet.power_damage)
    assert palette(table, "one", targets=["a"])["punch"]["legal"]


def test_the_gm_may_say_what_a_roll_comes_to(table: Table) -> None:
    """Amended to 4 successes, or to other faces: a Wild Die that is no 6 any more takes its re-rolls with it."""
    table.ok("gm", (6, 2, 2, 2, 2, 3, 1), do="act", actor="hero", maneuver="punch", targets=["c"])
    assert table.state.game.combatants["c"].body_points == 30 - 1
    table.ok("gm", do="amend", who="hero", key="attack", value=4)
    assert table.state.game.combatants["c"].body_points == 30 - 3
    table.ok("gm", (), do="amend", who="hero", key="attack", faces=[3, 2, 2, 2, 2, 3])
    assert table.state.game.combatants["c"].body_points == 30


def test_a_quick_draw_is_planned(table: Table) -> None:
    """The only entry of a plan, in the phase that front ends know as that of intentions; as an act it is refused."""
    draw: dict[str, Any] = {"maneuver": "quick_draw", "params": {"skill": "brawling", "shift": 2}}
    assert table.refused("gm", do="act", actor="hero", maneuver="quick_draw") == ("requirement", "$.maneuver")
    table.ok("gm", do="start")
    assert view(RULESET, table.line, GM)["encounter"]["phase"] == "intentions"
    both = [draw, {"maneuver": "punch", "targets": ["foe"]}]
    assert table.refused("gm", do="declare", actor="hero", intent=both) == ("no-actions-left", "$.intent[0]")
    table.ok("gm", do="declare", actor="hero", intent=[draw])
    table.ok("gm", (2,) * 8 + (3,) * 4, do="initiative")
    assert table.state.game.combatants["hero"].initiative == 2, "four dice, of which the last two are successes"
