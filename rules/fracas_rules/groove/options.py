"""House-rule switches: typed, defaulting to the ledger's ruling, each citing the rule it turns."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Table options of the game; absent ones keep their default."""

    action_rounding: Annotated[
        Literal["up", "down"], Meta(description="How fractions of actions are rounded; never below 1.")
    ] = "up"
    lunge_dodge: Annotated[Literal["defender", "attacker"], Meta(description="Whose Dodge a lunge lowers by 2.")] = "defender"
    charge_bonus: Annotated[Literal["hit", "damage"], Meta(description="Where the +2 of a charge goes.")] = "hit"
    bleeding: Annotated[Literal["always", "gm", "off"], Meta(description="Whether severe injuries bleed.")] = "always"
    critical_damage: Annotated[bool, Meta(description="A natural 20 does more than succeed.")] = True
    subdual_kills: Annotated[bool, Meta(description="Subdual damage counts toward death.")] = True
    funk_damage: Annotated[bool, Meta(description="A funk takes 1 off damage rolls.")] = True
    reach_limit: Annotated[
        int, Meta(ge=0, le=100, description="Range steps beyond its optimal range that a melee attack still reaches.")
    ] = 2


#: The ledger rule that each option turns.
RULES = {
    "action_rounding": "GRV-ACTIONS",
    "lunge_dodge": "GRV-M-LUNGE",
    "charge_bonus": "GRV-M-CHARGE",
    "bleeding": "GRV-SEVERE-BLEED",
    "critical_damage": "GRV-CRIT",
    "subdual_kills": "GRV-SUBDUAL",
    "funk_damage": "GRV-DAMAGE",
    "reach_limit": "GRV-RANGE",
}
