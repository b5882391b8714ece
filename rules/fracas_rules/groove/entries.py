"""Facts into lines of the log, by allow-list: a fact without a writer here is told to nobody.

What happened is there for all to see, in words; dice and addends go with the roll's owner, and what the other side brought
to a roll (Dodge, MCL) is the GM's to know. Where the table shows the numbers of all, everybody hears them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..kernel.english import Phrases, assigned, counted, in_feet, listed, sentence, turned
from ..kernel.ids import CombatantId
from ..kernel.requests import Reply, Rolled
from ..kernel.ruleset import Names
from ..kernel.viewer import Die, Entry, Line, RollCard
from . import facts as f
from .state import Combatant, Fight
from .vocabulary import CONDITIONS, WOUNDS, place

Called = Callable[[CombatantId], str]
Write = Callable[[Any, "_Page"], Line | None]


class _Page:
    """What a line is written with: the state before and after, names, and the replies of the resolution."""

    def __init__(self, before: Fight, after: Fight, names: Names, replies: Sequence[Reply]) -> None:
        self.before = before
        self.after = after
        self.names = names
        self.replies = replies

    def seen(self, who: CombatantId) -> bool:
        """Whether somebody is no secret."""
        return who not in self.names.hidden

    def open(self, *who: CombatantId) -> bool:
        """Whether everybody may know the numbers of all these."""
        return self.names.open_numbers and all(map(self.seen, who))

    def card(self, one: f.Dice, full: bool) -> RollCard:
        """A roll itemised; without what only the other side and the GM may know unless it is to be full."""
        addends = one.terms if full or not one.secret else one.terms[: -one.secret]
        total = one.total if full else one.total - sum(term.value for term in one.terms[len(addends) :])
        reply = self.replies[one.at] if one.at < len(self.replies) else None
        dice = tuple(map(Die, reply.dice, reply.faces)) if isinstance(reply, Rolled) else ()
        return RollCard(one.label, one.who, self.names.gm(one.who), total, dice, addends)

    def cards(self, rolls: Sequence[f.Dice]) -> tuple[tuple[RollCard, ...], tuple[RollCard, ...]]:
        """The cards of rolls for the GM, and those that others may get."""
        full = tuple(self.card(one, True) for one in rolls)
        return full, tuple(self.card(one, False) for one in rolls if self.seen(one.who))


def lines(facts: Sequence[Any], before: Fight, after: Fight, names: Names, replies: Sequence[Reply]) -> list[Line]:
    """The lines for the facts of one commit."""
    page = _Page(before, after, names, replies)
    found = []
    for fact in facts:
        write = _WRITERS.get(type(fact))
        line = write(fact, page) if write is not None else None
        if line is not None:
            found.append(line)
    return found


def _both(page: _Page, about: Sequence[CombatantId], key: str, say: Callable[[Called], str], data: dict[str, Any]) -> Line:
    """One line for everybody; the GM's alone when all whom it is about are hidden."""
    gm = Entry(key, sentence(say(page.names.gm)), data)
    if not any(page.seen(one) for one in about if one):
        return Line(gm)
    known = {name: value for name, value in data.items() if not isinstance(value, str) or page.seen(value)}
    return Line(gm, Entry(key, sentence(say(page.names.all)), known))


_WORD = {
    "hit": "hits", "critical": "hits superbly", "miss": "misses", "botch": "fails critically against", "blocked": "is blocked by",
}  # fmt: skip
_THROWN = {
    "prone_stunned": "thrown flat on the back, stunned",
    "prone_dazed": "thrown to the ground, dazed",
    "hands_and_knees": "dropped to hands and knees",
    "failed": "the throw comes to nothing",
}


def _attacked(fact: f.Attacked, page: _Page) -> Line:
    what = fact.maneuver.replace("_", " ")
    if fact.weapon:
        what += f" ({fact.weapon.replace('_', ' ')})"

    def say(called: Called, full: bool) -> str:
        text = f"{called(fact.actor)}: {what} {_WORD[fact.outcome]} {called(fact.target)}"
        if fact.defense != "none" and fact.outcome != "blocked":
            text += f" through {'a' if fact.defense[0] != 'o' else 'an'} {fact.defense.replace('_flat', '')}"
        if fact.location:
            text += f", {place(fact.location)}"
        if fact.penetrated is False:
            text += "; the armor holds"
        elif fact.location and not fact.damage:
            text += ", without harm"
        elif fact.damage and full:
            text += f" for {fact.damage}{' subdual' if fact.subdual else ''}"
        if fact.told:
            text += f": {_THROWN.get(fact.told, fact.told)}"
        if full:
            text += f" ({fact.total} against 10, Dodge {fact.dodge})"
        return text + "."

    data = {"outcome": fact.outcome, "maneuver": fact.maneuver, "defense": fact.defense, "location": fact.location}
    full, others = page.cards(fact.rolls)
    gm = Entry("attack", sentence(say(page.names.gm, True)), {**data, "total": fact.total, "damage": fact.damage or 0}, full)
    if not page.seen(fact.actor) and not page.seen(fact.target):
        return Line(gm)
    if page.open(fact.actor, fact.target):
        return Line(gm, gm)
    return Line(gm, Entry("attack", sentence(say(page.names.all, False)), data, others))


