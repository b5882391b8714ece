"""What may not be done, and which reason is given first.

Every check adds to a list; the reason that stands first in `ORDER` is the answer. So each check can be written where its
rule is, in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import Refusal, Refused
from ..kernel.ids import CombatantId
from .commands import CLAIMED, Act
from .harm import is_out
from .modifiers import extra_actions, free_defenses
from .play import Scene, distance, may_spend, ready_weapons, up
from .rows import Maneuver
from .sheet import Weapon, is_gun, is_melee, is_natural, weapon_title
from .state import Combatant, current, has, instances, params_of

#: Which code wins where several apply (the game's README).
ORDER = (
    "malformed", "unknown-id", "not-your-turn", "incapacitated", "resource", "no-actions-left", "forbidden", "requirement",
    "illegal-target", "no-ammunition", "out-of-range", "illegal-choice",
)  # fmt: skip

#: Parameters that an act may carry.
PARAMS = (
    *CLAIMED, "drama", "shots", "mode", "limb", "skill", "riders", "yards", "spread", "hand", "turns", "item", "use", "minutes",
    "water", "followup", "straight_back", "effect", "amount", "recipient", "attribute", "score", "label", "weapons",
    "grappling_limb", "bursts", "rounds", "in_area", "area", "gait", "ground", "weight_lb", "helpers", "speed",
    "relative_speed", "target_speed", "attack", "antidote", "charge", "trapped",
)  # fmt: skip

#: Range bands by class of weapon, in yards: short under, medium under, long up to (UNI-C-RANGE).
RANGES = {
    "pistol": (5, 20, 50),
    "big_pistol": (5, 20, 50),
    "smg": (5, 20, 50),
    "shotgun": (10, 30, 60),
    "rifle": (20, 100, 300),
    "assault_rifle": (20, 100, 300),
    "launcher": (20, 100, 300),
    "machine_gun": (20, 100, 300),
    "bow": (20, 60, 120),
    "crossbow": (20, 60, 120),
}

Problem = tuple[str, str, str]


@dataclass
class Move:
    """An act that is about to be played: who, what by which row, with which weapon, against whom."""

    actor: CombatantId
    id: str
    row: Maneuver
    act: Act
    weapon: Weapon | None = None
    yards: int | None = None
    plan_index: int | None = None
    changed: bool = False

    @property
    def target(self) -> CombatantId:
        """The first target."""
        return self.act.targets[0]

    def param(self, name: str, default: Any = None) -> Any:
        """A parameter of the act."""
        return self.act.params.get(name, default)

    @property
    def limbs(self) -> tuple[str, ...]:
        """The limbs that this act uses, as the act or the weapon has it."""
        chosen = self.param("limb")
        if chosen in self.row.limb_choice:
            return (chosen,)
        if self.weapon is not None:
            if self.weapon.hands == 2:
                return ("arm_left", "arm_right")
            return ("arm_left",) if self.weapon.hand == "off" else ("arm_right",)
        return self.row.limbs


def check(scene: Scene, act: Act) -> Move:
    """The move that an act is, or a `Refusal` with the reason that comes first."""
    fight = scene.state
    first: list[Problem] = []
    row = scene.catalogue.maneuvers.get(act.maneuver)
    if act.actor not in fight.combatants:
        first.append(("unknown-id", f"There is no combatant `{act.actor}` here.", "$.actor"))
    if row is None:
        first.append(("unknown-id", f"There is no maneuver `{act.maneuver}`.", "$.maneuver"))
    for at, one in enumerate(act.targets):
        if one not in fight.combatants:
            first.append(("unknown-id", f"There is no combatant `{one}` here.", f"$.targets[{at}]"))
    for name in act.params:
        if name not in PARAMS:
            first.append(("malformed", f"There is no parameter `{name}`.", f"$.params.{name}"))
    refuse_first(first)
    assert row is not None
    move = Move(act.actor, act.maneuver, row, act)
    who = fight.combatants[act.actor]
    problems = [*_weapon(scene, move, who), *_turn(scene, move, who), *_economy(scene, move, who), *_target(scene, move, who)]
    problems += _plan(scene, move)
    refuse_first(problems)
    return move


def refuse_first(problems: list[Problem]) -> None:
    """Refuse with the problem whose code stands first in `ORDER`; do nothing when there is none."""
    if problems:
        code, message, path = min(problems, key=lambda one: ORDER.index(one[0]))
        raise Refusal(Refused(code, message, path))


def _turn(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    met = scene.state.encounter
    name = who.sheet.name
    if met is not None:
        if met.phase != "actions":
            yield "not-your-turn", f"Nobody acts in the phase of {met.phase}.", "$.do"
        elif move.actor not in up(met, scene.state) and not move.row.while_out:
            yield "not-your-turn", f"It is not {name}'s place in the order.", "$.actor"
    if has(who, "dead") or (is_out(who) and not move.row.while_out):
        yield "incapacitated", f"{name} can do nothing.", "$.actor"
    if has(who, "stunned") and move.row.cost != "free":
        yield "incapacitated", f"{name} is stunned and loses this action.", "$.actor"
    if has(who, "pinned") and move.row.cost != "free":
        yield "incapacitated", f"{name} is pinned down and keeps under cover.", "$.actor"
    if has(who, "standing_up") and move.row.cost != "free":
        yield "no-actions-left", f"{name} spends this Turn getting up.", "$.actor"


def _economy(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    met, row, name = scene.state.encounter, move.row, who.sheet.name
    spent = move.act.spend.get("drama_points", 0)
    for resource in move.act.spend:
        if resource != "drama_points":
            yield "malformed", f"There is no resource `{resource}`; drama_points is one.", f"$.spend.{resource}"
    if move.param("drama", "heroic_feat") not in ("heroic_feat", "heroic_damage"):
        yield "malformed", "A Drama Point goes on heroic_feat or heroic_damage.", "$.params.drama"
    if spent and not may_spend(scene, move.actor, spent):
        yield "resource", f"{name} has no Drama Point to spend now.", "$.spend.drama_points"
    if spent and move.param("drama") == "heroic_damage" and not scene.options.heroic_feat_damage:
        yield "illegal-choice", "At this table a Heroic Feat does not go on damage.", "$.params.drama"
    if row.cost == "free":
        return
    attack = row.cost == "attack" or (row.cost == "full" and bool(row.answers))
    if attack and has(who, "full_defense"):
        yield "forbidden", f"{name} is on Full Defense: no attack this Turn.", "$.maneuver"
    if has(who, "fire_panic") and move.id not in ("move", "extinguish"):
        yield "forbidden", f"{name} burns and panics: only moving and putting out the fire are possible.", "$.maneuver"
    if attack and (params_of(who, "prone") or {}).get("fresh"):
        yield "no-actions-left", f"{name} was knocked down this Turn.", "$.actor"
    if met is None:
        return
    if attack and who.attack_failed:
        yield "no-actions-left", f"An attack of {name}'s has failed this Turn: the others fail with it.", "$.maneuver"
    if who.full_action or (row.cost == "full" and who.attacks_made):
        yield "no-actions-left", f"{row.name} would have to be the only action of {name}'s Turn.", "$.maneuver"
    elif who.attacks_made and not extra_left(scene, who):
        yield "no-actions-left", f"{name} has no extra action left this Turn.", "$.actor"


def extra_left(scene: Scene, who: Combatant) -> bool:
    """Whether an extra action of the Turn is left (UNI-C-MULTI-LIMIT)."""
    pool = extra_actions(current(who, "dexterity"), scene.options.extra_actions)
    return pool is None or who.extra_used < pool


def may_defend(scene: Scene, who: Combatant) -> bool:
    """Whether a defence is left: a free one, or an extra action to pay for one. Outside an encounter always."""
    return scene.state.encounter is None or who.defenses_made < free_defenses(who) or extra_left(scene, who)


def weapon_of(scene: Scene, who: Combatant, weapon_id: str) -> Weapon | None:
    """A weapon by id: from the sheet, then from the game's table."""
    own = next((one for one in who.sheet.weapons if one.id == weapon_id), None)
    return own if own is not None else scene.catalogue.weapons.get(weapon_id)


