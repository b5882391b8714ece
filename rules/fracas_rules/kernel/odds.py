"""What may come of a command, before it is given: the same script, with every outcome of every roll in turn.

The walk replays the script once per leaf of the outcome tree, so its chances are exact. A tree that is too large is
sampled instead, with the random source that the caller brings, and says so. How much is played for one answer is counted in
steps, not in time: the same question gets the same kind of answer on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from .ids import CombatantId
from .requests import Ask, Pick, Roll, Thrown, Value
from .resolve import permit, scene_of, script_of
from .ruleset import Ruleset
from .scene import Scene
from .script import Script
from .state import TableState
from .table import look_of
from .viewer import Viewer

#: Steps that one answer may take, and how many of them go into walking before it turns to sampling. A step is the start of a
#: run, a request of it, or a fact that it records: about five microseconds on a core at rest, so a fifth of a second in all.
BUDGET = 40_000
WALKED = 25_000

#: Steps that are lost among those of a run.
_LIGHT = 500
#: Dice that are thrown in a step.
_THROWN = 4

AnyScene = Scene[Any, Any, Any]
Play = Callable[[AnyScene], Script[None]]
Policy = Callable[[Ask], Pick]
#: What one way comes to: chances and means, by key.
_Found = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]


class Odds(Struct, frozen=True):
    """Chances (0 to 1) and means by key; `error` is the half-width of a 95 % interval of a sampled chance, else 0."""

    chances: dict[str, Fraction]
    means: dict[str, Fraction]
    exact: bool = True
    samples: int = 0
    error: float = 0.0


class TooLarge(Exception):
    """The outcome tree takes more steps than were allowed."""


class Steps:
    """Steps taken so far, of `most`. A run that has begun is always played to its end."""

    __slots__ = ("_weighed", "most", "taken")

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0
        self._weighed: set[tuple[type, tuple[int, ...]]] = set()

    def weigh(self, request: Roll) -> None:
        """Count what working out the outcomes of a roll takes, once for the like. Raises `TooLarge` where that is too much."""
        about, weight = (type(request), request.dice), request.weight()
        if weight < _LIGHT or about in self._weighed:
            return
        if self.taken + weight > self.most:
            raise TooLarge
        self._weighed.add(about)
        self.taken += weight

    @property
    def spent(self) -> bool:
        """Whether no further run may begin."""
        return self.taken >= self.most


def default(ask: Ask) -> Pick:
    """The policy that takes every ask's default."""
    return ask.default


#: A way that waits for others: its values so far, the chance of all that have joined it, and its own tally.
_Waiting = tuple[tuple[Value, ...], Fraction, int]


class _Parked(Exception):
    """A way has come to a roll from which other ways may go on alike: it waits for them."""


def _joined(before: _Waiting | None, other: _Waiting, carry: Callable[[Fraction], None] | None) -> _Waiting:
    """What waits once another way has come there too."""
    if before is None:
        return other
    values, chance, tally = before
    if carry is not None and tally != other[2]:
        carry(other[1] * (other[2] - tally))
    return values, chance + other[1], tally


def walk(
    play: Play,
    fresh: Callable[[], AnyScene],
    policy: Policy = default,
    steps: Steps | None = None,
    carry: Callable[[Fraction], None] | None = None,
) -> Iterator[tuple[AnyScene, Fraction]]:
    """Every way in which a script can come out: its scene at the end, and the exact chance.

    Ways that meet in an equal roll with `after` go on as one, so that their end is told once, with all their chances. Where
    `carry` is given they also meet if only their `tally` differs: it is told by how much what they add up to is more, times
    the chance, than the ends that are told come to.

    Raises `TooLarge` when `steps` run out (`WALKED` unless given), and `Refusal` where the rules refuse.
    """
    steps = steps or Steps(WALKED)
    todo: list[tuple[tuple[Value, ...], Fraction]] = [((), Fraction(1))]
    parked: dict[Roll, _Waiting] = {}
    while todo or parked:
        met: Roll | None = None
        if not todo:  # those that have come least far first: they may still meet others
            met = min(parked, key=lambda request: len(parked[request][0]))
            values_so_far, chance, _ = parked.pop(met)
            todo.append((values_so_far, chance))
        if steps.spent:
            raise TooLarge
        prefix, chance = todo.pop()
        scene = fresh()
        values = list(prefix)

        def first(request: Roll, at: int, values: list[Value] = values, met: Roll | None = met) -> Value:
            nonlocal chance
            if at < len(values):
                return values[at]
            if request.after is not None:
                alike = replace(request, tally=0) if request.tally and carry is not None else request
                if alike != met:
                    parked[alike] = _joined(parked.get(alike), (tuple(values), chance, request.tally), carry)
                    raise _Parked
            steps.weigh(request)
            outcomes = request.outcomes()
            todo.extend(((*values, value), chance * share) for value, share in outcomes[1:])
            values.append(outcomes[0][0])
            chance *= outcomes[0][1]
            return values[-1]

        try:
            _through(play(scene), first, policy, steps)
        except _Parked:
            continue
        finally:
            steps.taken += len(scene.facts)
        yield scene, chance


