"""Riders: the mount's own attack, the set pole arm, the joust (UNI-C-MOUNT-DIRECT, UNI-C-MOUNT-POLEARM-SET, UNI-C-JOUST)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.formula import parse
from ...kernel.ids import CombatantId
from ...kernel.script import Script
from ..commands import Act
from ..common import Scene, gain, mark, ready
from ..harm import dismount, is_out, knock_down, levels_of
from ..modifiers import armed_with, bodily, several, stated, term
from ..move import Aim, Move, prepare
from ..sheet import Weapon
from . import aftermath, fallout, hazard
from .damage import Landed, land
from .defend import defend, riding, roll_defense
from .exchange import HIT, Blow, exchange, heroic, take_action
from .rolls import Total, add_die, traits_total

_JOUST = parse("dexterity + min(getting_medieval, riding)")
_COMBAT = parse("combat")
#: A fall from the saddle, in yards.
_SADDLE = 2


def command_mount(scene: Scene, move: Move) -> Script[None]:
    """Direct the mount to attack: it obeys a Riding roll; one that was attacked strikes back anyway.

    UNI-C-MOUNT-DIRECT, UNI-C-MOUNT-BOTH.
    """
    rider = scene.state.combatants[move.actor]
    mount = scene.state.combatants[rider.mount]
    if is_out(mount):
        refuse("requirement", f"{mount.sheet.name} can do nothing.", "$.maneuver")
    if "mount_acted" in mount.marks and scene.state.encounter is not None:
        refuse("no-actions-left", f"{mount.sheet.name} has attacked this Turn.", "$.maneuver")
    attack = move.param("attack", "kick")
    row = scene.catalogue.maneuvers.get(attack)
    if row is None or row.group != "unarmed" or not row.answers or row.cost != "attack":
        refuse("illegal-choice", f"A mount cannot do `{attack}`.", "$.params.attack")
    if move.target == mount.id:
        refuse("illegal-target", "A mount does not attack itself.", "$.targets[0]")
    if f"kept_off:{move.target}" in rider.marks:  # UNI-C-MOUNT-POLEARM-CLOSE
        refuse("out-of-range", "The pole arm keeps rider and mount off.", "$.targets[0]")
    extra = (*several(scene, rider), *bodily(rider, scene.options, ()), *stated(move.act.modifiers))
    take_action(scene, move)
    obeys = yield from riding(scene, move.actor, extra)
    told: dict[str, Any] = {"riding": "passed" if obeys else "failed"}
    target = move.target if obeys else _attacker(scene, mount.id)
    if target is None:
        scene.result.update(outcome="failure", **told)
        return
    mark(scene, mount.id, "mount_acted")
    act = Act(actor=mount.id, maneuver=attack, targets=(target,), distance=move.act.distance)
    own = replace(prepare(scene, act), free=True, index=None, changed=False)
    blow = yield from exchange(scene, own)
    landed = land(scene, blow, blow.aims[0])
    after = yield from aftermath.finish(scene, blow, (landed,))
    aftermath.report(scene, blow, (landed,), after, {**after.told, **told})


def _attacker(scene: Scene, mount: CombatantId) -> CombatantId | None:
    """Who has attacked the mount this Turn."""
    for one in scene.state.combatants[mount].marks:
        word, _, who = one.partition(":")
        if word in ("struck", "missed") and who in scene.state.combatants and not is_out(scene.state.combatants[who]):
            return who
    return None


def set_polearm(scene: Scene, move: Move) -> Script[None]:
    """Brace a pole arm against a charge (UNI-C-MOUNT-POLEARM-SET)."""
    who = scene.state.combatants[move.actor]
    weapon = armed_with(who, lambda one: one.class_ == "polearm")
    if weapon is None:
        refuse("requirement", f"{who.sheet.name} has no pole arm in hand.", "$.maneuver")
    take_action(scene, move)
    gain(scene, move.actor, "set_polearm", {"weapon": weapon.id})
    scene.result["outcome"] = "success"
    return
    yield


def joust(scene: Scene, move: Move) -> Script[None]:
    """Lance against lance at the gallop, both at once; a shield is the only defence (UNI-C-JOUST)."""
    pair = (move.actor, move.target)
    lances = {one: _lance(scene, one) for one in pair}
    take_action(scene, move)
    moves = {}
    for one, other in (pair, pair[::-1]):
        act = move.act if one == move.actor else Act(actor=one, maneuver=move.id, targets=(other,))
        moves[one] = Move(one, move.id, move.row, act, lances[one], aims=(Aim(other),), limbs=move.row.limbs, free=True)
    guards = {}
    for one, other in (pair, pair[::-1]):
        guards[other] = yield from defend(scene, moves[one], moves[one].aims[0])
    totals: dict[str, Total] = {}
    for one in pair:
        who = scene.state.combatants[one]
        total = traits_total(who, _JOUST, _COMBAT)
        total = total.plus([*bodily(who, scene.options, move.limbs), *stated(moves[one].act.modifiers)])
        totals[one] = yield from add_die(scene, one, total, "attack", "attack", heroic(move) and one == move.actor)
    landed: dict[str, Landed] = {}
    for one, other in (pair, pair[::-1]):
        guards[other] = yield from roll_defense(scene, moves[one], other, guards[other], ())
    for one, other in (pair, pair[::-1]):
        blow = Blow(moves[one], totals[one], moves[one].aims, {other: guards[other]})
        landed[one] = land(scene, blow, blow.aims[0])
    yield from _consequences(scene, pair, landed)
    words = {one: landed[one].outcome for one in pair}
    scene.result.update(
        outcome=HIT if HIT in words.values() else words[move.actor],
        outcomes=words,
        totals={one: totals[one].value for one in pair},
        total=totals[move.actor].value,
        damage={landed[one].target: landed[one].damage for one in pair},
        success_levels=levels_of(totals[move.actor].value),
    )


def _lance(scene: Scene, who: CombatantId) -> Weapon:
    rider = scene.state.combatants[who]
    lance = next((one for one in ready(rider) if one.class_ == "lance"), None)
    if not rider.mount or lance is None:
        refuse("requirement", f"{rider.sheet.name} has no lance, or no mount.", "$.maneuver")
    return lance


def _consequences(scene: Scene, pair: tuple[CombatantId, CombatantId], landed: dict[str, Landed]) -> Script[None]:
    """Both take their damage; then whoever was hit must keep the saddle."""
    for one, other in (pair, pair[::-1]):
        if landed[one].damage:
            yield from fallout.backlash(scene, other, landed[one].damage, landed[one].kind, one)
    for one, other in (pair, pair[::-1]):
        hit = landed[one]
        if hit.outcome != HIT or is_out(scene.state.combatants[other]):
            continue
        stays = yield from riding(scene, other, (term("levels", -hit.levels),), "unhorse")
        if not stays:
            dismount(scene, other)
            knock_down(scene, other)
            yield from hazard.fall(scene, other, _SADDLE)
