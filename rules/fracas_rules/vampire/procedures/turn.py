"""Beginning and ending a fight, the order, and what is declared: gear, several actions, Celerity, Willpower."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.english import counted
from ...kernel.ids import CombatantId
from ...kernel.params import check as check_params
from ...kernel.ranked import known
from ...kernel.roster import running
from ...kernel.script import Script
from .. import facts as f
from ..commands import Declare, Start
from ..common import Scene, gain, gone, in_extra, up
from ..modifiers import discipline, hampered, wounds
from ..move import Move, payable, power_of
from ..params import ACT
from ..rounds import late_order, roll_order, takes_part
from ..rows import armed, worn
from ..sheet import Armor
from ..state import Combatant, has
from ..vocabulary import CONDITIONS
from .blood import spend


def start(scene: Scene, command: Start) -> Script[None]:
    """Begin an encounter; initiative is rolled once gear is declared (VTM-I-GEAR)."""
    if command.surprised:
        refuse("malformed", "Nobody is surprised here: use an ambush.", "$.surprised")
    both: dict[CombatantId, dict[CombatantId, int]] = {}
    for one, others in command.distances.items():
        known(one, scene.state.combatants, f"$.distances.{one}")
        for other, metres in others.items():
            known(other, scene.state.combatants, f"$.distances.{one}.{other}")
            both.setdefault(one, {})[other] = metres
            both.setdefault(other, {})[one] = metres
    if not scene.state.combatants:
        refuse("requirement", "There is nobody here to fight.")
    scene.record(f.FightBegan(both))
    return
    yield


def end(scene: Scene) -> Script[None]:
    """The fight and its scene are over (VTM-R-BUFF)."""
    running(scene.state.encounter)
    scene.record(f.FightEnded())
    return
    yield


def initiative(scene: Scene) -> Script[None]:
    """One die each, highest total first; the first round begins with everybody fresh (VTM-I-ROLL).

    While a round goes on it is the turn of those who joined since: they roll, and take their places.
    """
    met = running(scene.state.encounter)
    if met.phase == "actions" and all(one in met.order for one in takes_part(scene)):
        refuse("not-your-turn", "The order is fixed already.", "$.do")
    order, totals, rolls = yield from late_order(scene, met) if met.phase == "actions" else roll_order(scene)
    scene.record(f.Ordered(tuple(order), totals, tuple(rolls), met.phase == "gear"))
    scene.result = {"order": order, "initiative": totals}


# ── Declaring ────────────────────────────────────────────────────────────────────────────────────────────────────────


def declare(scene: Scene, command: Declare) -> Script[None]:
    """Gear before initiative; in one's turn several actions, Celerity, or Willpower against wounds."""
    known(command.actor, scene.state.combatants, "$.actor")
    met = scene.state.encounter
    who = scene.state.combatants[command.actor]
    gear = command.weapons is not None or command.armor is not None
    if gear and met is not None and met.phase != "gear":  # VTM-I-GEAR, VTM-I-ARMOR
        refuse("forbidden", "Weapons and armour are declared before initiative.", "$.weapons" if command.weapons else "$.armor")
    dressed = armed(scene.catalogue, who.sheet, command.weapons, "$.weapons") if command.weapons is not None else None
    own = who.sheet.armor
    named = own if isinstance(own, Armor) and command.armor == own.id != "" else command.armor
    armor = worn(scene.catalogue, named, "$.armor") if named is not None else None
    maneuvers = _counted(scene, who, command)
    if command.celerity:
        _may_quicken(scene, who, command.celerity)
    if command.ignore_wounds:
        _may_ignore(scene, who)
    if maneuvers:
        _may_plan(scene, who, maneuvers)
    if dressed is not None:
        weapons, ready, ammo = dressed
        scene.record(f.Armed(who.id, weapons, ready, {**ammo, **who.ammo}))  # laid aside and taken up again, none is loaded anew
    if armor is not None:
        scene.record(f.Wore(who.id, armor))
    if command.celerity:
        counts = not scene.options.celerity_ignores_blood_limit
        spend(scene, who.id, command.celerity, "celerity", counts)
        scene.record(f.Quickened(who.id, who.celerity_used + command.celerity))
    if command.ignore_wounds:
        scene.record(f.WillpowerSpent(who.id, who.willpower - 1, "ignore_wounds"))
        gain(scene, who.id, "ignoring_wounds", fresh=False)
    scene.result = {"outcome": "success"}
    if maneuvers:
        count = len(maneuvers)
        penalties = tuple(count + at for at in range(count)) if count > 1 else (0,)
        scene.record(f.Planned(who.id, maneuvers, penalties))
        scene.result["penalties"] = list(penalties)
    return
    yield


