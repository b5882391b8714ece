"""The answer to an attack: which defences are legal, the choice, and its total (UNI-M-DEFENSE, UNI-C-NO-DEFENSE)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...kernel.formula import Term, parse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Number, Option
from ...kernel.script import Script, ask, choose
from .. import facts as f
from ..harm import is_out
from ..legality import Move, may_defend
from ..modifiers import bodily, both_arms_held, defense_count, free_defenses, term
from ..play import Scene, may_spend, ready_weapons, spend_drama, told, up
from ..sheet import Weapon, is_melee, is_natural, quality
from ..state import Combatant, current, has, instances
from .rolls import Total, add_die, rolls, traits_total

_DODGE = parse("dexterity + max(acrobatics, max(getting_medieval, kung_fu))")
_PARRY_ARMED = parse("dexterity + getting_medieval")
_PARRY_BARE = parse("dexterity + kung_fu")
_COMBAT = parse("combat")
_NOTICE = parse("perception + notice")
_BLOCK_IMPROVISED = parse("dexterity + kung_fu - 1")
_COMBAT_LESS = parse("combat - 1")
_LEGS: tuple[str, ...] = ("leg_left", "leg_right")
_ARMS: tuple[str, ...] = ("arm_left", "arm_right")
_BRAINS = parse("brains")

#: Which picks answer an attack, and what a missile takes off each (README, Defences).
ANSWERS: dict[str, dict[str, int]] = {
    "unarmed": {"dodge": 0, "parry": 0, "off_hand_block": 0},
    "weapon": {"dodge": 0, "parry": 0, "off_hand_block": 0},
    "grapple": {"dodge": 0},
    "bullet": {"dodge": -2, "parry": -12, "off_hand_block": -3, "dive_for_cover": 0},
    "arrow": {"dodge": -2, "parry": -6, "off_hand_block": -1, "dive_for_cover": 0},
    "thrown": {"dodge": -2, "parry": -2, "off_hand_block": -1, "dive_for_cover": 0},
}
#: Attacks from a distance.
MISSILES = ("bullet", "arrow", "thrown")
#: A defence that stops the blow makes it `blocked`; one that avoids it, a `miss`.
BLOCKING = ("parry", "off_hand_block")


@dataclass
class Defense:
    """What the target does: the pick, its total, and the weapon of an armed parry."""

    pick: str = "none"
    total: Total = field(default_factory=Total)
    weapon: Weapon | None = None
    heroic: bool = False
    bonus: int = 0

    @property
    def value(self) -> int:
        """What the attack is compared with; 0 without a defence."""
        return self.total.value if self.pick != "none" else 0

    def only_shield(self, attack: int) -> bool:
        """Whether only the shield's bonus makes the block: it then stops no more than the shield's AV (UNI-C-DUAL-SHIELD)."""
        return self.bonus > 0 and self.total.value >= attack > self.total.value - self.bonus


def defend(scene: Scene, move: Move, target: CombatantId) -> Script[Defense]:
    """Ask the target for its defence and reckon everything but the die. A chosen defence is used up."""
    victim = scene.state.combatants[target]
    if is_out(victim) or victim.sheet.kind in ("object", "vehicle"):
        return Defense()
    behind = yield from _behind(scene, move, target)
    offers = [] if behind == "helpless" else _legal(scene, move, victim)
    none = Option("none", "No defense", "Meets the attack with 0")
    free = scene.state.encounter is None or victim.defenses_made < free_defenses(victim)
    default = "dodge" if free and any(one.id == "dodge" for one in offers) else "none"
    attacker = told(scene, move.actor, target)
    prompt = f"{attacker[:1].upper()}{attacker[1:]}: {move.row.name}. How does {victim.sheet.name} defend?"
    pick = yield from choose(Ask("defense", target, prompt, default, (none, *offers)))
    if pick == "none":
        return Defense()
    if behind == "notice":
        seen = yield from _notice(scene, target)
        if not seen:
            return Defense()
    defense = _reckon(scene, move, victim, pick, behind != "")
    if may_spend(scene, target) and "defense" not in victim.heroic:
        options = (Option("none", "No"), Option("heroic_feat", "Heroic feat", "+10"))
        prompt = f"Spend a Drama Point on {victim.sheet.name}'s defense?"
        spent = yield from choose(Ask("drama_defense", target, prompt, "none", options))
        if spent == "heroic_feat":
            spend_drama(scene, target, 1, "heroic_feat")
            defense.heroic = True
    if pick == "dive_for_cover":
        prompt = f"{victim.sheet.name} dives for cover. What is the cover worth?"
        bonus = yield from ask(Ask("cover_bonus", GM, prompt, 0, (), Number(-10, 10)))
        defense.total.add(term("cover_bonus", int(str(bonus)), "Cover"))
    _use_up(scene, victim, pick)
    return defense


def roll_defense(scene: Scene, target: CombatantId, defense: Defense) -> Script[None]:
    """The die of a chosen defence."""
    if defense.pick != "none":
        yield from add_die(scene, target, defense.total, "defense", "defense", defense.heroic)
        if defense.pick == "dive_for_cover" and not has(scene.state.combatants[target], "prone"):
            scene.record(f.ConditionGained(target, "prone"))


def _use_up(scene: Scene, victim: Combatant, pick: str) -> None:
    if scene.state.encounter is None:
        return
    made = victim.defenses_made + 1
    paid = victim.extra_used + (1 if made > free_defenses(victim) else 0)
    scene.record(f.DefenseTaken(victim.id, pick, made, paid))


def _behind(scene: Scene, move: Move, target: CombatantId) -> Script[str]:
    """How an attack from behind meets its target: `helpless`, `aware` (-2), or `` when it is none (UNI-C-BEHIND)."""
    victim = scene.state.combatants[target]
    surprised = _surprised(scene, target)
    if not (move.param("from_behind") or surprised):
        return ""
    if not (surprised or move.param("distracted")):
        return "aware"
    if quality(victim.sheet, "situational_awareness"):  # UNI-C-BEHIND-AWARENESS
        return "notice" if move.param("undetectable") else "aware"
    if move.param("undetectable"):
        return "helpless"
    prompt = f"{victim.sheet.name} is attacked from behind. May a Notice roll be made?"
    grant = yield from choose(Ask("notice_attack", GM, prompt, "no", (Option("no", "No"), Option("roll", "Roll"))))
    if grant == "no":
        return "helpless"
    seen = yield from _notice(scene, target)
    return "aware" if seen else "helpless"


def _surprised(scene: Scene, target: CombatantId) -> bool:
    met = scene.state.encounter
    return met is not None and target in met.surprised and target not in met.done and target not in up(met, scene.state)


def _notice(scene: Scene, target: CombatantId) -> Script[bool]:
    """Perception + Notice + senses of 9 or more; a quick sheet's Brains + senses (UNI-C-BEHIND-NOTICE)."""
    victim = scene.state.combatants[target]
    total = traits_total(victim, _NOTICE, _BRAINS)
    total.add(Term("senses", "Senses", victim.sheet.senses))
    yield from add_die(scene, target, total, "notice")
    passed = total.value >= 9
    scene.record(f.Tested(target, "notice", total.value, tuple(total.terms), passed))
    scene.result.setdefault("tests", {}).setdefault(target, {})["notice"] = {"total": total.value, "passed": passed}
    return passed