_TEST = {"out": "fails and drops", "free": "holds out", "none": "shrugs it off", "hit": ""}


def _tested(fact: f.Tested, page: _Page) -> Line:
    what = fact.test.replace("_", " ")
    word = _TEST.get(fact.outcome, fact.outcome)
    full, others = page.cards(fact.rolls)
    total = ", ".join(str(one.total) for one in fact.rolls)
    data = {"test": fact.test, "outcome": fact.outcome}

    def say(called: Called, numbers: str) -> str:
        return f"{called(fact.who)}: {what}{numbers}{', ' if word else ''}{word}."

    gm = Entry("test", sentence(say(page.names.gm, f" {total}")), data, full)
    if not page.seen(fact.who):
        return Line(gm)
    if page.open(fact.who, *(one.who for one in fact.rolls)):
        return Line(gm, gm)
    own = Entry("test", gm.text, data, others)
    return Line(gm, Entry("test", sentence(say(page.names.all, "")), data, others), own, (fact.who,))


def _hurt(fact: f.Hurt, page: _Page) -> Line:
    word = WOUNDS[fact.wound][0].lower()
    total = f"{fact.lethal} lethal" + (f" and {fact.subdual} subdual" if fact.subdual else "")
    text = f"{page.names.gm(fact.who)} takes {fact.amount} and has {total} ({word})."
    gm = Entry("hurt", text, {"who": fact.who, "amount": fact.amount, "wound": fact.wound})
    if not page.seen(fact.who):
        return Line(gm)
    if page.open(fact.who):
        return Line(gm, gm)
    told = "scratched" if fact.wound == "unhurt" and fact.amount > 0 else word
    public = Entry("hurt", sentence(f"{page.names.all(fact.who)} is {told}."), {"who": fact.who, "wound": fact.wound})
    return Line(gm, public if fact.wound != fact.before else None, gm, (fact.who,))


def _healed(fact: f.Healed, page: _Page) -> Line:
    gm = Entry("healed", f"{page.names.gm(fact.who)} heals {fact.amount}.", {"who": fact.who, "amount": fact.amount})
    if not page.seen(fact.who):
        return Line(gm)
    if page.open(fact.who):
        return Line(gm, gm)
    return Line(gm, Entry("healed", f"{page.names.all(fact.who)} recovers.", {"who": fact.who}), gm, (fact.who,))


#: How conditions begin and end that are not merely what somebody is.
_TURNS: Phrases = {
    "opening": ("has an opening", "has no opening any more"),
    "foul_play": ("plays foul", "plays foul no longer"),
}


def _condition(word: str) -> Write:
    def write(fact: Any, page: _Page) -> Line | None:
        kind = CONDITIONS[fact.id]
        if _has(page.before.combatants.get(fact.who), fact.id) == _has(page.after.combatants.get(fact.who), fact.id):
            return None
        by = str(fact.params.get("by") or "")

        def say(called: Called) -> str:
            said = turned(fact.id, kind.label, word == "now", _TURNS)
            return f"{called(fact.who)} {said}{f' by {called(by)}' if by else ''}."

        line = _both(page, (fact.who,), "condition", say, {"condition": fact.id, "who": fact.who})
        return line if kind.seen else Line(line.gm, None, line.all, (fact.who,))

    return write


def _has(who: Combatant | None, condition: str) -> bool:
    return who is not None and any(one.id == condition for one in who.conditions)


def _named(key: str, text: str) -> Write:
    """A line about one combatant, `who` or `id` or `actor`; the GM's alone when it is hidden."""

    def write(fact: Any, page: _Page) -> Line:
        who = next(getattr(fact, name) for name in ("who", "id", "actor") if hasattr(fact, name))
        return _both(page, (who,), key, lambda called: text.format(who=called(who)), {"who": who})

    return write


def _noted(fact: f.Noted, page: _Page) -> Line:
    return _named(fact.key, fact.text)(fact, page)  # type: ignore[return-value]