def _counted(scene: Scene, who: Combatant, command: Declare) -> tuple[str, ...]:
    """The planned actions; what is free does not count among several (VTM-C-MULTI, VTM-F-FREE)."""
    kept = []
    for at, entry in enumerate(command.intent):
        one = entry if isinstance(entry, str) else entry.maneuver
        row = scene.catalogue.maneuvers.get(one)
        if row is None:
            refuse("unknown-id", f"There is no maneuver `{one}`.", f"$.intent[{at}]")
        if not isinstance(entry, str):
            check_params(entry.params, {name: ACT[name] for name in row.takes}, f"$.intent[{at}].params", row.name)
        named = "" if isinstance(entry, str) else str(entry.params.get("power", ""))
        power = power_of(scene, who, named) if row.procedure == "power" else None
        free = row.cost == "free" or (one == "move" and not hampered(who)) or (power is not None and power.kind == "free")
        if not free:
            kept.append(one)
    return tuple(kept)


def _turn_of(scene: Scene, who: Combatant) -> None:
    met = running(scene.state.encounter)
    if met.phase != "actions" or who.id not in up(met, scene.state):
        refuse("not-your-turn", f"It is not {who.sheet.name}'s turn.", "$.actor")


def _may_plan(scene: Scene, who: Combatant, maneuvers: tuple[str, ...]) -> None:
    """Several actions are declared before the first (VTM-C-MULTI); standing up comes first (VTM-A-STAND-MULTI)."""
    _turn_of(scene, who)
    if in_extra(scene, who.id):
        refuse("forbidden", "An extra action is a single one.", "$.intent")
    if gone(who) or who.full:
        refuse("incapacitated", f"{who.sheet.name} can do nothing.", "$.actor")
    if who.acted:
        refuse("no-actions-left", "Several actions are declared before the first of them.", "$.intent")
    if "stand" in maneuvers[1:]:
        refuse("illegal-choice", "Standing up comes before everything else.", "$.intent")


def _may_quicken(scene: Scene, who: Combatant, dots: int) -> None:
    """Extra actions for blood, at the start of the turn (VTM-R-CELERITY, VTM-A-POWER-START)."""
    path = "$.celerity"
    if not scene.options.celerity_extra_actions:
        refuse("forbidden", "At this table Celerity buys no extra actions.", path)
    if who.acted or in_extra(scene, who.id):
        refuse("forbidden", "Celerity is used at the start of the turn.", path)
    _turn_of(scene, who)
    if gone(who) or who.full or any(_stops_blood(one.id) for one in who.conditions):
        refuse("incapacitated", f"{who.sheet.name} cannot spend blood.", "$.actor")
    if who.sheet.kind != "vampire" or who.celerity_used + dots > discipline(who, "celerity"):
        refuse("requirement", f"{who.sheet.name} has Celerity {discipline(who, 'celerity')}.", path)
    most = who.blood_pool if scene.options.celerity_ignores_blood_limit else payable(scene, who)
    if dots > most:
        refuse("resource", f"{who.sheet.name} may spend {counted(most, 'point')} now.", path)


def _stops_blood(condition: str) -> bool:
    allows = CONDITIONS[condition].allows
    return allows is not None and "blood" not in allows


def _may_ignore(scene: Scene, who: Combatant) -> None:
    """A point of Willpower against wounds that hinder, for this round, in one's turn (VTM-R-IGNORE-WOUNDS)."""
    path = "$.ignore_wounds"
    if scene.state.encounter is not None:
        _turn_of(scene, who)
    if gone(who) or who.full or any(_stops_blood(one.id) for one in who.conditions):
        refuse("incapacitated", f"{who.sheet.name} is past that.", path)
    if has(who, "ignoring_wounds"):
        refuse("requirement", f"{who.sheet.name} ignores wounds already.", path)
    if not wounds(who):
        refuse("requirement", f"{who.sheet.name} has no wounds that hinder.", path)
    if not who.willpower:
        refuse("resource", f"{who.sheet.name} has no Willpower left.", path)


def several(scene: Scene, move: Move) -> Script[None]:
    """Declare several actions as an act: for front ends that show only what one may do."""
    named = [str(move.act.params[one]) for one in ("first", "second", "third", "fourth") if move.act.params.get(one)]
    yield from declare(scene, Declare(actor=move.actor, intent=tuple(named)))


def quicken(scene: Scene, move: Move) -> Script[None]:
    """Turn dots of Celerity into extra actions as an act."""
    yield from declare(scene, Declare(actor=move.actor, celerity=int(move.param("dots"))))


def grit(scene: Scene, move: Move) -> Script[None]:
    """Spend Willpower against wounds as an act."""
    yield from declare(scene, Declare(actor=move.actor, ignore_wounds=True))
