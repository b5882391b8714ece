"""Taking up weapons: what is at hand, and whether a hand is free (UNI-C-WEAPON-READY, UNI-C-DUAL-HANDS-FULL)."""

from __future__ import annotations

from typing import Any

import pytest
from arena import Arena
from fracas_rules.errors import Refused

SHIELD = {"id": "shield", "class": "shield", "hands": 1}
AXE = {"id": "axe", "class": "long", "hands": 1, "type": "slash_stab"}
PISTOL = {"id": "pistol", "class": "pistol", "hands": 1, "type": "bullet", "base": "12"}
RIFLE = {"id": "rifle", "class": "rifle", "hands": 2, "type": "bullet", "base": "20"}
DUEL = {"do": "act", "actor": "c", "maneuver": "fast_draw", "targets": ["foe"]}


def arena(*weapons: dict[str, Any]) -> Arena:
    """C with these weapons against one who has a rifle in hand."""
    return Arena(c={"weapons": list(weapons)}, foe={"weapons": [RIFLE]})


def away(where: Arena, who: str = "c") -> list[str]:
    shown = where.view("gm")["combatants"][who]["weapons"]
    return [one["id"] for one in shown if not one["ready"]]


@pytest.mark.parametrize(
    ("weapons", "why"),
    [
        ([SHIELD, AXE, {**PISTOL, "where": "reachable"}], "C has no hand free for Pistol."),
        ([AXE, {**RIFLE, "where": "reachable"}], "C has no hand free for Rifle."),
        ([{**PISTOL, "where": "stowed"}], "Pistol is not at hand: drawing it takes longer."),
        ([{**PISTOL, "where": "buried"}], "Pistol is not at hand: drawing it takes longer."),
        ([AXE], "C has no gun."),
    ],
)
@pytest.mark.parametrize("named", [False, True])
def test_a_shoot_out_draws_nothing_that_draw_would_not(weapons: list[dict[str, Any]], why: str, named: bool) -> None:
    """Neither from the pack nor with full hands, whether the gun is named or not; and nothing has come to hand."""
    where = arena(*weapons)
    before = away(where)
    came = where.send("gm", **DUEL, **({"weapon": weapons[-1]["id"]} if named else {}))
    assert isinstance(came, Refused)
    assert (came.code, came.path, came.message) == ("requirement", "$.weapon", why)
    assert away(where) == before


def test_what_was_thrown_away_must_be_fetched() -> None:
    """A gun that lies out of reach is not drawn in a shoot-out."""
    where = arena(PISTOL)
    where.ok("gm", do="adjust", targets=["c"], add_condition={"id": "unready", "weapons": ["pistol"], "far": ["pistol"]})
    came = where.send("gm", **DUEL)
    assert isinstance(came, Refused)
    assert came.message == "Pistol must be fetched first."


def test_a_gun_at_hand_is_drawn_before_one_in_the_pack() -> None:
    """With a free hand the holster serves, on both sides; what is stowed stays stowed."""
    foe = {"weapons": [{**RIFLE, "where": "buried"}, {**PISTOL, "where": "reachable"}]}
    where = Arena(c={"weapons": [{**RIFLE, "where": "stowed"}, AXE, {**PISTOL, "where": "reachable"}]}, foe=foe)
    where.ok("gm", (5, 5), **DUEL)
    assert (away(where), away(where, "foe")) == (["rifle"], ["rifle"])