def sample(
    play: Play, fresh: Callable[[], AnyScene], draw: Callable[[int], int], policy: Policy = default, steps: Steps | None = None
) -> Iterator[AnyScene]:
    """Random ways in which a script comes out, each of equal weight: one, and more while `steps` last.

    `draw(n)` gives a number from 0 to n - 1.
    """
    steps = steps or Steps(BUDGET - WALKED)

    def thrown(request: Roll, _at: int) -> Value:
        steps.taken += len(request.dice) // _THROWN
        return request.value(request.draw(lambda sides: draw(sides) + 1))

    while True:
        scene = fresh()
        _through(play(scene), thrown, policy, steps)
        steps.taken += len(scene.facts)
        yield scene
        if steps.spent:
            return


def _through(script: Script[None], value_of: Callable[[Roll, int], Value], policy: Policy, steps: Steps) -> None:
    value: Any = None
    at = 0
    while True:
        steps.taken += 1
        try:
            request = script.send(value)
        except StopIteration:
            return
        if isinstance(request, Roll):
            value = Thrown(value_of(request, at), at)
            at += 1
        elif isinstance(request, Ask):
            value = _decided(request, policy)
        else:
            value = tuple(_decided(ask, policy) for ask in request.asks)


def _decided(ask: Ask, policy: Policy) -> Pick:
    single = ask.only()
    return single if single is not None else ask.check(policy(ask))


def reckon(
    ruleset: Ruleset,
    state: TableState,
    viewer: Viewer,
    command: Any,
    policy: Policy = default,
    draw: Callable[[int], int] | None = None,
) -> Odds:
    """The odds of a command as it stands.

    Raises `Refusal` where it may not be given at all, and `TooLarge` where it can only be sampled and there is no `draw`.
    """
    asked = _Asked(ruleset, state, viewer, command, draw)
    return asked.walked(policy, WALKED) or asked.sampled(policy, asked.left)


class _Asked:
    """A command whose odds are asked for, perhaps under several policies, and the steps that are left for the answer."""

    def __init__(
        self, ruleset: Ruleset, state: TableState, viewer: Viewer, command: Any, draw: Callable[[int], int] | None
    ) -> None:
        if "confirm" in state.options:  # what comes of it, not what the table says to it
            state = replace(state, options={**state.options, "confirm": "none"})
        self.ruleset, self.state, self.command, self.draw = ruleset, state, command, draw
        self.play = script_of(ruleset, state, viewer, command)
        self.left = BUDGET

    def walked(self, policy: Policy, most: int) -> Odds | None:
        """Exact odds; None where that takes more steps than `most`, and there is something to sample with."""
        steps = Steps(most)
        found: dict[_Found, Fraction] = {}
        carried: list[Fraction] = []
        try:
            for scene, chance in walk(self.play, self._fresh, policy, steps, carried.append if self.ruleset.tallied else None):
                key = self._found(scene)
                found[key] = found.get(key, Fraction(0)) + chance
        except TooLarge:
            if self.draw is None:
                raise
            return None
        finally:
            self.left -= steps.taken
        odds = _summed(found)
        if carried:
            odds.means[self.ruleset.tallied] += sum(carried)
        return odds

    def sampled(self, policy: Policy, most: int) -> Odds:
        """Odds within an error, from as many runs as `most` steps allow."""
        assert self.draw is not None
        steps = Steps(most)
        found: dict[_Found, int] = {}
        for scene in sample(self.play, self._fresh, self.draw, policy, steps):
            key = self._found(scene)
            found[key] = found.get(key, 0) + 1
        self.left -= steps.taken
        runs = sum(found.values())
        odds = _summed({key: Fraction(count, runs) for key, count in found.items()})
        return Odds(odds.chances, odds.means, False, runs, 1.96 * sqrt(0.25 / runs))

    def _fresh(self) -> AnyScene:
        return scene_of(self.ruleset, self.state)

    def _found(self, scene: AnyScene) -> _Found:
        finding = self.ruleset.finding(self.state.game, scene.state, self.command, scene.result)
        return tuple(finding.chances.items()), tuple(finding.means.items())


