"""House-rule switches: typed, defaulting to the ledger's ruling, each citing the rule it turns."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Table options of the game; absent ones keep their default."""

    undefended_threshold: Annotated[Literal[9, 10], Meta(description="Least total that hits someone who does not defend.")] = 9
    random_initiative: Annotated[bool, Meta(description="Everyone rolls d10 + Dexterity for the order.")] = False
    extra_actions: Annotated[
        Literal["half_dexterity", "dexterity_minus_4", "slow_steps", "unlimited"],
        Meta(description="How many extra actions a Turn allows."),
    ] = "half_dexterity"
    defense_dice: Annotated[Literal["one", "each"], Meta(description="One die for all defences of a Turn, or one each.")] = "one"
    quick_damage: Annotated[
        Literal["printed", "recomputed"], Meta(description="Damage lines of quick sheets as printed, or by the actual total.")
    ] = "printed"
    wounded_adversaries: Annotated[bool, Meta(description="Wound penalties for adversaries.")] = True
    simple_damage: Annotated[bool, Meta(description="Every damage type counts like Bash.")] = False
    ammunition: Annotated[
        Literal["clip_value", "count", "free"], Meta(description="How shots are tracked.")
    ] = "clip_value"
    adversary_clip: Annotated[
        Literal["gm", "roll"], Meta(description="Whether shooters who roll no die run dry by the GM's word or by a die.")
    ] = "gm"
    fire_fear_test: Annotated[bool, Meta(description="Whoever burns is tested for fear.")] = True
    heroic_feat_damage: Annotated[bool, Meta(description="A Heroic Feat may go on base damage.")] = False
    unarmed_parry_weapons: Annotated[bool, Meta(description="Bare hands may parry weapons.")] = False
    parry_damage_levels: Annotated[bool, Meta(description="A weapon parry of a bare hand adds its levels to the damage.")] = False
    block_missiles: Annotated[bool, Meta(description="Shields stop missiles.")] = True


#: The ledger rule that each option turns.
RULES = {
    "undefended_threshold": "UNI-C-NO-DEFENSE",
    "random_initiative": "UNI-C-INIT-RANDOM",
    "extra_actions": "UNI-C-MULTI-LIMIT",
    "defense_dice": "UNI-C-MULTI-ONE-DIE",
    "quick_damage": "UNI-C-QUICK-DAMAGE",
    "wounded_adversaries": "UNI-C-WOUND-PENALTY",
    "simple_damage": "UNI-C-DAMAGE-SIMPLE",
    "ammunition": "UNI-C-CLIP",
    "adversary_clip": "UNI-C-CLIP-ADVERSARY",
    "fire_fear_test": "UNI-C-FIRE-FEAR",
    "heroic_feat_damage": "UNI-C-DRAMA-HEROIC",
    "unarmed_parry_weapons": "UNI-M-PARRY",
    "parry_damage_levels": "UNI-M-PARRY",
    "block_missiles": "UNI-M-BLOCK",
}
