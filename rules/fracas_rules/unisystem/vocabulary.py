"""Ids and the words printed for them: conditions, wound steps, places, groups, damage types."""

from __future__ import annotations

#: Conditions: their printed names and the parameters that they carry.
CONDITIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "aiming": ("Aiming", ("bonus",)),
    "behind": ("Behind", ("of",)),
    "bitten": ("Bitten", ("by",)),
    "bleeding": ("Bleeding", ("per_turn", "doctor_penalty")),
    "blinded": ("Blinded", ()),
    "changed_intention": ("Changed intention", ()),
    "choked": ("Choked", ("by",)),
    "crippled": ("Crippled limb", ("part",)),
    "dead": ("Dead", ("cause", "minutes", "destroyed", "tried")),
    "diseased": ("Diseased", ()),
    "doubled_over": ("Doubled over", ("penalty", "turn")),
    "drained": ("Being drained", ("by", "ease")),
    "dying": ("Dying", ("minutes",)),
    "exposed": ("Exposed", ("until",)),
    "feinted": ("Feinted", ("by", "levels", "turns")),
    "fire_panic": ("Panic of fire", ()),
    "followup": ("Follow-up", ("bonus", "against")),
    "full_defense": ("Full defense", ()),
    "full_offense": ("Full offense", ()),
    "grappled": ("Grappled", ("by", "part")),
    "held": ("Held fast", ("by", "levels")),
    "incapacitated": ("Helpless", ()),
    "inside_reach": ("Inside reach", ("of",)),
    "invisible": ("Invisible", ()),
    "jammed": ("Weapon jammed or empty", ("weapon", "turns")),
    "last_deed": ("Last deed", ("turns",)),
    "located": ("Located the unseen", ("of", "until")),
    "marked": ("Outlined", ()),
    "on_fire": ("On fire", ("per_turn", "normal")),
    "opportunist": ("Opportunist", ("count",)),
    "pinned": ("Pinned down", ("until",)),
    "poisoned": ("Poisoned", ()),
    "prone": ("Prone", ("fresh",)),
    "restrained": ("Bound", ("legs_free", "arms", "mobile", "bonds")),
    "righteous_fury": ("Righteous fury", ()),
    "scarred": ("Scarred", ()),
    "set_polearm": ("Polearm set", ("weapon",)),
    "severed": ("Severed limb", ("part",)),
    "standing_roll": ("Standing defense", ("maneuver", "total", "attack_total", "weapon")),
    "standing_up": ("Getting up", ()),
    "stunned": ("Stunned", ("actions",)),
    "taunted": ("Taunted", ("effect", "by", "levels", "turns")),
    "triggered": ("Drawback triggered", ("drawback",)),
    "unconscious": ("Unconscious", ("turns",)),
    "unready": ("Weapon not in hand", ("weapons",)),
    "watched_over": ("Watched over", ("by", "bonus", "use", "turns")),
    "willing": ("Willing", ()),
    "wrecked": ("Wrecked", ("how",)),
}

#: The wound ladder: printed name and severity, 0 to 100.
WOUNDS = {
    "fine": ("Unhurt or lightly hurt", 0),
    "severe": ("Severely wounded", 40),
    "critical": ("Critically wounded", 65),
    "down": ("Down", 80),
    "mortal": ("Mortally wounded", 92),
    "dead": ("Dead", 100),
}

GROUPS = {
    "unarmed": "Unarmed",
    "armed": "Armed",
    "ranged": "Ranged",
    "targeting": "Targeting",
    "defense": "Stances",
    "talk": "Talk",
    "general": "General",
}

TYPES = {"bash": "Bash", "slash_stab": "Slash/stab", "bullet": "Bullet", "fire": "Fire"}

PHASES = {"intentions": "Intentions", "initiative": "Initiative", "actions": "Actions"}


def place(part: str) -> str:
    """A place on the body in words: `arm_left` -> `left arm`."""
    head, _, side = part.partition("_")
    return f"{side} {head}".strip()
