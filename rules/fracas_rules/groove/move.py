"""An act as it is about to be played: who, what by which row, with which weapon, how far apart. Read once, never changed."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..errors import refuse
from ..kernel.ids import CombatantId
from ..kernel.params import check, value_of
from ..kernel.ranked import known
from .commands import Act
from .common import Scene, carried, distance, weapon_of
from .modifiers import dodge, held_by, level, opening
from .params import ACT
from .rounds import current, together
from .rows import Catalogue, Maneuver
from .sheet import Weapon, bonus
from .state import Combatant, has
from .vocabulary import HOLDS


class Move(NamedTuple):
    """An act that is about to be played. `feet`: before it; `after`: where a charge, lunge or step brings the two.

    opening: the bonus of an earlier feint. blow: a Great Blow that was wound up before. later: those for whom what this
    does takes hold only when things settle.
    """

    actor: CombatantId
    id: str
    row: Maneuver
    act: Act
    weapon_id: str
    weapon: Weapon | None
    feet: int | None
    after: int | None
    duel: str
    instant: bool
    unaware: bool
    opening: int
    blow: bool
    later: tuple[CombatantId, ...]

    @property
    def target(self) -> CombatantId:
        """The target; empty without one."""
        return self.act.targets[0] if self.act.targets else ""

    def param(self, name: str) -> Any:
        """A parameter of the act, or what it is when absent."""
        return value_of(self.act.params, ACT, name)


def row_of(scene: Scene, maneuver: str, path: str) -> Maneuver:
    """The row of this id; refuses (`unknown-id`) where there is none."""
    row = scene.catalogue.maneuvers.get(maneuver)
    if row is None:
        refuse("unknown-id", f"There is no maneuver `{maneuver}`.", path)
    return row


def prepare(scene: Scene, act: Act) -> Move:
    """Read an act: who, what, with which weapon, how far apart. Refuses what names nothing and what cannot be read."""
    row = row_of(scene, act.maneuver, "$.maneuver")
    if act.params:
        check(act.params, row.params(), "$.params", row.name)
    for resource in act.spend:
        refuse("malformed", f"Groove knows no resource `{resource}` that an act could spend.", f"$.spend.{resource}")
    if "feet" in act.params and act.params["feet"] < 0 and row.procedure != "step":
        refuse("malformed", f"{row.name} takes feet from 0.", "$.params.feet")
    known(act.actor, scene.state.combatants, "$.actor")
    who = scene.state.combatants[act.actor]
    for at, one in enumerate(act.targets):
        known(one, scene.state.combatants, f"$.targets[{at}]")
    weapon_id = act.weapon or _default_weapon(scene.catalogue, who, row)
    weapon = weapon_of(scene.catalogue, who.sheet, weapon_id) if weapon_id else None
    if act.weapon and weapon is None:
        refuse("unknown-id", f"There is no weapon `{act.weapon}`.", "$.weapon")
    if not row.weapon:
        weapon_id, weapon = "", None
    feet = distance(scene, act.actor, act.targets[0], act.distance) if act.targets else None
    if feet is None and act.targets and row.attack and act.targets[0] in held_by(who, *HOLDS):
        feet = scene.catalogue.bands[0][1]
    duel = str(act.params.get("duel", ""))
    after = _after(scene, who, row, act, weapon, feet, duel)
    instant, unaware = bool(act.params.get("instant")), bool(act.params.get("unaware"))
    blow = row.procedure == "great_blow" and (scene.state.encounter is None or has(who, "winding_up"))
    bonus_of = opening(who, act.targets[0]) if act.targets else 0
    return Move(
        act.actor, act.maneuver, row, act, weapon_id, weapon, feet, after, duel, instant, unaware, bonus_of, blow, _spared(scene)
    )  # fmt: skip


def _spared(scene: Scene) -> tuple[CombatantId, ...]:
    """Whom an act cannot stop now from what they do at the same moment (GRV-INSTANT, GRV-INIT-TIE)."""
    met = scene.state.encounter
    if met is None:
        return ()
    if met.phase != "actions":
        return tuple(scene.state.combatants)
    at = current(scene.state, scene.options)
    if at is None:
        return ()
    return tuple(dict.fromkeys(slot.who for slot in met.slots[at + 1 :] if together(met, met.slots[at], slot)))


def _default_weapon(rows: Catalogue, who: Combatant, row: Maneuver) -> str:
    """What is used when an act names no weapon: bare hands, or the first of the sheet's that serves."""
    if not row.weapon:
        return ""
    if row.weapon == "melee" and not row.tags:
        return "fist"
    return next((one for one, weapon in carried(rows, who).items() if fits(row, weapon)), "")


def fits(row: Maneuver, weapon: Weapon) -> bool:
    """Whether a maneuver can be done with a weapon (GRV-M-SHOOT, GRV-M-THRUST, GRV-M-ENTANGLE)."""
    kind = (weapon.kind == "hth") == (row.weapon == "melee")
    return kind and (not row.tags or any(tag in row.tags for tag in weapon.tags))


def _after(
    scene: Scene, who: Combatant, row: Maneuver, act: Act, weapon: Weapon | None, feet: int | None, duel: str
) -> int | None:
    """How far apart the two are once the mover has moved (GRV-M-CHARGE, GRV-M-LUNGE, GRV-M-STEP)."""
    if feet is None:
        return None
    if row.procedure in ("step", "retreat"):
        return max(0, feet + feet_of(who, row, act))
    outer = outer_edge(scene.catalogue, weapon)
    if row.procedure == "charge":
        return min(feet, outer)
    if row.procedure == "lunge":
        said = act.params.get("feet")
        return max(0, feet - (max(0, min(lunge_limit(who, duel), feet - outer)) if said is None else said))
    return feet


def feet_of(who: Combatant, row: Maneuver, act: Act) -> int:
    """How far a step or retreat goes, in feet; toward the target below 0."""
    said = act.params.get("feet")
    if said is None:
        return half_move(who) if row.procedure == "retreat" else 0
    return int(said)


def half_move(who: Combatant) -> int:
    """Half of the move, in feet (GRV-HALF-MOVE, GRV-M-STEP)."""
    return who.sheet.move // 2


def lunge_limit(who: Combatant, duel: str) -> int:
    """How many feet a lunge covers at most: skill level and Dex bonus (GRV-M-LUNGE)."""
    return max(0, level(who, duel) + bonus(who.sheet, "dex"))


def outer_edge(rows: Catalogue, weapon: Weapon | None) -> int:
    """The far edge of a weapon's optimal range in feet."""
    return dict(rows.bands)[weapon.range if weapon is not None else "contact"]


def dodge_against(scene: Scene, move: Move, cut: int = 0) -> int:
    """The target's Dodge against this move, before any parry (GRV-TOHIT, GRV-AWARE)."""
    duel = "" if move.weapon is not None and move.weapon.kind != "hth" else move.duel
    return 0 if move.unaware else dodge(scene.state.combatants[move.target], move.actor, duel, cut)
