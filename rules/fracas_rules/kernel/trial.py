"""The trial of a pack: what it adds or changes is played on small tables, before a table takes it.

A row is read strictly, but only its procedure knows what it needs. So the rows that an act plays are tried as players would:
what is legal is asked for combatants made of the game's own templates, alone, in a fight, under every condition and after
every deed; then the act is played in the forms that are offered, with low, high and middling dice and the first and the last
option of every ask. The rules may refuse as they like. Whatever else comes out of them is a mistake of the pack. Nothing is
left to chance or to the clock: how much is played is counted in scripts that are begun.
"""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import msgspec

from ..errors import Refusal, Refused
from .blame import Fault, blamed
from .facts import TABLE_FACTS, Commit, Receipt
from .grid import Grid, Token
from .ids import CombatantId
from .odds import TooLarge
from .packs import PLAYED, READY, Pack, Rows, dec_hook, differing, holding, layer, only, with_row
from .requests import Answered, Ask, Pick, Reply, Roll, Rolled, Thrown
from .resolve import read
from .ruleset import House, Look, Names, Ruleset
from .scene import Scene
from .script import Script
from .viewer import Viewer

#: What may be played for one pack, shared out among its rows; what a script counts that is begun, and more that is played.
BUDGET, _BEGUN, _PLAYED = 20_000, 1, 3
#: A row with less than this is played in all its forms once only, else `_OFTEN` times; and so often in its plainest form.
_PLENTY, _OFTEN, _PLAIN = 700, 3, 16
#: Combatants of a small table, things of a pack in their hands, its templates that join; requests of a run, dice of one.
_CAST, _GIVEN, _JOINING, _LONG, _DICE = 6, 6, 8, 200, 500
_GM = Viewer("", "gm")

#: How the dice of a run fall (`own`: high for whoever acts, low for the others), and which pick answers an ask.
_Hand = tuple[str, str]
_HANDS: tuple[_Hand, ...] = (("low", "first"), ("high", "last"), ("middle", "usual"), ("own", "first"), ("low", "last"))
_Command = Mapping[str, Any]
_Run = Callable[[_Command, _Hand | None], None]


class _Stage(NamedTuple):
    """A small table; `pairs` of who acts and at whom. `wide`: rows are played in all their forms."""

    game: Any
    options: Any
    pairs: tuple[tuple[CombatantId, CombatantId], ...]
    wide: bool = False
    tokens: Mapping[CombatantId, Token] = {}


_core: dict[tuple[str, str, str], tuple[_Stage, ...]] = {}


def trial(ruleset: Ruleset, under: tuple[Pack, ...], pack: Pack) -> None:
    """Try what `pack` adds to the packs `under` it, the core first, or changes. Raises `PackError` for a row that meets a bug."""
    if "act" not in ruleset.commands:
        return
    before, rows = layer(under), layer((*under, pack))
    new = differing(before, pack)
    mine, core = [one for kind, one in new if kind == PLAYED], under[0].rows.get(PLAYED, {})
    try:
        seen = _Playing(ruleset, rows, mine, lambda _rows: _stages(ruleset)).seen
        met = [(kind, one) for kind, one in new if kind != PLAYED or one in before.get(PLAYED, {}) or one not in seen]
        meeting = [one for one, row in rows.get(PLAYED, {}).items() if row == core.get(one) or (PLAYED, one) in new]
        _Playing(ruleset, rows, meeting if met else (), lambda own: _own_stages(ruleset, own, met))
    except Fault as fault:
        mistake = blamed(fault, before, rows, new)
        if mistake is not None:
            raise mistake from fault.error


