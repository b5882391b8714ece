"""What a maneuver brings besides its damage, by the `effect` of its row. Each gets the blow, also one that missed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ...kernel.formula import Term, parse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Number, Option
from ...kernel.roster import told
from ...kernel.script import Script, ask, choose, gm_says
from .. import facts as f
from ..common import After, Scene, cast, drop, gain, levels, lose, outcome_of, this_round
from ..harm import come_free, let_go, mark, settle, wound
from ..modifiers import bodily, current, potence, trait_terms
from ..move import Move
from ..state import get
from .strike import BOTCH, Blow, Landed, hurt

Effect = Callable[[Scene, Move, Blow], Script[Landed]]


def plain(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """Damage and nothing else; a bolt at the heart may stake (VTM-E-CROSSBOW)."""
    if not blow.net:
        return Landed(blow)
    landed = yield from hurt(scene, move, blow)
    weapon = move.weapon
    if weapon is not None and weapon.kind == "crossbow" and move.act.location == "heart":
        return landed._replace(more={"staked": _impale(scene, blow, landed, weapon.wood)})
    return landed


# ── Reflexive rolls ──────────────────────────────────────────────────────────────────────────────────────────────────


def told_roll(roll: f.Cast) -> dict[str, Any]:
    """A reflexive roll for the result."""
    return {"pool": roll.dice, "difficulty": roll.difficulty, "successes": roll.successes, "outcome": outcome_of(roll)}


def balance(
    scene: Scene, who: CombatantId, difficulty: int, after: After = None, most: int | None = 1, tally: int = 0
) -> Script[f.Cast]:
    """Dexterity + Athletics or knocked down; reflexive (VTM-X-KNOCKDOWN, VTM-X-KNOCKDOWN-BOTCH)."""
    fighter = scene.state.combatants[who]
    terms = [*trait_terms(fighter, "dexterity", "athletics"), *bodily(fighter, ("dexterity",), True)]
    roll = yield from cast("balance", who, "Balance", terms, min(10, max(2, difficulty)), after=after, most=most, tally=tally)
    scene.record(f.Tested("balance", outcome_of(roll), roll))
    if not roll.successes:
        lose(scene, who, "prone")
        gain(scene, who, "knocked_down")
    if roll.botch:
        options = (
            Option("none", "Nothing more"),
            Option("stunned", "One further turn is lost"),
            Option("dropped_weapon", "The weapon falls"),
        )
        prompt = f"{told(scene, who, GM)} botches the balance roll."
        pick = yield from choose(Ask("knockdown_botch", GM, prompt, "stunned", options))
        ready = scene.state.combatants[who].ready
        if pick == "stunned":
            stun(scene, who, 1)
        elif pick == "dropped_weapon" and ready:
            drop(scene, who, ready[0])
    return roll


def stun(scene: Scene, who: CombatantId, turns: int) -> None:
    """Turns are lost; a second stun keeps the longer count (VTM-X-STUNNED)."""
    before = get(scene.state.combatants[who], "stunned")
    longest = max(turns, int(before.params.get("turns", 0)) if before is not None else 0)
    gain(scene, who, "stunned", {"turns": longest})


def _toughness(scene: Scene, who: CombatantId, after: After, tally: int) -> Script[f.Cast]:
    """Stamina alone at 8, vampires at 6; reflexive."""
    victim = scene.state.combatants[who]
    difficulty = 6 if victim.sheet.kind == "vampire" else 8
    roll = yield from cast("stun", who, "Stamina", trait_terms(victim, "stamina"), difficulty, after=after, most=1, tally=tally)
    scene.record(f.Tested("stun", outcome_of(roll), roll))
    return roll


def _so_far(scene: Scene, landed: Landed) -> tuple[After, int]:
    """What of a hit still matters once its damage is marked, and the levels that only add up."""
    done, victim = landed.wound, scene.state.combatants[landed.blow.target]
    return (min(4, landed.blow.net), int(victim.full), victim.fate), 0 if done is None else done.damage


# ── Effects ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _balance(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """A sweep: the target keeps its balance at 8 (VTM-M-SWEEP, VTM-M-SWEEP-WEAPON)."""
    if not blow.net:
        return Landed(blow)
    landed = yield from hurt(scene, move, blow)
    if scene.state.combatants[blow.target].fate:
        return landed
    after, tally = _so_far(scene, landed)
    roll = yield from balance(scene, blow.target, 8, after, tally=tally)
    return landed._replace(more={"resist": {blow.target: told_roll(roll)}})


def _sprawl(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """A tackle: whoever does not keep his feet lies on the ground, attacker first (VTM-M-TACKLE-SPRAWL)."""
    if blow.outcome == BOTCH:
        return (yield from _botched_tackle(scene, move, blow))
    if not blow.net:
        return Landed(blow)
    landed = yield from hurt(scene, move, blow)
    scene.record(f.Tackled(move.actor, blow.target, this_round(scene)))
    by_attack = scene.options.tackle_balance_from == "attack"
    after, tally = _so_far(scene, landed)
    own = yield from balance(scene, move.actor, 6, after, 1 if by_attack else None, tally)
    resist = {move.actor: told_roll(own)}
    if not scene.state.combatants[blow.target].fate:
        harder = blow.net if by_attack else own.successes
        theirs = yield from balance(scene, blow.target, 6 + harder, after, tally=tally)
        resist[blow.target] = told_roll(theirs)
    return landed._replace(more={"resist": resist})


def _botched_tackle(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """The would-be tackler hurts himself, in one of three ways (VTM-M-TACKLE-BOTCH)."""
    who = scene.state.combatants[move.actor]
    options = (
        Option("trip", "Trips and falls"),
        Option("slam", "Runs into something else"),
        Option("bounce", "Bounces off the target"),
    )
    prompt = f"{told(scene, move.actor, GM)} botches the tackle."
    how = yield from choose(Ask("tackle_botch", GM, prompt, "trip", options))
    ran = 2 if move.metres is None else max(1, move.metres)
    auto = 0
    if how == "bounce":
        terms = [Term("stamina", "The target's Stamina", max(1, current(scene.state.combatants[blow.target], "stamina")))]
    else:
        terms = [Term("metres", "Metres run", ran)]
    if how == "slam":
        terms += [*trait_terms(who, "strength"), *bodily(who, ("strength",), True)]
        auto = potence(who, ("strength",))
    rolled = yield from levels(scene, "damage", move.actor, "Damage", terms, auto=auto, after=("botched", how))
    done = yield from wound(scene, move.actor, "bashing", max(1, rolled.successes), after=("botched", how))
    scene.record(f.Suffered(move.actor, "botched tackle", done.type, done.damage, rolled, done.soak))
    if how == "trip" and not scene.state.combatants[move.actor].fate:
        gain(scene, move.actor, "knocked_down")
    return Landed(blow, more={"self_damage": {"damage_pool": rolled.dice, **done.told()}})


def _disarm(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """More successes than the target's Strength: the weapon falls, and no damage (VTM-M-DISARM, VTM-M-DISARM-BOTCH)."""
    if blow.outcome == BOTCH and move.weapon is not None:
        drop(scene, move.actor, move.weapon.id)
    if not blow.net:
        return Landed(blow, more={"disarmed": False})
    victim = scene.state.combatants[blow.target]
    if blow.net > current(victim, "strength") and victim.ready:
        drop(scene, blow.target, victim.ready[0])
        return Landed(blow, more={"disarmed": True})
    landed = yield from hurt(scene, move, blow)
    return landed._replace(more={"disarmed": False})


