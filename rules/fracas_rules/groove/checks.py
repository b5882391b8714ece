"""What may not be done, and which reason is given first.

A move is prepared once and never changed. Every check yields its problems in any order; the one whose code stands first on
the scenario page is the answer (the game's README says nothing else), so each check is written where its rule is.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..kernel.english import in_feet
from ..kernel.ranked import Problem, refuse_first
from .commands import Act
from .common import Scene, weapon_title
from .harm import standing, unable
from .modifiers import INCREMENTS, held_by, increments, range_steps
from .move import Move, fits, outer_edge, prepare
from .needs import NEEDS, holds
from .rounds import actions, current, has_no_slots, kept, left
from .sheet import skills
from .state import Combatant, has


def check(scene: Scene, act: Act) -> Move:
    """The move that an act is, or a `Refusal` with the reason that comes first."""
    move = prepare(scene, act)
    refuse_first(problems(scene, move))
    return move


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
    needs = NEEDS.get(move.row.procedure)
    if needs is not None:
        yield from needs(scene, move, who)


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
    if moves and holds(scene, who):
        yield "requirement", f"{name} holds somebody and cannot move away.", "$.maneuver"


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
    if row.attack and standing(target, scene.options) == "dead":
        yield "illegal-target", f"{target.sheet.name} is dead.", "$.targets[0]"


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
    """What is too far (GRV-RANGE, GRV-RANGE-GUN, GRV-M-CHARGE)."""
    row, weapon, rows = move.row, move.weapon, scene.catalogue
    where = "$.distance" if move.act.distance is not None else "$.targets[0]"
    if move.feet is None or move.after is None or not row.attack:
        return
    held = move.target in held_by(who, "grappled", "entangled")
    near = "contact" if held else row.reach
    if near is not None and move.feet > dict(rows.bands)[near]:
        yield "out-of-range", f"{row.name} reaches {in_feet(dict(rows.bands)[near])} here.", where
    if row.weapon == "ranged" and weapon is not None and increments(weapon, move.feet) > INCREMENTS:
        yield "out-of-range", f"{in_feet(move.feet)} is beyond {INCREMENTS} x {weapon.increment}.", where
    if row.weapon != "melee" or weapon is None:
        return
    if row.procedure == "charge":
        most = who.sheet.move + outer_edge(rows, weapon)
        if move.feet > most:
            yield "out-of-range", f"A charge of {who.sheet.name}'s reaches {in_feet(most)}.", where
    elif move.after > rows.bands[-1][1] or range_steps(rows, weapon, move.after) > scene.options.reach_limit:
        yield "out-of-range", f"{in_feet(move.after)} is too far for {weapon_title(move.weapon_id, weapon)}.", where


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