def _summed(found: Mapping[_Found, Fraction]) -> Odds:
    totals: tuple[dict[str, Fraction], dict[str, Fraction]] = ({}, {})
    for key, chance in found.items():
        for total, told in zip(totals, key, strict=True):
            for name, value in told:
                total[name] = total.get(name, Fraction(0)) + chance * value
    return Odds(*totals)


def query(
    ruleset: Ruleset, state: TableState, viewer: Viewer, command: Any, draw: Callable[[int], int] | None = None
) -> dict[str, Any]:
    """The answer to the query `odds`, as far as this viewer may know: plain data.

    Raises `Refusal` where this seat may not give the command, or nobody may: with what it may not know left out.
    """
    permit(ruleset, state, viewer, command)
    look = look_of(ruleset, state, viewer)
    about = ruleset.odds_about(command, state.game)
    if look.house.odds != "all" and not all(look.knows(one) for one in about):
        return {"known": False, "text": "unknown", "reason": "Chances against those whose numbers you may not know stay hidden."}
    assumed: dict[str, str] = {}
    offered: dict[str, tuple[Ask, list[tuple[str, str]]]] = {}

    state = _without(ruleset, state, look.unseen)
    names = ruleset.names(state.game)

    def remember(ask: Ask) -> Pick:
        if ask.key not in assumed:
            label = next((one.label for one in ask.options if one.id == ask.default), str(ask.default))
            assumed[ask.key] = f"{names.get(ask.who, 'GM')}: {label}"
        if len(ask.options) > 1 and ask.who in names and not offered:
            offered[ask.key] = (ask, [(one.id, one.label) for one in ask.options])
        return ask.default

    reckoned = _Asked(ruleset, state, _trusted(viewer), command, draw)
    base = reckoned.walked(remember, WALKED)
    if base is None:
        base = reckoned.sampled(remember, reckoned.left // (1 + _others(offered)))
    todo = _others(offered)
    out = _told(ruleset, base)
    out["assumes"] = "; ".join(assumed.values())
    out["options"] = []
    for key, (asked, picks) in offered.items():
        for pick, label in picks:

            def other(ask: Ask, key: str = key, who: str = asked.who, pick: str = pick) -> Pick:
                fits = ask.key == key and ask.who == who and any(one.id == pick for one in ask.options)
                return pick if fits else ask.default

            told = out
            if pick != asked.default:
                share = reckoned.left // todo
                todo -= 1
                found = reckoned.walked(other, min(WALKED, share // 2)) if base.exact else None
                told = _told(ruleset, found or reckoned.sampled(other, share // 2 if base.exact else share))
            out["options"].append({"pick": pick, "label": label, "text": told["text"]})
    return out


def _others(offered: Mapping[str, tuple[Ask, list[tuple[str, str]]]]) -> int:
    """How many picks there are besides the defaults."""
    return sum(pick != asked.default for asked, picks in offered.values() for pick, _ in picks)


def _without(ruleset: Ruleset, state: TableState, unseen: Sequence[CombatantId]) -> TableState:
    """The table as somebody knows it: whoever does not exist for them changes no chance."""
    if not unseen:
        return state
    game = state.game
    for one in unseen:
        for fact in ruleset.leave(game, one):
            game = ruleset.apply(game, fact)
    hidden = tuple(one for one in state.hidden if one not in unseen)
    tokens = {one: token for one, token in state.tokens.items() if one not in unseen}
    return replace(state, game=game, hidden=hidden, tokens=tokens)


def _trusted(viewer: Viewer) -> Viewer:
    return Viewer(viewer.seat, "gm", viewer.owns)


def _told(ruleset: Ruleset, odds: Odds) -> dict[str, Any]:
    labels: Mapping[str, str] = ruleset.odds_labels
    chances = [{"key": key, "label": labels.get(key, key), "p": float(p)} for key, p in odds.chances.items()]
    means = [{"key": key, "label": labels.get(key, key), "value": float(mean)} for key, mean in odds.means.items()]
    parts = [f"{round(100 * p)} % {labels.get(key, key)}" for key, p in odds.chances.items()]
    parts[1:1] = [f"{labels.get(key, key)} {_plain(mean)}" for key, mean in odds.means.items()]
    out: dict[str, Any] = {"known": True, "exact": odds.exact, "chances": chances, "means": means, "text": " · ".join(parts)}
    if not odds.exact:
        out["samples"], out["error"] = odds.samples, odds.error
        out["text"] += f" (sampled, within {100 * odds.error:.1f} %)"
    return out


def _plain(mean: Fraction) -> str:
    text = f"{float(mean):.1f}"
    return text.removesuffix(".0")
