"""Which defences a target may choose against an attack, each with its total before the die (UNI-M-DEFENSE, UNI-C-MISSILE).

Defences are rows of the pack (`[defense.dodge]`); what cannot be said in a row stands here, by the row's `needs`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from ...kernel.again import Again
from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.requests import Option
from .. import rows
from ..common import Scene, at_reach, instance, ready
from ..economy import defense_penalty, free_defense_left, may_defend
from ..modifiers import UNSEEN, bodily, both_arms_held, helped, mounted_defense, opportunism, term, unseen
from ..move import Aim, Move, second_weapon
from ..sheet import Weapon, is_melee, is_natural
from ..state import Combatant, current, has, params_of
from .rolls import Total, rolls, traits_total


class Guard(Struct, frozen=True):
    """What a target does against an attack: the pick, its total, what it is done with, and what hangs on it.

    bonus: what a shield gives of the total. word: what the attack is called if this stops it. exposes: the limb that an
    attack hits which it does not stop; gives: base damage that this one gains. heroic: a Drama Point went on its die.
    described: what a described defence is meant to do. team: the rider who works with the mount for it.
    """

    pick: str = "none"
    total: Total = Total()
    weapon: Weapon | None = None
    bonus: int = 0
    word: str = "miss"
    exposes: str = ""
    gives: int = 0
    heroic: bool = False
    described: str = ""
    team: CombatantId = ""
    standing: bool = False

    @property
    def value(self) -> int:
        """What the attack is compared with; 0 without a defence."""
        return self.total.value if self.pick != "none" else 0

    def only_shield(self, attack: int) -> bool:
        """Whether only the shield's bonus makes the block: it then stops no more than the shield's AV (UNI-C-DUAL-SHIELD)."""
        return self.bonus > 0 and self.total.value >= attack > self.total.value - self.bonus


NONE = Guard()


class Offer(NamedTuple):
    """A defence that may be chosen: its row, what it is done with, and what this kind of attack takes off it."""

    pick: str
    row: rows.Defense
    weapon: Weapon | None
    against: int


class Offers(NamedTuple):
    """The defences that a target may choose, in the order of the pack. What they come to is reckoned when it is wanted."""

    scene: Scene
    move: Move
    victim: Combatant
    found: tuple[Offer, ...] = ()
    sight: str = ""
    behind: bool = False

    def options(self) -> tuple[Option, ...]:
        """The defences by name."""
        return tuple([_option(one.pick, one.row.name) for one in self.found])

    def notes(self) -> dict[str, str]:
        """What each comes to before the die."""
        around, die = self._around(), " + d10" if rolls(self.victim) else ""
        made = [_guard(self.scene, self.move, self.victim, one, around) for one in self.found]
        return {guard.pick: f"{guard.total.value}{die}" for guard in made}

    def guard(self, pick: str) -> Guard:
        """The defence of this id, with every modifier."""
        one = next(one for one in self.found if one.pick == pick)
        return _guard(self.scene, self.move, self.victim, one, self._around())

    def default(self) -> str:
        """The default pick: a dodge that costs nothing and is legal, else none."""
        free = free_defense_left(self.scene, self.victim)
        return "dodge" if free and any(one.pick == "dodge" for one in self.found) else "none"

    def _around(self) -> list[Term]:
        actor = self.scene.state.combatants[self.move.actor]
        return _around(self.scene, self.move, self.victim, actor, self.sight, self.behind)


@lru_cache(maxsize=256)
def _option(pick: str, name: str) -> Option:
    return Option(pick, name)


def offers(scene: Scene, move: Move, aim: Aim, behind: bool) -> Offers:
    """The defences that the target may choose.

    None on Full Offense (UNI-C-HR-FULL-OFFENSE-DEF, UNI-M-FULL-OFFENSE) and against whoever is unseen.
    """
    victim, actor = scene.state.combatants[aim.target], scene.state.combatants[move.actor]
    if has(victim, "full_offense") or not may_defend(scene, victim):
        return Offers(scene, move, victim)
    sight = unseen(victim, actor)
    if sight == "blind":
        return Offers(scene, move, victim)
    behind = behind or (bool(actor.conditions) and instance(actor, "behind", of=victim.id) is not None)
    known = _FOUND.known(scene, (move, aim.target))
    found = known if known is not None else _FOUND.keep(scene, (move, aim.target), _found(scene, move, victim, actor))
    return Offers(scene, move, victim, found, sight, behind)


_FOUND: Again[tuple[Offer, ...]] = Again()


def _found(scene: Scene, move: Move, victim: Combatant, actor: Combatant) -> tuple[Offer, ...]:
    answers, unarmed = move.answers, not victim.sheet.weapons
    found = []
    for pick, row in scene.catalogue.defenses.items():
        against = row.against.get(answers)
        if against is None or (unarmed and row.weapon in ("shield", "second")):
            continue
        if not _met(scene, move, victim, row.needs):
            continue
        weapon = _weapon(move, victim, row)
        bladed = weapon is not None and weapon.class_ != "shield" and not is_natural(weapon)
        if bladed and _inside(move, victim, actor):
            continue  # no room for a blade (UNI-M-CLOSE-RANKS)
        if row.weapon and row.weapon != "melee" and weapon is None:
            continue
        if row.weapon == "melee" and not _stops(scene, move, victim, weapon):
            continue
        found.append(Offer(pick, row, weapon, against))
    return tuple(found)


def _met(scene: Scene, move: Move, victim: Combatant, needs: Sequence[str]) -> bool:
    for need in needs:  # noqa: SIM110 - a plain loop takes half the time
        if not NEEDS[need](scene, move, victim):
            return False
    return True


def _around(scene: Scene, move: Move, victim: Combatant, actor: Combatant, sight: str, behind: bool) -> list[Term]:
    """What weighs on every defence alike."""
    found = [term("full_defense", 3 if has(victim, "full_defense") else 0)] if victim.conditions else []
    if behind:
        found.append(term("behind", -2))
    if sight:
        found.append(term("marked" if sight == "marked" else "invisible", UNSEEN[sight]))
    if victim.mount or mounted_defense(scene, victim):
        found.append(term("mounted", -1))
    if victim.conditions:
        taunt = params_of(victim, "taunted")
        if taunt is not None and taunt.get("effect") == "distract":
            found.append(term("distracted", -int(taunt.get("levels", 0))))
        found += opportunism(victim)
    if move.id == "head_butt" and scene.options.head_butt_close_dodge and at_reach(actor, victim):
        found.append(term("close", scene.options.head_butt_close_dodge))
    return found


def _guard(scene: Scene, move: Move, victim: Combatant, offer: Offer, around: list[Term]) -> Guard:
    pick, row, weapon, against = offer
    formula = row.formula
    if weapon is not None and row.armed is not None and not weapon.improvised and not is_natural(weapon) and _skilled(weapon):
        formula = row.armed
    bonus = weapon.shield_bonus if weapon is not None and row.weapon == "shield" else 0
    modifiers = [term("shield", bonus)] if bonus else []
    if weapon is not None and weapon.improvised and not rolls(victim):
        modifiers.append(term("improvised", -1))
    if scene.state.encounter is not None:
        modifiers.append(term("multiple_actions", defense_penalty(scene, victim, off_hand=row.weapon == "second")))
    modifiers += bodily(victim, scene.options, _limbs(row, weapon))
    if against:
        modifiers.append(term("missile" if move.missile else pick, against))
    if row.no_cover and move.missile and not move.param("cover", True):
        modifiers.append(term("no_cover", row.no_cover))
    if victim.conditions and has(victim, "restrained"):
        modifiers.append(term("bound", -2))
    total = traits_total(victim, formula, row.score).plus([*modifiers, *around])
    if victim.conditions:
        total = total.plus(*helped(victim, "defense"))
    bare = row.weapon == "melee" and weapon is None and move.answers == "weapon"
    exposes = "arm_right" if bare or row.base else ""
    return Guard(pick, total, weapon, bonus, row.word, exposes, row.base)


def _skilled(weapon: Weapon) -> bool:
    """Whether a weapon is wielded with Getting Medieval: blades, clubs and shields are, guns are not (UNI-M-MELEE-DISARM)."""
    return is_melee(weapon) or weapon.class_ == "shield"


def _limbs(row: rows.Defense, weapon: Weapon | None) -> Sequence[str]:
    if weapon is None or not row.weapon:
        return row.limbs
    if weapon.hands == 2:
        return ("arm_left", "arm_right")
    return ("arm_left",) if weapon.hand == "off" or row.weapon == "shield" else row.limbs


def _inside(move: Move, victim: Combatant, actor: Combatant) -> bool:
    """Whether the attacker is inside the reach of the target's weapon: closed in, or one holds the other."""
    return move.row.close and move.answers != "disarm" and at_reach(actor, victim)