_FITS: dict[str, Callable[[Weapon], bool]] = {
    "melee": lambda one: is_melee(one) or is_natural(one),
    "gun": is_gun,
    "bow": lambda one: one.class_ == "bow",
    "thrown": lambda one: one.class_ == "thrown" or one.throwable,
}


def _weapon(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    row, wanted = move.row, move.act.weapon
    if wanted:
        move.weapon = weapon_of(scene, who, wanted)
        if move.weapon is None:
            yield "unknown-id", f"There is no weapon `{wanted}`.", "$.weapon"
            return
    if not row.weapon:
        if row.procedure not in ("handle",):
            move.weapon = None
        return
    if move.weapon is None:
        in_hand = ready_weapons(who)
        fits = _FITS[row.weapon]
        ready = [one for one in who.sheet.weapons if one.id in in_hand and fits(one)]
        move.weapon = next((one for one in ready if one.hand == "main" and not is_natural(one)), ready[0] if ready else None)
    weapon = move.weapon
    if weapon is None:
        yield "requirement", f"{row.name} needs a {row.weapon} weapon in hand.", "$.weapon"
        return
    own = any(one.id == weapon.id for one in who.sheet.weapons)
    if own and weapon.id not in ready_weapons(who):
        yield "requirement", f"{weapon_title(weapon)} is not in hand.", "$.weapon"
    if not _FITS[row.weapon](weapon):
        yield "requirement", f"{row.name} cannot be done with {weapon_title(weapon)}.", "$.weapon"
    if row.ranged:
        if any(one.get("weapon") == weapon.id for one in instances(who, "jammed")):
            yield "no-ammunition", f"{weapon_title(weapon)} is empty or jammed.", "$.weapon"
        if who.ammo.get(weapon.id) == 0:
            yield "no-ammunition", f"{weapon_title(weapon)} is empty.", "$.weapon"


def bands_of(move: Move, who: Combatant) -> tuple[int, int, int]:
    """The range bands of an act: those of a throw, of the weapon, or of its class (UNI-C-RANGE, UNI-M-THROW-WEAPON)."""
    if move.row.answers == "thrown":
        far = 2 + 2 * current(who, "strength")
        return (far + 1, far + 1, far)
    assert move.weapon is not None
    return move.weapon.range or RANGES.get(move.weapon.class_, (5, 20, 50))


def _target(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    row, targets = move.row, move.act.targets
    if row.against and not targets and not row.optional_target:
        yield "illegal-target", f"{row.name} needs a target.", "$.targets"
    if len(targets) > row.against:
        what = "no target" if row.against == 0 else f"at most {row.against}"
        yield "illegal-target", f"{row.name} takes {what}.", "$.targets"
    if row.answers and move.actor in targets:
        yield "illegal-target", "Nobody attacks himself.", "$.targets"
    if move.act.location and row.places and move.act.location not in row.places:
        yield "illegal-target", f"{row.name} goes for one of {', '.join(row.places)}.", "$.location"
    if move.act.location and not row.places and move.act.location != "body" and row.answers:
        yield "illegal-choice", f"{row.name} cannot be aimed at a place yet.", "$.location"
    if move.param("riders"):
        yield "illegal-choice", f"{row.name} takes no riders.", "$.params.riders"
    for part in move.limbs:
        if any(one.get("part") == part for state in ("crippled", "severed") for one in instances(who, state)):
            yield "requirement", f"{who.sheet.name} cannot use {part.replace('_', ' ')}.", "$.maneuver"
            break
    provoked = params_of(who, "taunted")
    if row.answers and targets and provoked and provoked.get("effect") == "provoke" and provoked.get("by") not in targets:
        yield "illegal-target", f"{who.sheet.name} is provoked and attacks nobody else.", "$.targets[0]"
    if targets and targets[0] in scene.state.combatants:
        move.yards = distance(scene, move.actor, targets[0], move.act.distance)
    if row.ranged and move.weapon is not None and _beyond(move.yards, bands_of(move, who)):
        far = bands_of(move, who)[2]
        yield "out-of-range", f"{move.yards} yards is beyond the {far} of {weapon_title(move.weapon)}.", "$.targets[0]"


def _beyond(yards: int | None, bands: tuple[int, int, int]) -> bool:
    return yards is not None and yards > bands[2]


def _plan(scene: Scene, move: Move) -> Iterator[Problem]:
    """Whether the act is in the plan; a change may not be one that takes the whole Turn (UNI-C-INTENT-CHANGE)."""
    met = scene.state.encounter
    if met is None or move.row.cost == "free" or not met.plans.get(move.actor):
        return
    done = met.plan_done.get(move.actor, ())
    for index, planned in enumerate(met.plans[move.actor]):
        same = not planned.targets or any(one in move.act.targets for one in planned.targets)
        if index not in done and planned.maneuver == move.id and same:
            move.plan_index = index
            return
    move.changed = True
    if move.row.cost == "full":
        yield "forbidden", f"{move.row.name} takes the whole Turn and was not planned.", "$.maneuver"