def _declared(fact: f.Declared, page: _Page) -> Line:
    """Everybody hears that somebody has declared; what, only the GM and the owner."""

    def say(called: Called) -> str:
        said = [f"{fact.mode} mode"] if fact.mode != "normal" else []
        said += ["half move"] if fact.half_move else []
        said += [f"{count} kept for {one}" for one, count in fact.reserved.items()]
        for one in fact.intent:
            targets = ", ".join(called(target) for target in one.targets)
            said.append(one.maneuver.replace("_", " ") + (f" → {targets}" if targets else ""))
        return f"{called(fact.actor)} declares: {'; '.join(said) or 'nothing in particular'}."

    line = _both(page, (fact.actor,), "declared", say, {"who": fact.actor})
    if line.all is None:
        return line
    public = Entry("declared", sentence(f"{page.names.all(fact.actor)} has declared."), {"who": fact.actor})
    return Line(line.gm, public, line.all, (fact.actor,))


def _ordered(fact: f.Ordered, page: _Page) -> Line:
    def say(called: Called, ids: Sequence[CombatantId], full: bool) -> str:
        return f"Order: {listed(called(one) + (f' {fact.totals[one]}' if full else '') for one in ids)}."

    gm = Entry("order", say(page.names.gm, fact.order, True))
    seen = [one for one in fact.order if page.seen(one)]
    return Line(gm, Entry("order", say(page.names.all, seen, False)) if seen else None)


def _slots(fact: f.SlotsSet, page: _Page) -> Line | None:
    if not fact.lost:
        return None
    return _both(page, (fact.lost,), "lost", lambda called: f"{called(fact.lost)} loses an action.", {"who": fact.lost})


_MOVED = {
    "step": "steps", "fighting_retreat": "falls back", "charge": "charges", "lunge": "lunges", "drive_back": "drives back",
}  # fmt: skip


def _moved(fact: f.Moved, page: _Page) -> Line:
    def say(called: Called) -> str:
        whom = f" {'toward' if fact.how in ('charge', 'lunge') or fact.feet < 0 else 'away from'} {called(fact.other)}"
        if fact.how == "drive_back":
            whom = f" {called(fact.other)}"
        return f"{called(fact.who)} {_MOVED.get(fact.how, 'moves')}{whom if fact.other else ''}, {in_feet(abs(fact.feet))}."

    return _both(page, (fact.who,), "moved", say, {"who": fact.who, "how": fact.how, "feet": fact.feet})


def _grooves(fact: f.GroovesSet, page: _Page) -> Line:
    stored = counted(fact.grooves, "groove")
    text = f"{page.names.gm(fact.who)} has {stored} stored and {fact.experience} Experience ({fact.why})."
    gm = Entry("grooves", text, {"who": fact.who, "grooves": fact.grooves, "experience": fact.experience})
    return Line(gm, gm) if page.open(fact.who) else Line(gm, None, gm, (fact.who,))


def _fell(fact: f.Fell, page: _Page) -> Line:
    far = in_feet(fact.feet)
    return _both(page, (fact.who,), "fall", lambda called: f"{called(fact.who)} falls {far}.", {"who": fact.who})


def _adjusted(fact: f.Adjusted, page: _Page) -> Line:
    told = assigned({key: value for key, value in fact.set.items() if key != "by_location"})
    gm = Entry("adjusted", f"The GM set {told} for {page.names.gm(fact.who)}.", {"who": fact.who})
    return Line(gm, None, gm, (fact.who,))


def _plain(key: str, text: str) -> Write:
    def write(fact: Any, _page: _Page) -> Line:
        return Line(entry := Entry(key, text.format(fact=fact)), entry)

    return write


_WRITERS: dict[type, Write] = {
    f.Joined: _named("joined", "{who} joins."),
    f.Left: _named("left", "{who} leaves."),
    f.FightBegan: _plain("fight", "The fight begins: round 1, say what you mean to do."),
    f.FightEnded: _plain("fight", "The fight is over."),
    f.Declared: _declared,
    f.Ordered: _ordered,
    f.SlotsSet: _slots,
    f.InstantTaken: _named("instant", "{who} acts in an instant."),
    f.RoundBegan: _plain("round", "Round {fact.round} begins."),
    f.Attacked: _attacked,
    f.Tested: _tested,
    f.Hurt: _hurt,
    f.Healed: _healed,
    f.ConditionGained: _condition("now"),
    f.ConditionLost: _condition("no longer"),
    f.Moved: _moved,
    f.GroovesSet: _grooves,
    f.Fell: _fell,
    f.Adjusted: _adjusted,
    f.Noted: _noted,
}
