"""Verification: is a log what an honest referee would have written? Every die is drawn again, every resolution played again.

Nothing here trusts a recorded number that it can work out: ids, asks, faces, facts and results are all made anew from the
commands and the decisions of people, and compared. What people said and did, and the GM's own changes of a die, stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..errors import BadAnswer, Refusal, ReplayMismatch
from . import facts as f
from .decide import timeline
from .fold import Timeline, apart, meanwhile
from .gm import open_of
from .ids import opaque
from .origins import Origins
from .packs import enc_hook
from .requests import Reply, Request, Roll, Rolled
from .resolve import again, waits_for
from .ruleset import Ruleset
from .run import Done, Stopped, draw, run
from .scene import Scene
from .script import Script
from .state import Pending, TableState
from .stream import Stream, commitment, key_of
from .table import catalogue_of, house_of


class Fault(Struct, frozen=True):
    """What is wrong with an entry. `kind`: missing, order, unreadable, checksum, seed, lost, die, fact, result, ask, id.

    `lost` accuses nobody: the seed of a stream is gone, so that its dice cannot be drawn again.
    """

    seq: int
    kind: str
    what: str


class Verdict(Struct):
    """What came of a verification. `unrevealed` dice could not be drawn again: their seed is not told yet, or `lost`.

    `unplayed` resolutions were played by other rules than these, whose outcome they need not share. `state` is the table's
    after the last entry that could be folded.
    """

    entries: int = 0
    dice: int = 0
    unrevealed: int = 0
    lost: int = 0
    resolutions: int = 0
    unplayed: int = 0
    faults: list[Fault] = []
    state: TableState | None = None


def verify(
    ruleset: Ruleset, created: f.Created, commits: Iterable[f.Commit[Any]], seeds: Mapping[int, str] | None = None
) -> Verdict:
    """Verify a log from its beginning. `seeds`, by epoch in hexadecimal, are those known besides the ones it reveals."""
    log = list(commits)
    told = {fact.epoch: fact.seed for commit in log for fact in commit.facts if isinstance(fact, f.DiceRevealed)}
    check = _Check(ruleset, created, seeds or {}, told)
    for commit in log:
        if not check.take(commit):
            break
    check.verdict.state = check.line.state
    return check.verdict


class _Check:
    def __init__(self, ruleset: Ruleset, created: f.Created, kept: Mapping[int, str], told: Mapping[int, str]) -> None:
        self.ruleset = ruleset
        self.line: Timeline = timeline(ruleset, created)
        self.kept = kept
        self.told = told
        self.seeds: dict[int, str] = {}  # those that fit what was committed to
        self.lost = {epoch for epoch, seed in told.items() if not seed}
        self.named: set[int] = set()
        self.verdict = Verdict()
        self.sealed: dict[int, str] = {}

    def fault(self, commit: f.Commit[Any], kind: str, what: str) -> None:
        self.verdict.faults.append(Fault(commit.seq, kind, what))

    def take(self, commit: f.Commit[Any]) -> bool:
        """Check an entry and fold it. False where it makes no sense to go on."""
        before = self.line.state
        if commit.seq != before.seq + 1:
            gap = commit.seq > before.seq + 1
            what = f"Entry {before.seq + 1} is missing." if gap else f"Entry {commit.seq} stands after entry {before.seq}."
            self.fault(commit, "missing" if gap else "order", what)
            return False
        after = self.line.fork()
        try:
            after.fold(commit)
        except Exception as error:
            self.fault(commit, "fact", f"Its facts do not follow from what was before: {type(error).__name__}: {error}")
            return False
        self.verdict.entries += 1
        try:
            self._seals(commit, before)
            if isinstance(commit.facts[0] if commit.facts else None, f.Redone):
                self._redone(commit)
            else:
                self._resolution(commit, before, after)
        except Exception as error:  # no honest log makes the rules stumble
            self.fault(commit, "fact", f"It cannot be played again: {type(error).__name__}: {error}")
        self.line = after
        return True

    def _seals(self, commit: f.Commit[Any], before: TableState) -> None:
        epoch = before.dice.epoch
        for fact in commit.facts:
            if isinstance(fact, f.DiceSealed):
                if fact.epoch != epoch + 1:
                    self.fault(commit, "seed", f"Stream {fact.epoch} of the dice follows stream {epoch}.")
                epoch = fact.epoch
                self.sealed[epoch] = fact.commitment
                known = [seeds[epoch] for seeds in (self.kept, self.told) if epoch in seeds]
                fitting = [seed for seed in known if _commitment(seed) == fact.commitment]
                if fitting:
                    self.seeds[epoch] = fitting[0]
                if epoch in self.kept and self.kept[epoch] not in fitting and epoch not in self.lost:
                    self.fault(commit, "seed", f"The seed kept of stream {epoch} is not the one that is committed to here.")
            elif isinstance(fact, f.DiceRevealed) and not fact.seed:
                self._lost(commit, fact.epoch)
            elif isinstance(fact, f.DiceRevealed) and self.sealed.get(fact.epoch) != _commitment(fact.seed):
                self.fault(commit, "seed", f"The seed of stream {fact.epoch} is not the one that was committed to.")

    def _lost(self, commit: f.Commit[Any], epoch: int) -> None:
        """Name a stream whose seed is gone, once."""
        if epoch not in self.named:
            self.named.add(epoch)
            self.fault(commit, "lost", f"The seed of stream {epoch} was lost: nobody can draw its dice again.")

    def _redone(self, commit: f.Commit[Any]) -> None:
        undone = self.line.undone[0]
        facts = [fact for fact in commit.facts[1:] if not isinstance(fact, f.DiceRevealed | f.DiceSealed)]
        if _bytes(facts) != _bytes(undone.facts):
            self.fault(commit, "fact", f"What was done again ({undone.label}) is not what was taken back.")

    def _resolution(self, commit: f.Commit[Any], before: TableState, after: Timeline) -> None:
        facts, beside = apart(commit.facts)
        if beside is not None and _bytes(beside) != _bytes(meanwhile(self.line.marks[-1].facts)):
            self.fault(commit, "fact", "What happened while the action was open is not what happened then.")
        self._unplayed(commit, before, facts)
        pending, ended = _played(commit, before, after)
        if pending is None:
            stray = [fact for fact in commit.facts if isinstance(fact, f.Replied | f.Closed)]
            if stray:
                self.fault(commit, "fact", "It ends or goes on with an action that is not open.")
            return
        self._ids(commit, before)
        if pending.rules != self.ruleset.version:
            self.verdict.unplayed += ended is not None
            return
        heard: list[Roll] = []
        try:
            script, scene = again(self.ruleset, pending, before.hidden)
            played: Any = run(_listening(script, heard), scene, pending.replies)
        except Stopped as stopped:
            played = stopped.refused.code
        except (Refusal, ReplayMismatch, BadAnswer) as error:
            self.fault(commit, "fact", f"Its replies are not what the rules ask for: {error}")
            return
        self._dice(commit, before, pending, heard)
        self._outcome(commit, facts, pending, ended, played)

    def _unplayed(self, commit: f.Commit[Any], before: TableState, facts: Sequence[Any]) -> None:
        """Facts of the game that no action brought: an honest referee writes such of comings and goings alone."""
        if any(isinstance(fact, f.Closed) for fact in facts):
            return  # they are held against the action
        told = [fact for fact in facts if type(fact) not in f.TABLE_FACTS]
        if not told:
            return
        first = facts[0]
        if isinstance(first, f.Retired):
            fair = self.ruleset.leave(before.game, first.id)
        else:
            fair = self._coming(before, first)
        if _bytes(told) != _bytes(list(fair)):
            self.fault(commit, "fact", f"{_told(told[0])} comes from no action, and from nobody's coming or going.")

    def _coming(self, before: TableState, first: Any) -> Sequence[Any]:
        """The facts of a combatant's coming, made anew from the sheet in the first of them; none where it is no such fact."""
        names = getattr(first, "__struct_fields__", ())
        sheet = next((value for name in names if isinstance(value := getattr(first, name), self.ruleset.sheet)), None)
        if sheet is None or getattr(first, "id", "") in self.ruleset.names(before.game):
            return ()
        try:
            return self.ruleset.join(before.game, first.id, sheet, catalogue_of(self.ruleset, before.packs))
        except Refusal:
            return ()

    def _ids(self, commit: f.Commit[Any], before: TableState) -> None:
        amended = any(isinstance(fact, f.Amended) for fact in commit.facts)
        known = {one.id for one in before.pending.asks} if before.pending is not None else set()
        for fact in commit.facts:
            mine = opaque(before.secret, "resolution", commit.seq)
            if isinstance(fact, f.Opened) and not amended and fact.resolution != mine:
                self.fault(commit, "id", "Its action was not opened by this entry.")
            if isinstance(fact, f.Replied):
                fresh = {opaque(before.secret, "ask", commit.seq, at) for at in range(len(fact.asks))}
                if any(one.id not in fresh | known for one in fact.asks):
                    self.fault(commit, "id", "Its questions were not asked by this entry.")

    def _dice(self, commit: f.Commit[Any], before: TableState, pending: Pending, heard: list[Roll]) -> None:
        """Draw every die again that this entry added, and hold where each reply says it is from against what was before."""
        amended = next((fact for fact in commit.facts if isinstance(fact, f.Amended)), None)
        anew = amended is not None or any(isinstance(fact, f.Opened) for fact in commit.facts)
        known = 0 if anew or before.pending is None else len(before.pending.replies)
        by_hand = house_of(self.ruleset, pending.base.options).dice == "hand"
        origins = Origins(_old(self.line), amended)
        counter = before.dice.counter
        rolls = iter(heard)
        for at, reply in enumerate(pending.replies):
            request = next(rolls, None) if isinstance(reply, Rolled) else None
            if at < known or origins.carried(reply):
                continue
            if wrong := origins.wrong(reply, by_hand):
                self.fault(commit, "die" if isinstance(reply, Rolled) else "fact", f"{reply.key} of {reply.who} {wrong}.")
                continue
            if not isinstance(reply, Rolled) or request is None or reply.origin:
                continue
            if reply.at < 0:
                self._elsewhere(commit, before, pending, reply)
                continue
            if reply.at != counter:
                self.fault(commit, "die", f"The dice of {reply.who} for {reply.key} are number {reply.at}, not {counter}.")
            counter = reply.at + len(reply.faces)
            self._draw(commit, before, request, reply)

    def _elsewhere(self, commit: f.Commit[Any], before: TableState, pending: Pending, reply: Rolled) -> None:
        """Dice that the server did not draw from the stream: right for secret ones, and where the seed is gone."""
        epoch = before.dice.epoch
        if pending.secret or not before.dice.commitment:
            return
        if epoch in self.lost or epoch not in self.seeds:
            self.verdict.lost += len(reply.faces)
            self._lost(commit, epoch)
        else:
            self.fault(commit, "die", f"The dice of {reply.who} for {reply.key} are not from the stream.")

    def _draw(self, commit: f.Commit[Any], before: TableState, request: Roll, reply: Rolled) -> None:
        seed = self.seeds.get(before.dice.epoch)
        if seed is None:
            gone = before.dice.epoch in self.lost
            self.verdict.lost += len(reply.faces) * gone
            self.verdict.unrevealed += len(reply.faces) * (not gone)
            return
        self.verdict.dice += len(reply.faces)
        fair = draw(request, Stream(key_of(bytes.fromhex(seed), before.dice.entropy), reply.at))
        if fair.faces != reply.faces:
            showed, says = _list(fair.faces), _list(reply.faces)
            self.fault(commit, "die", f"{reply.who} rolled {showed} for {reply.key}; the log says {says}.")

    def _outcome(
        self, commit: f.Commit[Any], facts: Sequence[Any], pending: Pending, ended: f.Closed | f.Voided | None, played: Any
    ) -> None:
        if isinstance(ended, f.Voided):
            if ended.reason == "refused" and played != ended.code:
                self.fault(commit, "result", f"The rules do not refuse this as {ended.code}.")
            return
        if ended is None:
            if not waits_for(pending, played):
                self.fault(commit, "ask", "The rules do not wait for what is asked here.")
            return
        self.verdict.resolutions += 1
        if not isinstance(played, Done):
            self.fault(commit, "result", "The rules do not end the action here.")
            return
        happened = [fact for fact in facts if isinstance(fact, f.TokenPlaced) or type(fact) not in f.TABLE_FACTS]
        for at in range(max(len(happened), len(played.facts))):
            says = happened[at] if at < len(happened) else None
            fair = played.facts[at] if at < len(played.facts) else None
            if _bytes(says) != _bytes(fair):
                self.fault(commit, "fact", f"Fact {at + 1} is {_told(says)}; played again it is {_told(fair)}.")
                return
        if _bytes(ended.result) != _bytes(played.result):
            self.fault(commit, "result", f"The result is {_told(ended.result)}; played again it is {_told(played.result)}.")