def _legal(scene: Scene, move: Move, victim: Combatant) -> list[Option]:
    """The defences that the target may choose, each with what it comes to before the die."""
    if has(victim, "full_offense") or not may_defend(scene, victim):
        return []
    offers = []
    for pick in ANSWERS.get(move.row.answers, {}):
        if pick in ("dodge", "dive_for_cover") and both_arms_held(victim):
            continue
        if pick == "parry" and not _can_parry(scene, move, victim):
            continue
        if pick == "off_hand_block" and not _can_block(scene, move, victim):
            continue
        total = _reckon(scene, move, victim, pick, False).total
        with_die = " + d10" if rolls(victim) else ""
        offers.append(Option(pick, pick.replace("_", " ").capitalize(), f"{total.value}{with_die}"))
    return offers


def _parrying(victim: Combatant, move: Move) -> Weapon | None:
    """The melee weapon that would parry: the first in hand that is not natural."""
    ready = ready_weapons(victim)
    return next((one for one in victim.sheet.weapons if one.id in ready and is_melee(one) and not is_natural(one)), None)


def _can_parry(scene: Scene, move: Move, victim: Combatant) -> bool:
    if has(victim, "restrained") or has(victim, "pinned"):
        return False
    weapon = _parrying(victim, move)
    if any(one.get("of") == victim.id for one in instances(scene.state.combatants[move.actor], "inside_reach")):
        weapon = None
    kind = move.row.answers
    if kind == "unarmed":
        return True
    if kind == "weapon" and (move.weapon is None or is_natural(move.weapon)):
        return True
    if weapon is None:
        return kind == "weapon" and scene.options.unarmed_parry_weapons
    return kind != "bullet" or current(victim, "perception") + victim.sheet.senses >= 10


def _shield(victim: Combatant) -> Weapon | None:
    ready = ready_weapons(victim)
    return next((one for one in victim.sheet.weapons if one.id in ready and one.class_ == "shield"), None)


def _can_block(scene: Scene, move: Move, victim: Combatant) -> bool:
    """A shield in hand; missiles only as the table has it (UNI-M-BLOCK)."""
    if _shield(victim) is None or has(victim, "restrained") or has(victim, "pinned"):
        return False
    return move.row.answers not in MISSILES or scene.options.block_missiles


def _reckon(scene: Scene, move: Move, victim: Combatant, pick: str, behind: bool) -> Defense:
    """The total of a defence without its die, every modifier in its order."""
    options, met = scene.options, scene.state.encounter
    limbs: tuple[str, ...]
    weapon: Weapon | None
    bonus = 0
    if pick in ("dodge", "dive_for_cover"):
        weapon, formula, score, limbs = None, _DODGE, _COMBAT, _LEGS
    elif pick == "off_hand_block":
        weapon, limbs = _shield(victim), ("arm_left",)
        assert weapon is not None
        bonus = weapon.shield_bonus
        formula, score = (_BLOCK_IMPROVISED, _COMBAT_LESS) if weapon.improvised else (_PARRY_ARMED, _COMBAT)
    else:
        weapon, score = _parrying(victim, move), _COMBAT
        formula = _PARRY_ARMED if weapon else _PARRY_BARE
        limbs = _ARMS if weapon is not None and weapon.hands == 2 else ("arm_right",)
    total = traits_total(victim, formula, score)
    total.add(term("shield", bonus), term("multiple_actions", defense_count(victim, met)), *bodily(victim, options, limbs))
    total.add(term("full_defense", 3 if has(victim, "full_defense") else 0))
    missile = ANSWERS[move.row.answers][pick]
    if pick in ("dodge", "dive_for_cover") and move.row.answers in MISSILES:
        total.add(term("missile", missile), term("no_cover", 0 if move.param("cover", True) else -2))
    else:
        total.add(term("parry_missile", missile))
    total.add(term("behind", -2 if behind else 0))
    return Defense(pick, total, weapon, bonus=bonus)
