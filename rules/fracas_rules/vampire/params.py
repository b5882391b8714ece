"""The parameters of acts, checks and hazards: each is declared once, all checking derives from that (`kernel.params`)."""

from __future__ import annotations

from ..kernel.params import Param, Table, choice, flag, number, square
from .sheet import ATTRIBUTES, MOST_BOXES

NATURALS = ("fangs", "feral_claws", "claws", "bone_spurs", "spikes")
#: What walls may be worth, weakest first.
WALLS = ("light", "good", "superior")
COVERS = ("none", *WALLS)
TYPES = ("bashing", "lethal", "aggravated")
#: What a garment hides: larger ones hide what smaller ones do (VTM-E-CONCEAL).
HIDES = {"none": "", "pocket": "P", "jacket": "PJ", "trench": "PJT"}
#: Levels by the intensity of fire and of sunlight (VTM-Z-FIRE, VTM-Z-SUNLIGHT).
FIRE = {"torch": 1, "bonfire": 2, "inferno": 3}
SUN = {"indirect": 1, "direct": 3}

#: Everything that an act may carry in `params`. Which maneuver takes what stands in its row.
ACT: dict[str, Param] = {
    "difficulty_mod": number(-10, 10, "Difficulty", 0, claim=True),
    "damage_mod": number(-50, 50, "Damage dice", 0, claim=True),
    "no_room": flag("No room to dodge", claim=True),
    "vicious": number(0, 2, "Lethal levels besides", 0, claim=True),
    "area": number(0, 1000, "Metres covered", 3),
    "natural": choice(*NATURALS, label="With"),
    "attribute": choice(*ATTRIBUTES, label="Attribute", default="strength"),
    "ability": Param("id", "Ability", default=""),
    "difficulty": number(2, 10, "Difficulty", 6, claim=True),
    "cover": choice(*COVERS, label="Cover", default="none", claim=True),
    "points": number(1, 100, "Points", 1),
    "levels": number(1, MOST_BOXES, "Levels", 1),
    "power": Param("id", "Power"),
    "metres": number(0, 100_000, "Metres", 0),
    "to": square("To the square"),
    "dots": number(1, 10, "Dots", 1),
    "first": Param("id", "First"),
    "second": Param("id", "Second"),
    "third": Param("id", "Third"),
    "fourth": Param("id", "Fourth"),
}

#: What each check takes.
CHECKS: dict[str, Table] = {
    "quick_fight": {"approach": Param("table", "Approach of each")},
    "movement": {},
    "generation": {},
    "knockdown": {},
    "torpor_length": {},
    "torpor_rise": {"rested": flag("The time is over")},
    "rouse": {"blood": number(0, 100, "Points fed", 1), "following_scene": flag("In a following scene")},
    "untreated_day": {},
    "heal_aggravated": {"rested": flag("A full day of rest"), "eyes": flag("The eyes first")},
    "conceal": {"weapon": Param("id", "Weapon"), "clothing": choice(*HIDES, label="Clothing", default="none")},
}

_AMOUNT: dict[str, Param] = {"levels": number(0, 100, "Levels"), "dice": number(1, 100, "Dice")}
#: What each hazard takes.
HAZARDS: dict[str, Table] = {
    "generic": {
        "type": choice(*TYPES, label="Type", default="bashing"), **_AMOUNT, "armor": flag("Armor counts", default=True)
    },
    "fire": {**_AMOUNT, "intensity": choice(*FIRE, label="Intensity", default="torch")},
    "sunlight": {**_AMOUNT, "intensity": choice(*SUN, label="Intensity", default="indirect")},
}  # fmt: skip