def _weapon(move: Move, victim: Combatant, row: rows.Defense) -> Weapon | None:
    """What a defence is done with: a blade in hand, a shield, the second of two weapons."""
    if not (row.weapon and victim.sheet.weapons):
        return None
    if row.weapon == "shield":
        return next((one for one in ready(victim) if one.class_ == "shield"), None)
    if row.weapon == "second":
        return second_weapon(victim)
    in_hand = [one for one in ready(victim) if not is_natural(one)]
    if move.answers == "disarm":
        return next((one for one in in_hand if is_melee(one)), in_hand[0] if in_hand else None)
    return next((one for one in in_hand if is_melee(one)), None)


def _stops(scene: Scene, move: Move, victim: Combatant, weapon: Weapon | None) -> bool:
    """Whether a parry with this weapon, or with bare hands, answers the attack at all (UNI-M-PARRY, UNI-C-HR-PARRY)."""
    kind = move.answers
    if kind == "unarmed":
        return True
    if weapon is None:
        return kind == "weapon" and (scene.options.unarmed_parry_weapons or scene.options.revised_multiple_actions)
    return kind != "bullet" or current(victim, "perception") + victim.sheet.senses >= 10


Need = Callable[[Scene, Move, Combatant], bool]


def _free_arms(scene: Scene, move: Move, victim: Combatant) -> bool:
    return not victim.conditions or not both_arms_held(victim)


