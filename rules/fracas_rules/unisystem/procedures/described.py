"""House rule: what a described defence is meant to do.

UNI-C-HR-DESCRIPTIVE, UNI-C-HR-ENVIRONMENT, UNI-C-HR-SETUP, UNI-C-HR-EVASION, UNI-C-HR-DODGE.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel.formula import Formula, parse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Number, Option
from ...kernel.roster import told
from ...kernel.script import Script, ask, choose, gm_says
from ..common import Scene, gain, ready
from ..economy import extra_left
from ..harm import knock_down
from ..modifiers import term
from ..move import Move
from ..sheet import is_melee
from ..state import Combatant, has, params_of, traits
from .offers import Guard
from .rolls import Total, add_die, rolls, tested, traits_total

_ACROBATICS = parse("dexterity + acrobatics")
_COMBAT = parse("combat")
_MEDIEVAL = parse("dexterity + getting_medieval")
_KUNG_FU = parse("dexterity + kung_fu")


def settle(scene: Scene, move: Move, victim: Combatant, guard: Guard) -> Script[Guard]:
    """Ask how the defence is described, and what the GM makes of it."""
    options = [
        Option("plain", "Plain"),
        Option("environment", "Use the surroundings", "+1 to +3, as the GM says"),
        Option("evasion", "Get away", "Acrobatics may help"),
    ]
    if _may_set_up(scene, victim):
        options.insert(2, Option("setup", "Set up an attack", "Its levels go on a follow-up"))
    prompt = f"How is {victim.sheet.name}'s defense described?"
    word = yield from choose(Ask("descriptive", victim.id, prompt, "plain", tuple(options)))
    if word == "environment":
        prompt = f"What are the surroundings worth to {told(scene, victim.id, GM)}?"
        bonus = yield from ask(Ask("environment_bonus", GM, prompt, 1, (), Number(0, 3)))
        total = _skilled(victim, guard, _ACROBATICS).plus([term("environment", int(str(bonus)))])
        return replace(guard, total=total, described="environment")
    if word == "setup":
        armed = any(is_melee(one) for one in ready(victim))
        return replace(guard, total=_skilled(victim, guard, _MEDIEVAL if armed else _KUNG_FU), described="setup")
    if word == "evasion":
        effects = (Option("acrobatics", "Acrobatics roll"), Option("bonus", "+1"), Option("nothing", "Nothing"))
        prompt = f"{told(scene, victim.id, GM)} does nothing but get away. To what effect?"
        effect = yield from choose(Ask("evasion_effect", GM, prompt, "acrobatics", effects))
        if effect == "bonus":
            guard = replace(guard, total=guard.total.plus([term("evasion", 1)]))
        return replace(guard, described="evasion_roll" if effect == "acrobatics" else "evasion")
    return guard


def _may_set_up(scene: Scene, victim: Combatant) -> bool:
    """An attack must be left to make; lying or on Full Defense there is none."""
    if has(victim, "full_defense") or (params_of(victim, "prone") or {}).get("fresh"):
        return False
    if scene.state.encounter is None or scene.options.revised_multiple_actions:
        return True
    return not (victim.attack_failed or victim.full_action or (victim.attacks_made and extra_left(scene.options, victim) == 0))


def _skilled(victim: Combatant, guard: Guard, formula: Formula) -> Total:
    """The same total by another skill; only a dodge changes it, and no Score does (UNI-C-HR-DODGE)."""
    if guard.pick != "dodge" or not rolls(victim):
        return guard.total
    own = traits(victim)
    best = max(own["acrobatics"], own["getting_medieval"], own["kung_fu"])
    fresh = traits_total(victim, formula, _COMBAT)
    lost = own["dexterity"] + best - fresh.value
    others = guard.total.terms[len(guard.total.terms) - _extras(guard.total) :]
    return Total((*fresh.terms, *others), guard.total.value - lost, fresh.base, owed=guard.total.owed)


def _extras(total: Total) -> int:
    """How many of a dodge's addends are modifiers: all but attribute and skill."""
    return len(total.terms) - 2


def acrobatics(scene: Scene, who: CombatantId, total: Total) -> Script[Total]:
    """Getting away: the levels of Dexterity + Acrobatics go on the defence (UNI-C-HR-EVASION)."""
    leap = traits_total(scene.state.combatants[who], _ACROBATICS, _COMBAT)
    leap = yield from add_die(scene, who, leap, "acrobatics")
    tested(scene, who, "acrobatics", leap, leap.levels > 0)
    return total.plus([term("evasion", leap.levels)])


def outcome(scene: Scene, move: Move, target: CombatantId, guard: Guard, stopped: bool) -> Script[int | None]:
    """What a described defence leaves: a follow-up's bonus comes back; who has evaded may lie on the ground."""
    if guard.described == "setup" and stopped and guard.total.levels:
        gain(scene, target, "followup", {"bonus": guard.total.levels, "against": move.actor})
        return guard.total.levels
    if guard.described in ("evasion", "evasion_roll"):
        evaded = next((one.value for one in guard.total.terms if one.key == "evasion"), 0)
        neat = guard.described == "evasion_roll" and evaded >= 3
        prompt = f"Does {told(scene, target, GM)} end up on the ground?"
        falls = yield from gm_says("evasion_prone", prompt, "no" if neat else "yes")
        if falls:
            knock_down(scene, target, fresh=False)
    return None
