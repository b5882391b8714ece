"""Cinematic Unisystem: what the kernel needs of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ..kernel.ids import CombatantId
from ..kernel.packs import load
from ..kernel.ruleset import Finding, Ruleset
from . import commands, entries, facts, legal, rows, view
from .harm import OUT
from .options import Options
from .play import up
from .procedures import play
from .sheet import Sheet, full_life_points
from .state import Combatant, Fight, apply


def _join(fight: Fight, combatant: CombatantId, sheet: Sheet, _rows: rows.Catalogue) -> Sequence[facts.Fact]:
    return [facts.Joined(combatant, sheet, full_life_points(sheet), sheet.drama_points)]


def _leave(fight: Fight, combatant: CombatantId) -> Sequence[facts.Fact]:
    return [facts.Left(combatant)]


def _label(command: commands.Command, fight: Fight, called: Any) -> str:
    if isinstance(command, commands.Act):
        what = command.maneuver.replace("_", " ")
        targets = ", ".join(called(one) for one in command.targets)
        return f"{called(command.actor)}: {what}" + (f" → {targets}" if targets else "")
    if isinstance(command, commands.Check):
        return f"{called(command.actor)}: {command.check.replace('_', ' ')}"
    if isinstance(command, commands.Declare):
        return f"{called(command.actor)} plans"
    if isinstance(command, commands.EndTurn):
        return f"{called(command.actor)} is done"
    if isinstance(command, commands.Hazard):
        return f"{command.hazard.replace('_', ' ')}: {', '.join(called(one) for one in command.targets)}"
    if isinstance(command, commands.Adjust):
        return f"GM adjusts {', '.join(called(one) for one in command.targets)}"
    return {
        commands.Start: "The fight begins",
        commands.EndEncounter: "The fight ends",
        commands.Initiative: "Initiative",
        commands.NextRound: "Next Turn",
    }[type(command)]


def _player_may(command: commands.Command, fight: Fight) -> CombatantId | None:
    if isinstance(command, commands.Act | commands.Declare | commands.EndTurn):
        return command.actor
    return None


def _mentions(command: commands.Command) -> Sequence[tuple[CombatantId, str]]:
    found: list[tuple[CombatantId, str]] = []
    actor = getattr(command, "actor", None)
    if actor is not None:
        found.append((actor, "$.actor"))
    found += [(one, f"$.targets[{at}]") for at, one in enumerate(getattr(command, "targets", ()))]
    if isinstance(command, commands.Declare):
        for at, entry in enumerate(command.intent):
            found += [(one, f"$.intent[{at}].targets[{index}]") for index, one in enumerate(entry.targets)]
    return found


def _names(fight: Fight) -> Mapping[CombatantId, str]:
    return {one: who.sheet.name for one, who in fight.combatants.items()}


def _may_move(fight: Fight, combatant: CombatantId) -> bool:
    met = fight.encounter
    return met is None or (met.phase == "actions" and combatant in up(met, fight))


def _odds_about(command: Any, fight: Fight) -> Sequence[CombatantId]:
    return (command.actor, *command.targets) if isinstance(command, commands.Act) else ()


def _finding(before: Fight, after: Fight, command: Any, result: Mapping[str, Any]) -> Finding:
    chances = {"hit": int(result.get("outcome") in ("hit", "success"))}
    means: dict[str, int] = {}
    if "damage" in result:
        means["damage"] = result["damage"]
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
    kinds=rows.KINDS,
    core=load((files(__name__) / "packs" / "core.toml").read_text("utf-8"), rows.KINDS),
    new=Fight,
    apply=apply,
    catalogue=rows.catalogue,
    template=rows.template,
    join=_join,
    leave=_leave,
    play=play,
    label=_label,
    player_may=_player_may,
    mentions=_mentions,
    claims=commands.claims,
    unclaimed=commands.unclaimed,
    names=_names,
    may_move=_may_move,
    look=view.look,
    lines=entries.lines,
    legal=legal.legal,
    odds_about=_odds_about,
    finding=_finding,
    odds_labels={"hit": "to hit", "drop": "to drop", "damage": "average"},
    schemas=legal.schemas,
    describe=view.describe,
    describe_encounter=view.describe_encounter,
)
