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
    buckets_of_blood: Annotated[bool, Meta(description="Terrible wounds and deaths make those near lose an action.")] = False
    ammunition: Annotated[Literal["clip_value", "count", "free"], Meta(description="How shots are tracked.")] = "clip_value"
    adversary_clip: Annotated[
        Literal["gm", "roll"], Meta(description="Whether shooters who roll no die run dry by the GM's word or by a die.")
    ] = "gm"
    fire_fear_test: Annotated[bool, Meta(description="Whoever burns is tested for fear.")] = True
    fall_cap: Annotated[bool, Meta(description="Falls stop growing worse at 50 yards.")] = False
    heroic_feat_damage: Annotated[bool, Meta(description="A Heroic Feat may go on base damage.")] = False
    vehicle_rules: Annotated[Literal["full", "quick"], Meta(description="Which rules chases and collisions follow.")] = "full"
    smackdown: Annotated[bool, Meta(description="Vampires take half of the damage of collisions.")] = False
    descriptive_defense: Annotated[bool, Meta(description="House rule: described defences may have effects.")] = False
    revised_multiple_actions: Annotated[bool, Meta(description="House rule: planned attacks and attacks of opportunity.")] = False
    bite_doubles: Annotated[bool, Meta(description="Bites are doubled like other Slash/stab.")] = False
    natural_biters_exempt: Annotated[bool, Meta(description="Natural biters bite without awkwardness.")] = True
    head_butt_close_dodge: Annotated[
        Literal[0, -1, -2, -3, -4, -5], Meta(description="What a held or close target defends worse against a head butt.")
    ] = 0
    heart_kill_at: Annotated[
        Literal[-10, 0, -5, -20], Meta(description="Life Points that count as killed through the heart.")
    ] = -10
    heart_ribcage: Annotated[bool, Meta(description="The first eight points through the heart are ordinary damage.")] = False
    catch_arrows: Annotated[bool, Meta(description="Arrows and bolts may be caught.")] = False
    throat_slit_any_blade: Annotated[bool, Meta(description="Any Slash/stab weapon slits throats.")] = False
    block_missiles: Annotated[bool, Meta(description="Shields stop missiles.")] = True
    parry_damage_levels: Annotated[bool, Meta(description="A weapon parry of a bare hand adds its levels to the damage.")] = False
    unarmed_parry_weapons: Annotated[bool, Meta(description="Bare hands may parry weapons.")] = False
    watchful_eye_mode: Annotated[
        Literal["battlefield", "astral", "musical", "cyberspace"], Meta(description="Where a watchful eye watches.")
    ] = "battlefield"


#: The ledger rule that each option turns.
RULES = {
    "undefended_threshold": "UNI-C-NO-DEFENSE",
    "random_initiative": "UNI-C-INIT-RANDOM",
    "extra_actions": "UNI-C-MULTI-LIMIT",
    "defense_dice": "UNI-C-MULTI-ONE-DIE",
    "quick_damage": "UNI-C-QUICK-DAMAGE",
    "wounded_adversaries": "UNI-C-WOUND-PENALTY",
    "simple_damage": "UNI-C-DAMAGE-SIMPLE",
    "buckets_of_blood": "UNI-C-GORE-WOUND",
    "ammunition": "UNI-C-CLIP",
    "adversary_clip": "UNI-C-CLIP-ADVERSARY",
    "fire_fear_test": "UNI-C-FIRE-FEAR",
    "fall_cap": "UNI-C-FALL-CAP",
    "heroic_feat_damage": "UNI-C-DRAMA-HEROIC",
    "vehicle_rules": "UNI-C-VQ-CHASE",
    "smackdown": "UNI-C-VQ-COLLISION",
    "descriptive_defense": "UNI-C-HR-DESCRIPTIVE",
    "revised_multiple_actions": "UNI-C-HR-PLANNED",
    "bite_doubles": "UNI-M-BITE",
    "natural_biters_exempt": "UNI-M-BITE",
    "head_butt_close_dodge": "UNI-M-HEAD-BUTT",
    "heart_kill_at": "UNI-M-THROUGH-HEART",
    "heart_ribcage": "UNI-M-HEART-RIBCAGE",
    "catch_arrows": "UNI-M-CATCH",
    "throat_slit_any_blade": "UNI-M-THROAT-SLIT",
    "block_missiles": "UNI-M-BLOCK",
    "parry_damage_levels": "UNI-M-PARRY",
    "unarmed_parry_weapons": "UNI-M-PARRY",
    "watchful_eye_mode": "UNI-M-WATCHFUL-EYE-MODES",
}