def _stake(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """At the heart: three levels and wood paralyse a vampire (VTM-M-STAKE, VTM-X-STAKED)."""
    if not blow.net:
        return Landed(blow, more={"staked": False})
    bonus = Term("location", "Heart", 2) if scene.options.stake_heart_bonus else None
    landed = yield from hurt(scene, move, blow, bonus)
    wood = move.weapon is not None and move.weapon.wood
    return landed._replace(more={"staked": _impale(scene, blow, landed, wood)})


def _impale(scene: Scene, blow: Blow, landed: Landed, wood: bool) -> bool:
    victim = scene.state.combatants[blow.target]
    deep = landed.wound is not None and landed.wound.damage >= 3
    if not (deep and wood and victim.sheet.kind == "vampire") or victim.fate == "final_death":
        return False
    gain(scene, blow.target, "staked")
    let_go(scene, blow.target)
    return True


def _seize(mode: str, state: str) -> Effect:
    def effect(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
        """A grapple: no damage yet (VTM-M-GRAPPLE, VTM-M-CLINCH, VTM-M-HOLD)."""
        if blow.net:
            gain(scene, blow.target, state, {"by": move.actor})
            gain(scene, move.actor, "grappling", {"target": blow.target, "mode": mode})
        return Landed(blow)
        yield

    return effect


def _slam(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """A body slam that hits ends the grapple (VTM-M-BODY-SLAM)."""
    if not blow.net:
        return Landed(blow)
    landed = yield from hurt(scene, move, blow)
    let_go(scene, move.actor)
    return landed


def _blind(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """Blind for a turn per success, two dice less until then (VTM-M-BLIND, VTM-M-BLIND-VICIOUS, VTM-M-BLIND-EYES)."""
    if not blow.net:
        return Landed(blow)
    landed = Landed(blow)
    if scene.options.blinding_deals_damage:
        armed = replace(move, row=replace(move.row, damage=parse("strength + 1"), type="bashing"))
        landed = yield from hurt(scene, armed, blow)
    vicious = int(move.param("vicious"))
    if vicious:
        mark(scene, blow.target, "lethal", vicious)
        dealt = vicious + (landed.wound.damage if landed.wound is not None else 0)
        landed = landed._replace(more={"damage": dealt, "damage_type": "lethal"})
    if scene.state.combatants[blow.target].fate in ("dead", "final_death"):
        return landed
    gain(scene, blow.target, "blinded", {"turns": blow.net, "dice": -2})
    if blow.net >= 5:
        prompt = f"{told(scene, blow.target, GM)}: are the eyes destroyed?"
        if (yield from gm_says("destroy_eyes", prompt)):
            gain(scene, blow.target, "eyes_destroyed")
    return landed


def _low_blow(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """Stunned for a turn per level, unless Stamina shrugs it off (VTM-M-LOW-BLOW)."""
    if not blow.net:
        return Landed(blow)
    landed = yield from hurt(scene, move, blow)
    hit = landed.wound.damage if landed.wound is not None else 0
    if not hit or scene.state.combatants[blow.target].fate:
        return landed
    roll = yield from _toughness(scene, blow.target, *_so_far(scene, landed))
    if not roll.successes:
        stun(scene, blow.target, hit)
    return landed._replace(more={"resist": {blow.target: told_roll(roll)}})


def _whip(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """Stamina, or stunned for a turn; for two on a botch (VTM-M-PISTOL-WHIP)."""
    if not blow.net:
        return Landed(blow)
    landed = yield from hurt(scene, move, blow)
    if scene.state.combatants[blow.target].fate:
        return landed
    roll = yield from _toughness(scene, blow.target, *_so_far(scene, landed))
    if not roll.successes:
        stun(scene, blow.target, 2 if roll.botch else 1)
    return landed._replace(more={"resist": {blow.target: told_roll(roll)}})


def _stomp(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """The face has to be placed again afterwards (VTM-M-CURBSTOMP)."""
    landed = yield from plain(scene, move, blow)
    if blow.net:
        lose(scene, blow.target, "positioned")
    return landed


def _kiss(scene: Scene, move: Move, blow: Blow) -> Script[Landed]:
    """The Kiss: no damage; it drinks at once (VTM-M-KISS, VTM-M-KISS-DRAIN)."""
    if not blow.net:
        return Landed(blow)
    gain(scene, blow.target, "kissed", {"by": move.actor})
    gain(scene, blow.target, "kiss_wound")
    drained = yield from drink(scene, move.actor, blow.target)
    return Landed(blow, more={"drained": drained})


def drink(scene: Scene, who: CombatantId, victim: CombatantId) -> Script[int]:
    """Up to three points go over, as far as the drinker's pool takes them; a mortal dies without blood."""
    prey = scene.state.combatants[victim]
    most = min(3, prey.blood_pool)
    prompt = f"How many points does {scene.state.combatants[who].sheet.name} take?"
    pick = yield from ask(Ask("drain", who, prompt, most, (), Number(0, most)))
    points = pick if isinstance(pick, int) else most
    if points:
        drinker = scene.state.combatants[who]
        scene.record(f.BloodMoved(victim, prey.blood_pool - points))
        scene.record(f.BloodMoved(who, min(drinker.blood_max, drinker.blood_pool + points)))
        drained = scene.state.combatants[victim]
        if drained.sheet.kind == "mortal" and not drained.blood_pool:
            settle(scene, victim, "dead")
            come_free(scene, victim)
        else:
            settle(scene, victim)
    return points


EFFECTS: dict[str, Effect] = {
    "balance": _balance,
    "sprawl": _sprawl,
    "disarm": _disarm,
    "stake": _stake,
    "throw": plain,
    "clinch": _seize("clinch", "clinched"),
    "hold": _seize("hold", "held"),
    "slam": _slam,
    "blind": _blind,
    "low_blow": _low_blow,
    "whip": _whip,
    "stomp": _stomp,
    "kiss": _kiss,
}