def _unbound(scene: Scene, move: Move, victim: Combatant) -> bool:
    return not victim.conditions or not (has(victim, "restrained") or has(victim, "pinned"))


def _may_dodge(scene: Scene, move: Move, victim: Combatant) -> bool:
    bonds = params_of(victim, "restrained") if victim.conditions else None
    return bonds is None or bool(bonds.get("mobile") and bonds.get("legs_free"))


def _may_block(scene: Scene, move: Move, victim: Combatant) -> bool:
    """Shields stop missiles as the table has it, and want some skill under the house rule (UNI-C-HR-BLOCK)."""
    if move.missile and not scene.options.block_missiles:
        return False
    shield = next((one for one in ready(victim) if one.class_ == "shield"), None)
    unskilled = rolls(victim) and victim.sheet.skills.getting_medieval == 0
    return not (scene.options.revised_multiple_actions and unskilled and shield is not None and not shield.improvised)


def _may_catch(scene: Scene, move: Move, victim: Combatant) -> bool:
    return move.answers == "thrown" or scene.options.catch_arrows


def _may_off_hand(scene: Scene, move: Move, victim: Combatant) -> bool:
    """The off-hand weapon strikes or parries in a Turn, not both; a second natural weapon stops no blade."""
    both = "extra_arms" in victim.sheet.qualities and "omnidexterity" in victim.sheet.qualities
    if "off_hand_strike" in victim.marks and not both:
        return False
    weapon = second_weapon(victim)
    return weapon is not None and (not is_natural(weapon) or move.answers == "unarmed")


def _armed(scene: Scene, move: Move, victim: Combatant) -> bool:
    return move.answers != "disarm" or any(not is_natural(one) for one in ready(victim))


#: What a defence needs, by the word that rows use.
NEEDS: dict[str, Need] = {
    "free_arms": _free_arms,
    "unbound": _unbound,
    "mobile": _may_dodge,
    "block": _may_block,
    "catch": _may_catch,
    "off_hand": _may_off_hand,
    "armed": _armed,
}