class _Playing:
    """The rows `mine`, played on stage after stage; `seen` are those that a palette offers. Raises `Fault`."""

    def __init__(self, ruleset: Ruleset, rows: Rows, mine: Sequence[str], stages_of: Callable[[Rows], Sequence[_Stage]]) -> None:
        self.ruleset, self.rows, self.stages_of = ruleset, rows, stages_of
        self.seen: set[str] = set()
        self.times: Counter[tuple[str, str]] = Counter()
        self.left = dict.fromkeys(mine, share := max(1, BUDGET // max(1, len(mine))))
        self.often = _OFTEN if share >= _PLENTY else 1
        self.catalogue = ruleset.catalogue(rows)
        for at, stage in enumerate(stages_of(rows) if mine else ()):
            how, most = ("wide", self.often) if stage.wide else ("plain", _PLAIN)
            for pair in stage.pairs:
                todo = tuple(one for one in mine if self.left[one] > 0 and self.times[one, how] < most)
                if todo:
                    self._pair(at, stage, pair, todo)

    def _pair(self, at: int, stage: _Stage, pair: tuple[CombatantId, CombatantId], todo: tuple[str, ...]) -> None:
        """Ask what is legal of these rows, and play that."""
        there = [pair[1], *(one for one in self.ruleset.names(stage.game) if one not in pair)]

        def run(command: _Command, hand: _Hand | None) -> None:
            one = str(command["maneuver"])
            self.left[one] -= _BEGUN
            try:
                _play(self.ruleset, stage, self.catalogue, command, hand)
                self.left[one] -= _PLAYED if hand else 0
            except TooLarge:
                self.left[one] = 0
            except Refusal:
                raise
            except Exception as error:

                def again(rows: Rows) -> None:
                    _play(self.ruleset, self.stages_of(rows)[at], self.ruleset.catalogue(rows), command, hand)

                raise Fault(PLAYED, one, error, again) from error

        def listed(rows: Rows) -> list[tuple[_Command, _Command]]:
            return _listed(self.ruleset, stage, self.ruleset.catalogue(only(rows, PLAYED, todo)), pair[0], there, run)

        try:
            offers = listed(self.rows)
        except Fault:
            raise
        except Exception as error:
            if len(todo) == 1:
                raise Fault(PLAYED, todo[0], error, listed) from error
            for one in todo:
                self._pair(at, stage, pair, (one,))
            return
        for offer, command in offers:
            self.seen.add(offer["id"])
            self._offer(stage, offer, command, there, run)

    def _offer(self, stage: _Stage, offer: _Command, command: _Command, there: list[CombatantId], run: _Run) -> None:
        """Play an act that is offered: in its plainest form, or on a wide stage in all its forms."""
        one, legal = offer["id"], offer["legal"]
        how = ("wide" if legal else "barred") if stage.wide else "plain"
        if (self.times[one, how] >= self.often and stage.wide) or not (legal or stage.wide):
            return
        self.times[one, how] += 1
        for nth, form in enumerate(_forms(offer, command, there) if stage.wide else (command,)):
            hands = (_HANDS if nth == 0 else _HANDS[:2]) if stage.wide else (_HANDS[self.times[one, how] % 4],)
            try:
                for hand in hands:
                    if self.left[one] <= 0:
                        return
                    run(form, hand)
            except Refusal:
                continue


def _listed(
    ruleset: Ruleset, stage: _Stage, catalogue: Any, actor: CombatantId, there: Sequence[CombatantId], run: _Run
) -> list[tuple[_Command, _Command]]:
    """What a palette offers a combatant, each with the command that was tried out for it."""
    tried: dict[str, _Command] = {}

    def try_out(command: _Command) -> Refused | None:
        tried[str(command["maneuver"])] = command
        try:
            run(command, None)
        except Refusal as refusal:
            return refusal.refused
        return None

    told = ruleset.legal(stage.game, catalogue, stage.options, {"actor": actor, "targets": list(there[:3])}, try_out)
    return [(one, tried[one["id"]]) for group in told["groups"] for one in group["actions"] if one["id"] in tried]


def _play(ruleset: Ruleset, stage: _Stage, catalogue: Any, command: _Command, hand: _Hand | None) -> Any:
    """Play a command to its end and tell of it, or without a hand as far as its first request: the game after it."""
    asked = read(ruleset, command)
    scene: Scene[Any, Any, Any] = Scene(stage.game, ruleset.apply, stage.options, catalogue, stage.tokens, Grid())
    if hand is None:
        next(ruleset.play(scene, asked), None)
        return scene.state
    replies = _driven(ruleset.play(scene, asked), hand, str(command.get("actor", "")))
    names = Names({**ruleset.names(stage.game), **ruleset.names(scene.state)}, ())
    ruleset.label(asked, stage.game, names.gm)
    ruleset.decoder.decode(ruleset.encoder.encode(Commit(1, "", "", 0, Receipt("", None, scene.result), tuple(scene.facts))))
    ruleset.lines([fact for fact in scene.facts if type(fact) not in TABLE_FACTS], stage.game, scene.state, names, replies)
    if hand == _HANDS[0]:
        ruleset.look(scene.state, catalogue, Look(_GM, House(), (), stage.options))
    return scene.state


def _driven(script: Script[None], hand: _Hand, actor: str) -> list[Reply]:
    """Drive a script to its end: the replies."""
    replies: list[Reply] = []

    def answered(ask: Ask) -> Pick:
        only = ask.only()
        if only is None:
            only = ask.check(_pick(ask.asked(), hand[1]))
            replies.append(Answered(ask.key, ask.who, only, ""))
        return only

    value: Any = None
    for _ in range(_LONG):
        try:
            request = script.send(value)
        except StopIteration:
            break
        if isinstance(request, Roll):
            if len(request.dice) > _DICE:
                raise TooLarge
            faces = request.draw(_falling(hand, request, actor))
            value = Thrown(request.value(faces), len(replies))
            replies.append(Rolled(request.key, request.who, request.dice, faces))
        else:
            value = answered(request) if isinstance(request, Ask) else tuple([answered(ask) for ask in request.asks])
    script.close()
    return replies


def _falling(hand: _Hand, request: Roll, actor: str) -> Callable[[int], int]:
    """The dice of one roll. Those that explode stop after a while: then every face comes in turn."""
    dice = ("high" if request.who == actor else "low") if hand[0] == "own" else hand[0]
    drawn = count(-len(request.dice) - 1)

    def die(sides: int) -> int:
        beyond = next(drawn)
        return beyond % sides + 1 if beyond > 0 else {"low": 1, "high": sides}.get(dice, (sides + 1) // 2)

    return die


def _pick(ask: Ask, which: str) -> Pick:
    at = {"first": 0, "last": -1}.get(which)
    if at is None:
        return ask.default
    if ask.options:
        return ask.options[at].id
    if ask.number is not None:
        return (ask.number.min, ask.number.max)[at]
    return list(ask.ids.of[:: 2 * at + 1]) if ask.ids is not None and (at or ask.ids.mode == "order") else ask.default


def _forms(offer: _Command, command: _Command, there: list[CombatantId]) -> list[_Command]:
    """The forms of an act that is offered: as it was tried out, then with one thing after another chosen, then with all."""
    choices = {one["id"]: _values(one, there, 1 if offer["legal"] else _GIVEN) for one in offer.get("params", ())}
    needed = {one["id"]: choices[one["id"]][0] for one in offer.get("params", ()) if one.get("needed") and choices[one["id"]]}
    given = {**needed, **command.get("params", {})}
    base = {**command, "params": given} if given else command
    changes: list[dict[str, Any]] = [{"distance": 0}, {"distance": 30}]
    changes += [{"targets": there[: offer["targets"][end]]} for end in ("min", "max") if "targets" in offer]
    changes += [{"weapon": one["id"]} for one in _ends(offer.get("weapons", ()), _GIVEN)]
    changes += [{"location": one["id"]} for one in _ends(offer.get("locations", ()))]
    changes += [{"spend": one["spend"], "params": {**given, **one.get("params", {})}} for one in offer.get("spend", ())]
    changes += [{"params": {**given, name: value}} for name, values in choices.items() for value in values]
    changes += [{"params": {**given, **{name: values[-1] for name, values in choices.items() if values}}}]
    return [base, *({**base, **one} for one in changes if any(base.get(key) != value for key, value in one.items()))]


def _ends(listed: Sequence[Any], first: int = 1) -> Sequence[Any]:
    return [*listed[:first], *listed[-1:]] if len(listed) > first else listed


def _values(param: Mapping[str, Any], there: list[CombatantId], first: int = 1) -> list[Any]:
    """What a parameter is given, as a palette shows it."""
    ids = [one["id"] for one in _ends(param.get("options", ()), first)]
    of_kind: dict[str, list[Any]] = {
        "flag": [not param.get("default")],
        "number": [param.get("min"), param.get("max")],
        "list": [[one] for one in ids] + ([ids] if ids else []),
        "who": ids or there[:2],
        "whos": [there[:1]],
        "square": [{"x": 1, "y": 1}],
    }
    return of_kind.get(param["kind"], ids)


def _stages(ruleset: Ruleset) -> tuple[_Stage, ...]:
    """The small tables of the game's own rows, made once: the plain ones first, then what may have come before an act."""
    key = (ruleset.id, ruleset.version, ruleset.core.digest)
    if key not in _core:
        _core[key] = tuple(_made(ruleset))
    return _core[key]


def _made(ruleset: Ruleset) -> Iterator[_Stage]:
    rows = layer((ruleset.core,))
    told = ruleset.schemas(catalogue := ruleset.catalogue(rows))
    everyone = _stage(ruleset, catalogue, tuple(rows.get(READY, {})))
    small = _stage(ruleset, catalogue, _cast(_deeds(ruleset, catalogue, everyone)))
    yield small
    cast = tuple(ruleset.names(small.game))
    other = {one["id"]: value for one in told.get("options", ()) for value in one["values"][:2] if value != one["default"]}
    odd = msgspec.convert(other, ruleset.options, dec_hook=dec_hook)
    yield small._replace(options=odd, tokens={one: Token(4 + at, 4) for at, one in enumerate(cast)})

    def after(*commands: Mapping[str, Any]) -> Iterator[_Stage]:
        stage = small
        try:
            for last in commands:
                stage = stage._replace(game=_play(ruleset, stage, catalogue, last, ("own", "usual")))
        except Refusal:
            return
        if stage.game != small.game:
            near = list(dict.fromkeys((last.get("actor", cast[0]), *last.get("targets", ()), *cast)))[:3]
            pairs = small.pairs if commands[0]["do"] == "start" else tuple((a, b) for a in near for b in near if a != b)
            yield stage._replace(pairs=pairs, wide=False)

    if not cast:
        return
    yield from after({"do": "start"})
    yield from after({"do": "start"}, {"do": "initiative"})
    yield from after({"do": "adjust", "targets": [*cast], "damage": 3})
    for one in told.get("conditions", ()):
        for word in _words(one, cast):
            yield from after({"do": "adjust", "targets": [*cast[1:]], "add_condition": word})
    for command in ChainMap(*_deeds(ruleset, catalogue, small).values()).values():
        yield from after(command)
    yield everyone


def _stage(ruleset: Ruleset, catalogue: Any, ready: Sequence[str]) -> _Stage:
    """A table of templates, each of which acts at the next one, and at the one before."""
    game = ruleset.new()
    for one in ready:
        game = _joined(ruleset, catalogue, game, one)
    ring = tuple(ruleset.names(game))
    pairs = [*zip(ring, ring[1:] + ring[:1], strict=True), *zip(ring, ring[-1:] + ring[:-1], strict=True)]
    return _Stage(game, ruleset.options(), tuple(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1])), True)


def _joined(ruleset: Ruleset, catalogue: Any, game: Any, one: str) -> Any:
    """The game with a template in it, unless the rules do not let it in."""
    with suppress(Refusal, msgspec.ValidationError):
        sheet = msgspec.convert(ruleset.template(catalogue, one), ruleset.sheet, dec_hook=dec_hook)
        for fact in ruleset.join(game, one, sheet, catalogue):
            game = ruleset.apply(game, fact)
    return game


def _deeds(ruleset: Ruleset, catalogue: Any, stage: _Stage) -> dict[CombatantId, dict[str, _Command]]:
    """What everybody may do, by the rows."""
    found: dict[CombatantId, dict[str, _Command]] = {}
    for actor, target in stage.pairs:
        offers = _listed(ruleset, stage, catalogue, actor, [target], partial(_play, ruleset, stage, catalogue))
        found.setdefault(actor, {}).update({offer["id"]: command for offer, command in offers if offer["legal"]})
    return found


def _cast(able: Mapping[CombatantId, Mapping[str, _Command]]) -> tuple[CombatantId, ...]:
    """A few who can do as much as possible between them."""
    chosen: list[CombatantId] = []
    while len(chosen) < min(_CAST, len(able)):
        left = {one: able[one].keys() - set[str]().union(*map(able.__getitem__, chosen)) for one in able if one not in chosen}
        chosen.append(max(left, key=lambda one: len(left[one])))
    return tuple(chosen)


def _words(condition: Mapping[str, Any], cast: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A condition as a command puts it on everybody: by the first of the cast, with as little and with as much as it takes."""
    params = {one["id"]: one for one in condition.get("params", ())}
    by = {name: _values(one, [cast[0]])[0] for name, one in params.items() if one["kind"] in ("who", "whos")}
    full = {name: values[-1] for name, one in params.items() if (values := _values(one, [cast[0]]))}
    yield from ({"id": condition["id"], **given} for given in ((by, full) if full != by else (by,)))


def _own_stages(ruleset: Ruleset, rows: Rows, new: Sequence[tuple[str, str]]) -> list[_Stage]:
    """Tables of the pack's own templates, and of the game's with the pack's things in their hands."""
    cast = tuple(ruleset.names(_stages(ruleset)[0].game))
    there = [(kind, one) for kind, one in new if kind != PLAYED and one in rows.get(kind, {})]
    own = [one for kind, one in there if kind == READY][:_JOINING]
    catalogue, ready = ruleset.catalogue(rows), rows.get(READY, {})
    for one in own:
        _show(ruleset, rows, one)
    given = [(kind, one) for kind, one in there if kind != READY][:_GIVEN]
    armed = {one: _equipped(ruleset, rows, one, given) for one in cast if one in ready}
    stages = [_stage(ruleset, ruleset.catalogue({**rows, READY: {**ready, **armed}}), cast)]
    return [_stage(ruleset, catalogue, tuple(dict.fromkeys((*own, *cast[:2])))), *stages] if own else stages


def _show(ruleset: Ruleset, rows: Rows, one: str) -> None:
    """Let a template join an empty table, and look at it."""

    def shown(rows: Rows) -> None:
        catalogue = ruleset.catalogue(rows)
        ruleset.look(_joined(ruleset, catalogue, ruleset.new(), one), catalogue, Look(_GM, House(), (), ruleset.options()))

    try:
        shown(rows)
    except Exception as error:
        raise Fault(READY, one, error, shown) from error


def _equipped(ruleset: Ruleset, rows: Rows, one: str, given: Sequence[tuple[str, str]]) -> Any:
    """The row of a template that has these things first among its own, as far as it takes them."""

    def joins(row: Any) -> bool:
        return bool(ruleset.names(_joined(ruleset, ruleset.catalogue(with_row(rows, READY, one, row)), ruleset.new(), one)))

    row = rows[READY][one]
    for kind, thing in given:
        row = next((held for held in holding(row, kind, thing) if joins(held)), row)
    return row