def _played(commit: f.Commit[Any], before: TableState, after: Timeline) -> tuple[Pending | None, f.Closed | f.Voided | None]:
    """The action that an entry opens, goes on with or ends, with all its replies; and the fact that ends it."""
    ended = next((fact for fact in commit.facts if isinstance(fact, f.Closed | f.Voided)), None)
    if isinstance(ended, f.Closed):
        mark = after.marks[-1] if after.marks else None
        return (mark.pending if mark is not None and mark.resolution == ended.resolution else None), ended
    if isinstance(ended, f.Voided):
        if before.pending is None:
            return None, ended
        fresh = tuple(reply for fact in commit.facts if isinstance(fact, f.Replied) for reply in fact.replies)
        return replace(before.pending, replies=(*before.pending.replies, *fresh)), ended
    goes_on = any(isinstance(fact, f.Opened | f.Replied) for fact in commit.facts)
    return (after.state.pending if goes_on else None), None


def _old(line: Timeline) -> Sequence[Reply]:
    """The replies of the action that an amendment would change."""
    pending = open_of(line)
    return () if pending is None else pending.replies


def _listening(play: Any, heard: list[Roll]) -> Any:
    """The same script, with every roll that it requests noted."""

    def again(scene: Scene[Any, Any, Any]) -> Script[None]:
        script = play(scene)
        value: Any = None
        while True:
            try:
                request: Request = script.send(value)
            except StopIteration:
                return
            if isinstance(request, Roll):
                heard.append(request)
            value = yield request

    return again


def _commitment(seed: str) -> str:
    try:
        return commitment(bytes.fromhex(seed))
    except ValueError:
        return ""


def _bytes(value: Any) -> bytes:
    return msgspec.msgpack.encode(value, enc_hook=enc_hook, order="deterministic")


def _told(value: Any) -> str:
    return "nothing" if value is None else msgspec.json.encode(value, enc_hook=enc_hook).decode()


def _list(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))
