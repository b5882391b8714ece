"""What may not be done, and which reason is given first.

A move is prepared once and never changed. Every check yields its problems in any order; the one whose code stands first
in `ORDER` is the answer, so each check is written where its rule is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..errors import REFUSAL_CODES, Refusal, Refused, refuse
from ..kernel.ids import CombatantId
from . import params as p
from .commands import Act
from .common import Scene, carried, distance, weapon_of, weapon_title
from .harm import standing, unable
from .modifiers import INCREMENTS, dodge, held_by, increments, level, range_steps
from .rounds import actions, current, has_no_slots, kept, left
from .rows import Catalogue, Maneuver
from .sheet import Weapon, bonus, skills
from .state import Combatant, has, params_of
from .vocabulary import HOLDS

#: Which code wins where several apply: that of the scenario page, as the game's README says nothing else.
ORDER = REFUSAL_CODES
Problem = tuple[str, str, str]


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
    opening: int = 0
    blow: bool = False
    later: tuple[CombatantId, ...] = ()

    @property
    def target(self) -> CombatantId:
        """The target; empty without one."""
        return self.act.targets[0] if self.act.targets else ""

    def param(self, name: str) -> Any:
        """A parameter of the act, or what it is when absent."""
        return p.value(self.act.params, p.ACT, name)


def check(scene: Scene, act: Act) -> Move:
    """The move that an act is, or a `Refusal` with the reason that comes first."""
    move = prepare(scene, act)
    refuse_first(problems(scene, move))
    return move


def refuse_first(found: Iterable[Problem]) -> None:
    """Refuse with the problem whose code stands first in `ORDER`; do nothing when there is none."""
    worst = min(found, key=lambda one: ORDER.index(one[0]), default=None)
    if worst is not None:
        raise Refusal(Refused(*worst))


def known(scene: Scene, who: CombatantId, path: str) -> Combatant:
    """The combatant of this id; refuses (`unknown-id`) where there is none."""
    if who not in scene.state.combatants:
        refuse("unknown-id", f"There is no combatant `{who}` here.", path)
    return scene.state.combatants[who]


def row_of(scene: Scene, maneuver: str, path: str) -> Maneuver:
    """The row of this id; refuses (`unknown-id`) where there is none."""
    row = scene.catalogue.maneuvers.get(maneuver)
    if row is None:
        refuse("unknown-id", f"There is no maneuver `{maneuver}`.", path)
    return row


def prepare(scene: Scene, act: Act) -> Move:
    """Read an act: who, what, with which weapon, how far apart. Refuses what names nothing and what cannot be read."""
    row = row_of(scene, act.maneuver, "$.maneuver")
    p.check(act.params, row.params(), "$.params", row.name)
    for resource in act.spend:
        refuse("malformed", f"Groove knows no resource `{resource}` that an act could spend.", f"$.spend.{resource}")
    if "feet" in act.params and act.params["feet"] < 0 and row.procedure != "step":
        refuse("malformed", f"{row.name} takes feet from 0.", "$.params.feet")
    who = known(scene, act.actor, "$.actor")
    for at, one in enumerate(act.targets):
        known(scene, one, f"$.targets[{at}]")
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
    return Move(act.actor, act.maneuver, row, act, weapon_id, weapon, feet, after, duel, instant, unaware)


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


def problems(scene: Scene, move: Move) -> Iterator[Problem]:
    """Everything that speaks against a move."""
    who = scene.state.combatants[move.actor]
    if move.row.procedure == "plan":
        yield "illegal-choice", f"{move.row.name} is declared before initiative, not done.", "$.maneuver"
        return
    yield from _turn(scene, move, who)
    yield from _state(scene, move, who)
    yield from _target(scene, move, who)
    yield from _weapon(scene, move, who)
    yield from _distance(scene, move, who)
    yield from _duel(scene, move, who)


def _turn(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Whose slot it is, and what it may be used for (GRV-INIT, GRV-INSTANT, GRV-DECLARE, GRV-HALF-MOVE)."""
    met, name = scene.state.encounter, who.sheet.name
    if met is None or move.row.free:
        return
    if met.phase != "actions":
        if not move.instant:
            yield "not-your-turn", "Initiative has not been rolled yet: only instant actions are possible.", "$.do"
        free = actions(scene.catalogue, scene.options, who, who.mode, who.use) - kept(who) - who.instants
        if move.instant and (free < 1 or has_no_slots(who)):
            yield "no-actions-left", f"{name} has no action left for this round.", "$.actor"
        return
    if move.instant:
        yield "not-your-turn", "Instant actions come before initiative.", "$.params.instant"
        return
    mine = left(met, move.actor)
    if not mine:
        yield "no-actions-left", f"{name} has no action left this round.", "$.actor"
        return
    at = current(scene.state, scene.options)
    if not unable(who, scene.options) and (at is None or met.slots[at].who != move.actor):
        yield "not-your-turn", f"It is not {name}'s count yet.", "$.actor"
    kind = mine[0].kind
    if kind == "move" and move.row.procedure != "step":
        yield "illegal-choice", f"{name} moves at this count; the attacks come later.", "$.maneuver"
        return
    if (kind == "end") != (move.row.procedure == "charge"):
        if kind == "end":
            yield "illegal-choice", f"{name} charges at the end of this round and does nothing else.", "$.maneuver"
        else:
            yield "requirement", "A charge must be declared before initiative.", "$.maneuver"
    plan = met.plans.get(move.actor)
    if plan is not None and plan.intent and kind != "move":
        wanted = (move.id, tuple(sorted(move.act.targets)))
        if all(one.maneuver != wanted[0] or (one.targets and tuple(sorted(one.targets)) != wanted[1]) for one in plan.intent):
            yield "illegal-choice", f"{name} declared something else: carry it out, or hesitate.", "$.maneuver"


