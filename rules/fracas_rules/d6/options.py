"""House-rule switches: typed, defaulting to the ledger's ruling, each citing the rule it turns."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Table options of the game; absent ones keep their default."""

    wound_penalty: Annotated[
        Literal["dice", "difficulty"], Meta(description="Wounds take dice off rolls, or are added to difficulties.")
    ] = "dice"
    willpower_margin: Annotated[
        Literal["rule", "example"], Meta(description="Willpower lowers by one and the margin, or by the margin alone.")
    ] = "rule"
    massive_tally: Annotated[
        Literal["round", "blow"], Meta(description="Massive damage adds up over a round, or every blow stands alone.")
    ] = "round"
    bdv_mode: Annotated[Literal["roll", "flat"], Meta(description="nD of damage are rolled, or count as n points.")] = "roll"
    duration_dice: Annotated[
        Literal["successes", "sum"], Meta(description="Rounds given in dice: their successes, or the sum of their faces.")
    ] = "successes"
    knockdown_damage: Annotated[bool, Meta(description="Clothesline and Trip also do normal damage.")] = False
    reactive_defense: Annotated[bool, Meta(description="Dodge and Parry may be taken when attacked.")] = False


#: The ledger rule that each option turns.
RULES = {
    "wound_penalty": "D6-X-WOUNDS",
    "willpower_margin": "D6-X-WILLPOWER",
    "massive_tally": "D6-X-MASSIVE",
    "bdv_mode": "D6-C-BDV",
    "duration_dice": "D6-M-HEADBUTT",
    "knockdown_damage": "D6-M-CLOTHESLINE",
    "reactive_defense": "D6-M-DODGE",
}
