"""Vampire: what the kernel needs of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ..errors import refuse
from ..kernel.conditions import named_by
from ..kernel.english import labels
from ..kernel.ids import CombatantId
from ..kernel.packs import load
from ..kernel.roster import episode, names
from ..kernel.ruleset import Finding, Ruleset
from . import commands, entries, facts, palette, rows, view
from .common import up
from .harm import senseless, settled_fate, sorted_track
from .options import Options
from .params import WALLS
from .procedures import play
from .procedures.check import CHECKS
from .rows import arms_of_sheet, worn
from .sheet import MORTAL_BLOOD, Sheet, boxes
from .state import Combatant, Fight, apply
from .vocabulary import CONDITIONS, of_sheet, words


def _join(fight: Fight, combatant: CombatantId, sheet: Sheet, table: rows.Catalogue) -> Sequence[facts.Fact]:
    vampire = sheet.kind == "vampire"
    most = rows.generation(table, sheet).pool if vampire else MORTAL_BLOOD
    blood = most if sheet.blood_pool is None else sheet.blood_pool
    conditions = list(of_sheet(sheet))
    for at, power in enumerate(sheet.powers):
        if power.condition and power.condition not in CONDITIONS:
            refuse("malformed", f"There is no condition `{power.condition}`.", f"$.sheet.powers[{at}].condition")
    room = len(boxes(sheet))
    if len(sheet.track) > room:
        refuse("malformed", f"This sheet has {room} boxes: the track has {len(sheet.track)}.", "$.sheet.track")
    track = sorted_track(sheet.track.ljust(room, "."))
    track = track.replace("*", "X") if sheet.kind == "mortal" else track
    fate = settled_fate(track, "", sheet.kind, blood)
    state = senseless(track, fate, sheet.kind)
    if state and state not in sheet.conditions:
        conditions.append(facts.Condition(state))
    weapons, ready, ammo = arms_of_sheet(table, sheet)
    armor = worn(table, sheet.armor, "$.sheet.armor")
    made = facts.Joined(combatant, sheet, track, fate, tuple(conditions), blood, max(most, blood), weapons, ready, ammo, armor)
    return [made]


def _leave(fight: Fight, combatant: CombatantId) -> Sequence[facts.Fact]:
    return [*_parted(fight, combatant), facts.Left(combatant)]


def _parted(fight: Fight, combatant: CombatantId) -> list[facts.Fact]:
    """Whoever is in a grapple with one who leaves comes free."""
    found: list[facts.Fact] = []
    for one, who in fight.combatants.items():
        for condition in who.conditions if one != combatant else ():
            if combatant in named_by(CONDITIONS, condition.id, condition.params):
                found.append(facts.ConditionLost(one, condition.id))
        if one != combatant and who.aim is not None and who.aim.target == combatant:
            found.append(facts.Aimed(one))
        if one != combatant and who.ambush is not None and who.ambush.target == combatant:
            found.append(facts.Ambushed(one))
    return found


def _player_may(command: commands.Command, fight: Fight) -> CombatantId | None:
    if isinstance(command, commands.Act | commands.Declare | commands.EndTurn):
        return command.actor
    if isinstance(command, commands.Check) and command.check in CHECKS and CHECKS[command.check].open:
        return command.actor
    return None


def _may_move(fight: Fight, combatant: CombatantId, _options: Options) -> bool:
    met = fight.encounter
    return met is None or (met.phase == "actions" and combatant in up(met, fight))


def _odds_about(command: Any, fight: Fight) -> Sequence[CombatantId]:
    return (command.actor, *command.targets) if isinstance(command, commands.Act) else ()


def _finding(before: Fight, after: Fight, command: Any, result: Mapping[str, Any]) -> Finding:
    outcome = result.get("outcome")
    words_of = list(outcome.values()) if isinstance(outcome, dict) else [outcome]
    chances = {"hit": int(any(one in ("hit", "success") for one in words_of))}
    means: dict[str, int] = {}
    targets = command.targets if isinstance(command, commands.Act) else ()
    damage = result.get("damage")
    if damage is not None and targets:
        means["damage"] = sum(damage.values()) if isinstance(damage, dict) else damage
        chances["drop"] = int(any(_down(after.combatants[one]) and not _down(before.combatants[one]) for one in targets))
    if "staked" in result:
        chances["stake"] = int(result["staked"])
    return Finding(chances, means)


def _down(who: Combatant) -> bool:
    return bool(who.fate) or who.full


RULESET = Ruleset(
    id="vampire",
    title="Vampire",
    unit="metres",
    version="vampire-2",
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
    label=labels(words),
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
    odds_labels={"hit": "to hit", "drop": "to drop", "stake": "to stake", "damage": "average"},
    schemas=palette.schemas,
    describe=view.describe,
    describe_encounter=view.describe_encounter,
    tallied="damage",
    covers=WALLS,
    episode=episode(facts.FightBegan, facts.FightEnded),
)
