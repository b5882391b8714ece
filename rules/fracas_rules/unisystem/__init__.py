"""Cinematic Unisystem: what the kernel needs of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ..errors import refuse
from ..kernel.english import labels
from ..kernel.ids import CombatantId
from ..kernel.packs import load
from ..kernel.roster import episode, names
from ..kernel.ruleset import Finding, Ruleset
from . import commands, entries, facts, palette, rows, view
from .common import up
from .harm import HOLDS, OUT
from .needs import NEEDS
from .options import Options
from .procedures import PROCEDURES, play
from .sheet import Sheet, faults, full_life_points, single_shot
from .state import Combatant, Fight, apply

_KINDS = rows.kinds(PROCEDURES, NEEDS)


def _join(fight: Fight, combatant: CombatantId, sheet: Sheet, _rows: rows.Catalogue) -> Sequence[facts.Fact]:
    wrong = faults(sheet)
    if wrong is not None:
        refuse("malformed", *wrong)
    unready = tuple(one.id for one in sheet.weapons if one.where != "hand")
    came: list[facts.Fact] = [facts.Joined(combatant, sheet, full_life_points(sheet), sheet.drama_points, unready)]
    for weapon in sheet.weapons:  # UNI-C-WEAPON-RELOAD: what was put away takes loading, unless it lies prepared
        if single_shot(weapon) and weapon.where != "hand" and not weapon.prepared and weapon.id not in sheet.ammo:
            empty = {"weapon": weapon.id, "turns": weapon.reload_turns or 1}
            came += [facts.AmmoSet(combatant, weapon.id, 0), facts.ConditionGained(combatant, "jammed", empty, beside=True)]
    return came


def _leave(fight: Fight, combatant: CombatantId) -> Sequence[facts.Fact]:
    let_go: list[facts.Fact] = []
    for one, who in fight.combatants.items():
        held = {condition.id for condition in who.conditions if condition.params.get("by") == combatant}
        let_go += [facts.ConditionLost(one, hold, {"by": combatant}) for hold in HOLDS if hold in held]
        if who.mount == combatant:
            let_go.append(facts.Mounted(one, ""))
    return [*let_go, facts.Left(combatant)]


def _player_may(command: commands.Command, fight: Fight) -> CombatantId | None:
    if isinstance(command, (commands.Act, commands.Declare, commands.EndTurn)):
        return command.actor
    return None


def _may_move(fight: Fight, combatant: CombatantId, _options: Options) -> bool:
    met = fight.encounter
    return met is None or (met.phase == "actions" and combatant in up(met, fight))


def _odds_about(command: Any, fight: Fight) -> Sequence[CombatantId]:
    """Everybody whom an act names, in its parameters as well: who helps to lift, who stands in the line of fire."""
    if not isinstance(command, commands.Act):
        return ()
    return tuple(dict.fromkeys(one for one, _ in commands.mentions(command)))


def _finding(before: Fight, after: Fight, command: Any, result: Mapping[str, Any]) -> Finding:
    damage = result.get("damage")
    chances: dict[str, int] = {}
    if "prevented" not in result:
        chances["success" if damage is None else "hit"] = int(result.get("outcome") in ("hit", "success"))
    means: dict[str, int] = {}
    if damage is not None and isinstance(command, commands.Act):
        means["damage"] = sum(damage.values()) if isinstance(damage, dict) else damage
        chances["drop"] = int(any(_fell(before.combatants[one], after.combatants[one]) for one in command.targets))
    return Finding(chances, means)


def _fell(before: Combatant, after: Combatant) -> bool:
    return any(one.id in OUT for one in after.conditions) and not any(one.id in OUT for one in before.conditions)


RULESET = Ruleset(
    id="unisystem",
    title="Cinematic Unisystem",
    unit="yards",
    version="unisystem-1",
    state=Fight,
    fact=facts.Fact,
    command=commands.Command,
    commands=commands.COMMANDS,
    sheet=Sheet,
    options=Options,
    kinds=_KINDS,
    core=load((files(__name__) / "packs" / "core.toml").read_text("utf-8"), _KINDS),
    new=Fight,
    apply=apply,
    catalogue=rows.catalogue,
    template=rows.template,
    join=_join,
    leave=_leave,
    play=play,
    label=labels(declare="{actor} plans", next_round="Next Turn"),
    player_may=_player_may,
    mentions=commands.mentions,
    claims=commands.claims,
    unclaimed=commands.unclaimed,
    names=names,
    may_move=_may_move,
    look=view.look,
    lines=entries.lines,
    legal=palette.legal,
    odds_about=_odds_about,
    finding=_finding,
    odds_labels={"hit": "to hit", "success": "to succeed", "drop": "to drop", "damage": "average"},
    schemas=palette.schemas,
    describe=view.describe,
    describe_encounter=view.describe_encounter,
    episode=episode(facts.FightBegan, facts.FightEnded),
)
