"""House-rule switches: typed, defaulting to the ledger's ruling, each citing the rule it turns."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Table options of the game; absent ones keep their default."""

    specialty_tens: Annotated[
        Literal["off", "double", "reroll"], Meta(description="Tens with a speciality: plain, two successes, or one more die.")
    ] = "off"
    ones_cancel_damage: Annotated[bool, Meta(description="Ones cancel on damage and soak as well.")] = False
    untrained_skill_penalty: Annotated[bool, Meta(description="A Skill without dots is at +1 difficulty.")] = False
    initiative_each_round: Annotated[bool, Meta(description="Initiative is rolled anew every round.")] = False
    wounds_reduce_initiative: Annotated[bool, Meta(description="Dice lost to wounds come off the initiative rating.")] = False
    minimum_damage_after_soak: Annotated[bool, Meta(description="Every hit marks at least one level.")] = False
    head_shot_lethal: Annotated[bool, Meta(description="Firearms aimed at a vampire's head are lethal.")] = True
    projectiles_lethal_to_kindred: Annotated[bool, Meta(description="Arrows and bolts are always lethal to vampires.")] = False
    overflow_rule: Annotated[Literal["step", "step_and_insert"], Meta(description="What a level beyond a full track does.")] = (
        "step"
    )
    full_aggravated_any_damage: Annotated[
        bool, Meta(description="Any level ends a vampire whose track is full of aggravated damage.")
    ] = False
    celerity_extra_actions: Annotated[bool, Meta(description="Celerity buys extra actions with blood.")] = True
    celerity_ignores_blood_limit: Annotated[
        bool, Meta(description="Blood for Celerity does not count against the limit of the turn.")
    ] = False
    defense_maneuver_fixed: Annotated[bool, Meta(description="The first kind of defence binds for the round.")] = False
    grapple_escape_dexterity: Annotated[bool, Meta(description="An escape may use Dexterity.")] = False
    stake_heart_bonus: Annotated[bool, Meta(description="Staking has the +2 damage of a precise place.")] = False
    blinding_deals_damage: Annotated[bool, Meta(description="Blinding rolls Strength + 1 bashing.")] = False
    tackle_balance_from: Annotated[
        Literal["attack", "athletics"], Meta(description="Which roll makes the target's balance after a tackle harder.")
    ] = "attack"
    strafe_all_successes_add: Annotated[
        bool, Meta(description="All successes assigned to a target add to the damage of a strafe.")
    ] = True
    burst_dodge_penalty: Annotated[bool, Meta(description="Dodging a burst is at +1 difficulty.")] = True
    quick_severe_potence: Annotated[
        Literal["after", "before"], Meta(description="One-roll fights: Potence is added after doubling, or before.")
    ] = "after"


#: The ledger rule that each option turns.
RULES = {
    "specialty_tens": "VTM-DICE-TENS",
    "ones_cancel_damage": "VTM-DICE-DAMAGE",
    "untrained_skill_penalty": "VTM-DICE-DIFFICULTY",
    "initiative_each_round": "VTM-I-ROLL",
    "wounds_reduce_initiative": "VTM-I-ROLL",
    "minimum_damage_after_soak": "VTM-D-MINIMUM",
    "head_shot_lethal": "VTM-D-FIREARM-KINDRED",
    "projectiles_lethal_to_kindred": "VTM-E-CROSSBOW",
    "overflow_rule": "VTM-H-OVERFLOW",
    "full_aggravated_any_damage": "VTM-H-FINAL-DEATH",
    "celerity_extra_actions": "VTM-R-CELERITY",
    "celerity_ignores_blood_limit": "VTM-R-CELERITY",
    "defense_maneuver_fixed": "VTM-DF-FULL",
    "grapple_escape_dexterity": "VTM-M-ESCAPE-DEX",
    "stake_heart_bonus": "VTM-M-STAKE",
    "blinding_deals_damage": "VTM-M-BLIND",
    "tackle_balance_from": "VTM-M-TACKLE-SPRAWL",
    "strafe_all_successes_add": "VTM-M-STRAFE",
    "burst_dodge_penalty": "VTM-M-BURST-DODGE",
    "quick_severe_potence": "VTM-Q-SEVERE",
}
