"""Facts into lines of the log, by allow-list: a fact without a writer here is told to nobody.

Everybody hears what happens, in words; numbers are the GM's, dice go with the roll's owner (`Line.seen_by`). Nothing that
only hidden combatants do is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..kernel.english import Phrases, assigned, counted, in_feet, listed, sentence, turned
from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.requests import TABLE, Reply, Rolled
from ..kernel.ruleset import Names
from ..kernel.viewer import Die, Entry, Line, RollCard
from . import facts as f
from .modifiers import wound_level
from .sheet import title
from .state import Combatant, Fight
from .vocabulary import CONDITIONS, WOUNDS

Called = Callable[[CombatantId], str]


class _Page:
    """What a writer needs of a commit."""

    def __init__(self, before: Fight, after: Fight, names: Names, replies: Sequence[Reply]) -> None:
        self.before, self.after, self.names, self.replies = before, after, names, replies

    def card(self, label: str, who: CombatantId, total: int, terms: Sequence[Term], at: int) -> RollCard:
        """A roll with its faces and addends."""
        reply = self.replies[at] if 0 <= at < len(self.replies) else None
        faces = reply.faces if isinstance(reply, Rolled) else ()
        name = "The table" if who == TABLE else self.names.gm(who)
        return RollCard(label, who, name, total, tuple(Die(6, face) for face in faces), tuple(terms))

    def line(
        self, key: str, say: Callable[[Called], str], about: Sequence[CombatantId], data: dict[str, Any],
        cards: Sequence[RollCard] = (), numbers: str = "", own: Sequence[RollCard] | None = None,
    ) -> Line:  # fmt: skip
        """A line for all, unless everyone in it is hidden; `numbers` are added for the GM; `own`: what owners see of `cards`."""
        gm = Entry(key, sentence(say(self.names.gm) + numbers) + ".", data, tuple(cards))
        if about and all(one in self.names.hidden for one in about):
            return Line(gm)
        shown = cards if own is None else own
        seen = tuple(card for card in shown if card.who not in self.names.hidden)
        return Line(gm, Entry(key, sentence(say(self.names.all)) + ".", data, seen))


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


def _attacked(fact: f.Attacked, page: _Page) -> Line:
    what = title(fact.maneuver).lower() + (f" ({title(fact.weapon).lower()})" if fact.weapon else "")
    what += f" to the {fact.location}" if fact.location else ""
    word = {"hit": "hits", "miss": "misses", "blocked": "is blocked by"}[fact.outcome]
    numbers = f" ({fact.successes} against {fact.defense_total}"
    numbers += f", {fact.damage_total} damage, {fact.damage} lost)" if fact.outcome == "hit" and fact.damage_terms else ")"
    cards = [page.card(title(fact.maneuver), fact.actor, fact.successes, fact.terms, fact.at)]
    own = list(cards)
    if fact.damage_terms and fact.bdv_by:
        total = sum(term.value for term in fact.damage_terms)
        cards.append(page.card("Damage", fact.bdv_by, total, fact.damage_terms, fact.bdv_at))
        # The Effect Value would tell the Defense total: whoever threw the dice sees the base damage alone.
        base = tuple(term for term in fact.damage_terms if term.key == "bdv")
        own.append(page.card("Base damage", fact.bdv_by, sum(term.value for term in base), base, fact.bdv_at))
    return page.line(
        "attack",
        lambda called: f"{called(fact.actor)}: {what} {word} {called(fact.target)}",
        (fact.actor, fact.target),
        {"outcome": fact.outcome, "maneuver": fact.maneuver},
        cards,
        numbers,
        own,
    )


_TESTS = {
    "running": "the run-up", "stop": "stopping suddenly", "avoid": "getting around the obstacle", "pull_up": "pulling up",
    "dizzy": "staying steady", "knockout": "resisting the knockout", "stun": "shaking off the blow", "tremor": "keeping upright",
    "stay_conscious": "staying conscious", "landing": "the landing", "lift": "the lift", "throw": "the throw",
    "resist_wounds": "fighting the pain", "force_wave": "the force wave",
}  # fmt: skip


def _tested(fact: f.Tested, page: _Page) -> Line:
    what = _TESTS.get(fact.test, title(fact.test).lower())
    word = "success" if fact.passed else "failure"
    card = page.card(title(fact.test), fact.who, fact.successes, fact.terms, fact.at)
    return page.line(
        "test",
        lambda called: f"{called(fact.who)}: {what}, {word}",
        (fact.who,),
        {"test": fact.test, "passed": fact.passed},
        (card,),
        f" ({fact.successes} against {fact.difficulty})",
    )


def _opposed(fact: f.Opposed, page: _Page) -> Line:
    what = title(fact.maneuver).lower()
    word = {"success": "succeeds against", "tie": "changes nothing with", "failure": "fails against"}[fact.outcome]
    cards = (
        page.card(title(fact.maneuver), fact.actor, fact.successes, fact.terms, fact.at),
        page.card("Resistance", fact.other, fact.other_successes, fact.other_terms, fact.other_at),
    )
    return page.line(
        "contest",
        lambda called: f"{called(fact.actor)}: {what} {word} {called(fact.other)}",
        (fact.actor, fact.other),
        {"outcome": fact.outcome, "maneuver": fact.maneuver},
        cards,
        f" ({fact.successes} : {fact.other_successes})",
    )


def _guarded(fact: f.Guarded, page: _Page) -> Line:
    word = "dodges" if fact.kind == "dodge" else "parries"
    card = page.card(title(fact.kind), fact.who, fact.successes, fact.terms, fact.at)
    return page.line(
        "guard", lambda called: f"{called(fact.who)} {word}", (fact.who,), {"guard": fact.kind}, (card,), f": {fact.value}"
    )


_CAUSES = {
    "obstacle": "crashes into something", "ground": "hits the ground", "edge": "touches an edge", "impact": "hits something hard",
    "wave": "is struck by the wave", "flyer": "is struck by somebody flying", "body": "hits a larger body",
    "landing": "lands badly", "squeeze": "is squeezed",
}  # fmt: skip


def _crashed(fact: f.Crashed, page: _Page) -> Line:
    what = _CAUSES.get(fact.cause, "is hurt")
    cards = (page.card("Damage", fact.bdv_by or TABLE, fact.total, (), fact.bdv_at),)
    return page.line(
        "crash",
        lambda called: f"{called(fact.who)} {what}",
        (fact.who,),
        {"cause": fact.cause},
        cards if fact.bdv_at >= 0 else (),
        f" ({fact.total} damage, {fact.amount} lost)",
    )


def _hurt(fact: f.Hurt | f.Healed, page: _Page) -> Line:
    who = page.after.combatants.get(fact.who)
    step = wound_level(who) if who is not None else ""
    level = WOUNDS[step][0].lower() if step else ""
    name, known = page.names.gm(fact.who), {"who": fact.who, "amount": fact.amount}
    verb = "loses" if isinstance(fact, f.Hurt) or fact.amount < 0 else "regains"
    full = Entry("hurt", sentence(f"{name} {verb} {counted(abs(fact.amount), 'Body Point')}: {fact.left} left, {level}."), known)
    state = "is hurt" if verb == "loses" else "recovers"
    told = "is scratched" if (verb, step) == ("loses", "healthy") else f"{state}: {level}"
    public = Entry("hurt", sentence(f"{page.names.all(fact.who)} {told}."))
    if fact.who in page.names.hidden:
        return Line(full, None, full, (fact.who,))
    return Line(full, full) if page.names.open_numbers else Line(full, public, full, (fact.who,))


def _points(fact: f.PointsSpent, page: _Page) -> Line:
    card = page.card("Character Points", fact.who, fact.reduction, (), fact.at)
    return page.line(
        "points", lambda called: f"{called(fact.who)} spends Character Points", (fact.who,), {}, (card,),
        f" ({fact.amount}, {fact.reduction} off)",
    )  # fmt: skip


#: How conditions begin and end that are not merely what somebody is.
_TURNS: Phrases = {
    "massive": ("takes massive damage", "is over the massive damage"),
    "arm_pinned": ("has an arm pinned", "has the arm free again"),
    "pinned_clothing": ("is pinned by the clothing", "has the clothing free again"),
    "broken_arm": ("has a broken arm", "has two sound arms again"),
    "overrun": ("runs on", "stops running on"),
    "quick_draw": ("announces a Quick Draw", "is done with the Quick Draw"),
    "clinging": ("clings to consciousness", "clings to consciousness no longer"),
    "acted_out": ("has no actions left", "has actions again"),
    "fled": ("flees", "comes back"),
}


def _condition(word: str) -> Callable[[Any, _Page], Line | None]:
    def write(fact: f.ConditionGained | f.ConditionLost, page: _Page) -> Line | None:
        kind = CONDITIONS.get(fact.id)
        had = _had(page.before.combatants.get(fact.who), fact.id)
        if kind is None or (word == "no longer" and not had):
            return None
        by = fact.params.get("by")
        said = turned(fact.id, kind.label, word == "now", _TURNS)

        def say(called: Called) -> str:
            return f"{called(fact.who)} {said}" + (f" by {called(str(by))}" if by and word == "now" else "")

        line = page.line("condition", say, (fact.who,), {"condition": fact.id})
        return line if kind.seen else Line(line.gm, None, line.gm, (fact.who,))

    return write


def _had(who: Combatant | None, condition: str) -> bool:
    return who is not None and any(one.id == condition for one in who.conditions)


def _counted(fact: f.ConditionsSet, page: _Page) -> Line | None:
    before = page.before.combatants.get(fact.who)
    left = {one.id for one in fact.conditions}
    gone = [one.id for one in before.conditions if one.id not in left and CONDITIONS[one.id].seen] if before else []
    if not gone:
        return None
    said = " and ".join(turned(one, CONDITIONS[one].label, False, _TURNS) for one in dict.fromkeys(gone))
    return page.line("condition", lambda called: f"{called(fact.who)} {said}", (fact.who,), {})


def _ordered(fact: f.Ordered, page: _Page) -> Line:
    names = page.names
    shown = [names.all(one) for one in fact.order if one not in names.hidden]
    told = listed(f"{names.gm(one)} {fact.totals.get(one, 0)}" for one in fact.order)
    cards = tuple(
        page.card("Initiative", one, total, fact.terms.get(one, ()), fact.at.get(one, -1)) for one, total in fact.totals.items()
    )
    seen = tuple(card for card in cards if card.who not in names.hidden)
    return Line(Entry("order", f"Order: {told}.", {}, cards), Entry("order", f"Order: {listed(shown)}.", {}, seen))


_DEEDS = {
    "knocked_back": "is knocked back {}", "runs": "runs {}", "thrown": "is thrown {}", "aims": "aims",
    "moves": "moves {}", "gets_up": "gets up",
}  # fmt: skip


def _noted(fact: f.Noted, page: _Page) -> Line | None:
    deed = _DEEDS.get(fact.deed)
    if deed is None:
        return None
    return page.line(
        fact.deed, lambda called: f"{called(fact.who)} {deed.format(in_feet(fact.amount))}", (fact.who,), {"amount": fact.amount}
    )


def _own(key: str, say: Callable[[Any], str], about: str) -> Callable[[Any, _Page], Line]:
    """A line for the GM and the owner alone."""

    def write(fact: Any, page: _Page) -> Line:
        who = getattr(fact, about)
        entry = Entry(key, sentence(f"{page.names.gm(who)} {say(fact)}."))
        return Line(entry, None, entry, (who,))

    return write


def _public(key: str, say: Callable[[Any], str], about: str) -> Callable[[Any, _Page], Line]:
    def write(fact: Any, page: _Page) -> Line:
        who = getattr(fact, about)
        return page.line(key, lambda called: f"{called(who)} {say(fact)}", (who,), {})

    return write


def _plain(key: str, text: str) -> Callable[[Any, _Page], Line]:
    return lambda fact, _page: Line(entry := Entry(key, text.format(fact=fact)), entry)


def _adjusted(fact: f.Adjusted, page: _Page) -> Line:
    entry = Entry("adjusted", f"The GM set {assigned(fact.said)} for {page.names.gm(fact.who)}.")
    return Line(entry, None, entry, (fact.who,))


def _plan(fact: f.Declared) -> str:
    if fact.planned is None:
        return "takes the plan back"
    acts = f": {', '.join(title(one).lower() for one in fact.maneuvers)}" if fact.maneuvers else ""
    return f"plans {fact.planned} action{'s' * (fact.planned != 1)}{acts}"


_WRITERS: dict[type, Callable[[Any, _Page], Line | None]] = {
    f.Joined: _public("joined", lambda fact: "joins", "id"),
    f.Left: _public("left", lambda fact: "leaves", "id"),
    f.FightBegan: _plain("fight", "The fight begins: round 1."),
    f.FightEnded: _plain("fight", "The fight is over."),
    f.Declared: _own("declared", _plan, "actor"),
    f.Ordered: _ordered,
    f.TurnBegan: _public("turn", lambda fact: "is up", "who"),
    f.RoundBegan: _plain("round", "Round {fact.round} begins."),
    f.Guarded: _guarded,
    f.Attacked: _attacked,
    f.Tested: _tested,
    f.Opposed: _opposed,
    f.Crashed: _crashed,
    f.PointsSpent: _points,
    f.Hurt: _hurt,
    f.Healed: _hurt,
    f.ConditionGained: _condition("now"),
    f.ConditionLost: _condition("no longer"),
    f.ConditionsSet: _counted,
    f.WeaponReadied: _public("weapon", lambda fact: f"has {title(fact.weapon).lower() or 'no weapon'} in hand", "who"),
    f.Adjusted: _adjusted,
    f.Noted: _noted,
}
