"""The parameters of acts, checks and hazards: each is declared once, all checking derives from that (`kernel.params`)."""

from __future__ import annotations

from ..kernel.params import Param, Table, choice, flag, number
from .sheet import STATS

#: Everything that an act may carry in `params`; which maneuver takes what is its row's to say (`Maneuver.takes`).
ACT: dict[str, Param] = {
    "duel": Param("id", "Duel with this skill"),
    "unaware": flag("the target does not know of it", claim=True),
    "instant": flag("an instant action", claim=True),
    "hands_full": number(0, 2, "Hands that hold something", 0),
    "feet": number(-1000, 1000, "Feet"),
}
#: What every attack understands.
ATTACK = ("duel", "unaware", "instant")

#: The parameters of each check.
CHECKS: dict[str, Table] = {
    "stat": {
        "stat": choice(*STATS, label="Stat", needed=True),
        "dice": number(1, 15, "Dice (d6)", 4),
        "bonus": number(-100, 100, "Bonus", 0),
    },
    "skill": {"skill": Param("id", "Skill", needed=True), "bonus": number(-100, 100, "Bonus", 0)},
    "acting": {},
    "healing": {
        "period": choice("day", "hour", label="Period", default="day"),
        "first_aid_effect": number(0, 1000, "First aid effect"),
        "bandages": flag("Clean bandages"),
        "herbs": flag("Herbs or drugs"),
        "exercise": flag("Exercise or travel"),
        "dirty": flag("Dirty place"),
        "bad_weather": flag("Bad weather"),
        "no_rest": flag("No rest"),
        "malnourished": flag("Malnourished"),
    },
    "funk": {"action": choice("enter", "leave", "session", label="Action", needed=True)},
    "groove": {
        "action": choice("enter", "end", "interrupt", label="Action", needed=True),
        "direct": flag("Straight from the funk"),
    },
}

#: The parameters of each hazard.
HAZARDS: dict[str, Table] = {
    "fall": {"distance": number(0, 1_000_000, "Feet", needed=True)},
    "drowning": {"round": number(1, 1_000_000, "Round without breath", needed=True)},
    "bleeding": {"minutes": number(1, 100_000, "Minutes", 1)},
}