def _state(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """What the state of the actor rules out (GRV-C-STUNNED, GRV-C-DAZED, GRV-M-GRAPPLE, GRV-M-SUBDUE)."""
    name, row = who.sheet.name, move.row
    if unable(who, scene.options):
        yield "incapacitated", f"{name} can do nothing.", "$.actor"
    if has(who, "dazed") and row.attack:
        yield "incapacitated", f"{name} is dazed and cannot attack.", "$.actor"
    holders = held_by(who, "grappled", "entangled")
    if row.procedure not in ("break_free", "release"):
        if has(who, "pinned"):
            yield "requirement", f"{name} is pinned and may only break free.", "$.maneuver"
        elif holders and (not row.attack or row.moves or move.target not in holders):
            yield "requirement", f"{name} is held: break free, or attack the holder.", "$.maneuver"
    moves = row.moves or (row.procedure == "lunge" and move.feet != move.after)
    subdues = row.procedure in ("pin", "choke", "release")
    holds = (moves or subdues) and any(move.actor in held_by(other, *HOLDS) for other in scene.state.combatants.values())
    if moves and holds:
        yield "requirement", f"{name} holds somebody and cannot move away.", "$.maneuver"
    if who.mode == "aggressive" and row.procedure == "great_blow":
        yield "requirement", f"{name} is in aggressive mode: no great blow.", "$.maneuver"
    if row.procedure == "great_blow" and has(who, "winding_up"):
        meant = (params_of(who, "winding_up") or {}).get("target")
        if meant not in (None, move.target):
            yield "illegal-choice", f"{name} winds up against another.", "$.targets[0]"
    if row.procedure == "stand" and not has(who, "prone", "hands_and_knees"):
        yield "requirement", f"{name} is on his feet.", "$.maneuver"
    if subdues and not holds:
        yield "requirement", f"{name} holds nobody.", "$.maneuver"
    if row.procedure == "break_free" and not held_by(who, *HOLDS):
        yield "requirement", f"Nobody holds {name}.", "$.maneuver"


def _target(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    row, targets = move.row, move.act.targets
    if row.against and not targets and not row.optional_target:
        yield "illegal-target", f"{row.name} needs a target.", "$.targets"
    if len(targets) > row.against:
        yield "illegal-target", f"{row.name} takes {'one target' if row.against else 'no target'}.", "$.targets"
    if move.act.location:
        yield "illegal-choice", "A place cannot be aimed at: the location is rolled.", "$.location"
    if not targets:
        return
    target = scene.state.combatants[targets[0]]
    if move.actor == targets[0] and row.procedure != "first_aid":
        yield "illegal-target", "That takes somebody else.", "$.targets[0]"
    state = standing(target, scene.options)
    if row.attack and state == "dead":
        yield "illegal-target", f"{target.sheet.name} is dead.", "$.targets[0]"
    if row.procedure == "first_aid" and state != "severe":
        yield "illegal-target", f"{target.sheet.name} is not severely injured.", "$.targets[0]"
    if row.procedure in ("pin", "choke") and move.actor not in held_by(target, "grappled", "pinned"):
        yield "requirement", f"{who.sheet.name} does not hold {target.sheet.name}.", "$.targets[0]"
    if row.procedure == "release" and move.actor not in held_by(target, *HOLDS):
        yield "illegal-target", f"{who.sheet.name} does not hold {target.sheet.name}.", "$.targets[0]"
    if row.procedure == "break_free" and targets[0] not in held_by(who, *HOLDS):
        yield "illegal-target", f"{target.sheet.name} does not hold {who.sheet.name}.", "$.targets[0]"


def _weapon(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    if not move.row.weapon:
        return
    if move.weapon is None:
        yield "requirement", f"{move.row.name} needs a fitting weapon.", "$.weapon"
        return
    if not fits(move.row, move.weapon):
        yield "requirement", f"{move.row.name} cannot be done with {weapon_title(move.weapon_id, move.weapon)}.", "$.weapon"
    if has(who, "disarmed") and "unarmed" not in move.weapon.tags:
        yield "requirement", f"{who.sheet.name} has no weapon in hand: ready one first.", "$.weapon"


def _distance(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """What is too far (GRV-RANGE, GRV-RANGE-GUN, GRV-M-CHARGE, GRV-M-LUNGE, GRV-M-STEP)."""
    row, weapon, rows = move.row, move.weapon, scene.catalogue
    where = "$.distance" if move.act.distance is not None else "$.targets[0]"
    if row.procedure in ("step", "retreat") and abs(feet_of(who, row, move.act)) > half_move(who):
        yield "out-of-range", f"{who.sheet.name} moves {half_move(who)} feet at most.", "$.params.feet"
    if row.procedure == "lunge" and move.act.params.get("feet", 0) > lunge_limit(who, move.duel):
        yield "out-of-range", f"A lunge of {who.sheet.name}'s covers {lunge_limit(who, move.duel)} feet.", "$.params.feet"
    if move.feet is None or move.after is None or not row.attack:
        return
    held = move.target in held_by(who, "grappled", "entangled")
    near = "contact" if held else row.reach
    if near is not None and move.feet > dict(rows.bands)[near]:
        yield "out-of-range", f"{row.name} reaches {dict(rows.bands)[near]} feet here.", where
    if row.weapon == "ranged" and weapon is not None and increments(weapon, move.feet) > INCREMENTS:
        yield "out-of-range", f"{move.feet} feet is beyond {INCREMENTS} x {weapon.increment}.", where
    if row.weapon != "melee" or weapon is None:
        return
    if row.procedure == "charge":
        most = who.sheet.move + outer_edge(rows, weapon)
        if move.feet > most:
            yield "out-of-range", f"A charge of {who.sheet.name}'s reaches {most} feet.", where
    elif move.after > rows.bands[-1][1] or range_steps(rows, weapon, move.after) > scene.options.reach_limit:
        yield "out-of-range", f"{move.after} feet is too far for {weapon_title(move.weapon_id, weapon)}.", where


def _duel(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """A duel needs the skill on both sides, and fair play (GRV-DUEL)."""
    if not move.duel or not move.target:
        return
    kind = "gun" if move.weapon is not None and move.weapon.kind == "gun" else "hth"
    for one in (who, scene.state.combatants[move.target]):
        if move.duel not in skills(one.sheet, kind):  # type: ignore[arg-type]
            yield "requirement", f"A duel with `{move.duel}` takes that skill on both sides.", "$.params.duel"
        if has(one, "foul_play"):
            yield "requirement", f"{one.sheet.name} has used dirty tricks: no duel any more.", "$.params.duel"


def dodge_against(scene: Scene, move: Move, cut: int = 0) -> int:
    """The target's Dodge against this move, before any parry (GRV-TOHIT, GRV-AWARE)."""
    duel = "" if move.weapon is not None and move.weapon.kind != "hth" else move.duel
    return 0 if move.unaware else dodge(scene.state.combatants[move.target], move.actor, duel, cut)
