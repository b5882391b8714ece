"""A live table: one task, its only writer. Mailbox, decide, append (awaited), fold, answer, publish."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from fracas_protocol import codec, outbound
from fracas_protocol.errors import PayloadFault, refusal_code
from fracas_protocol.inbound import Do, Query
from fracas_rules.errors import Refusal, Refused
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.state import TableState
from fracas_rules.kernel.table import viewer_of

from . import clock, logs, queries
from .metrics import Metrics
from .publish import Audience, Listener
from .store.base import Store, StoreError, TableRow
from .writer import Answer, Done, Proposal, Writer

#: Jobs that may wait at a table before its connections are read no further.
_MAILBOX = 500
#: Questions of one seat that may wait, quick ones and slow ones.
_QUESTIONS = 200, 32
#: Longest that a deadline's timer sleeps before it looks at the clock again, in seconds: clocks are set, machines sleep.
_NAP = 60.0
UNAVAILABLE = Refused("unavailable", "That could not be stored, so it did not happen. Try again with the same id.")


class Closed(Exception):
    """The table has been put away: look it up again."""


Job = Callable[[], Awaitable[None]]
_Question = tuple[Listener, Query, Callable[[], dict[str, Any] | Refused]]


class Table:
    """One table. Make it with `load`; nothing but its own task touches its state."""

    def __init__(self, ruleset: Ruleset, row: TableRow, writer: Writer, metrics: Metrics, title: str) -> None:
        self.id = row.id
        self.ruleset = ruleset
        self.audience = Audience(ruleset)
        self._writer = writer
        self._metrics = metrics
        self._server = title
        self._mailbox: asyncio.Queue[Job | None] = asyncio.Queue(_MAILBOX)
        self._questions: dict[tuple[str, bool], deque[_Question]] = {}
        self._busy = False
        self._stopping = False
        self._timer: asyncio.TimerHandle | None = None
        self._asked = 0
        self._patience = 0.0
        self._log = logs.get(table=row.id)
        self._watch()
        self._task = asyncio.create_task(self._run(), name=f"table {row.id}")

    @classmethod
    async def load(cls, ruleset: Ruleset, row: TableRow, store: Store, metrics: Metrics, title: str) -> Table:
        """Read a table from the store. Raises `StoreError`."""
        return cls(ruleset, row, await Writer.load(ruleset, row, store), metrics, title)

    @property
    def state(self) -> TableState:
        """The state of the last commit that is on disk."""
        return self._writer.state

    @property
    def seed_lost(self) -> str:
        """See `seals.lost`."""
        return self._writer.seed_lost

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing waits."""
        return not self.audience and self._mailbox.empty() and not self._busy

    @property
    def stopping(self) -> bool:
        """Whether it was told to end."""
        return self._stopping

    async def stop(self) -> None:
        """Finish what waits, then end."""
        if not self._stopping:
            self._stopping = True
            await self._mailbox.put(None)
        await self._task

    async def close(self, message: str) -> None:
        """Say goodbye to everyone, then stop: the table is put away."""
        for listener in self.audience.everyone():
            listener.dismiss("table-closed", message)
        await self.stop()

    async def join(self, listener: Listener, cursor: str | None) -> None:
        """Welcome a connection; returns when that is done. Raises `Closed`."""
        welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                await self._welcome(listener, cursor)
            finally:
                if not welcomed.done():
                    welcomed.set_result(None)

        await self._put(job)
        await welcomed

    async def _welcome(self, listener: Listener, cursor: str | None) -> None:
        if self._writer.stale:
            await self._reload()
        try:
            if self.state.seats[listener.seat].token_hash != listener.token_hash:  # changed while it was on its way in
                listener.dismiss("unknown-token", "This link is no longer valid. Ask the game master for a new one.")
                return
            self.audience.join(listener, self._writer.line, self._writer.log, cursor, self._server)
        except Refusal as refusal:
            listener.dismiss("revoked", refusal.refused.message)
        except Exception as error:
            incident = self._incident("welcome", error, seat=listener.seat)
            listener.dismiss("internal", f"The table could not be shown; the server's log has it under {incident}.")

    async def leave(self, listener: Listener) -> None:
        """Forget a connection."""

        async def job() -> None:
            self.audience.leave(listener, self._writer.line)

        if not self._stopping:
            await self._put(job)

    def offer(self, listener: Listener, message: Do) -> bool:
        """Take in a connection's command; it is answered when it is carried out. False where there is no room."""
        if self._stopping or self._mailbox.full():
            return False
        self._mailbox.put_nowait(partial(self._do, listener, message))
        return True

    async def do(self, listener: Listener, message: Do) -> None:
        """Take in a connection's command as soon as there is room. Raises `Closed`."""
        await self._put(partial(self._do, listener, message))

    def _stands(self, listener: Listener) -> bool:
        """Whether a connection's link still opens its seat: it may have died while a message waited here."""
        seat = self.state.seats.get(listener.seat)
        return seat is not None and seat.token_hash == listener.token_hash

    async def _do(self, listener: Listener, message: Do) -> None:
        if not self._stands(listener):
            return  # goodbye has been said

        def reply(answer: Answer, more: bool) -> None:
            listener.say(_answered(message.id, answer, listener), more)

        try:
            command = codec.unpack(message.command, listener.encoding)
        except PayloadFault as fault:
            reply(Refused("malformed", fault.message, fault.path or "$"), False)
            return
        await self._execute(listener.seat, message.id, command, reply)

    async def call(self, seat: str, command_id: str, command: dict[str, Any]) -> Answer:
        """Carry out a command of a seat that needs no connection."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            await self._execute(seat, command_id, command, lambda made, _more: answer.set_result(made))

        await self._put(job)
        return await answer

    async def query(self, listener: Listener, message: Query, aside: queries.Aside) -> None:
        """Answer a question from the state after the commands that came before it."""

        async def job() -> None:
            state, log = self.state, list(self._writer.log)

            def answer() -> dict[str, Any] | Refused:
                params = None if message.params is msgspec.UNSET else codec.unpack(message.params, listener.encoding)
                eyes = viewer_of(self.state, listener.seat)  # those of now: it may have waited
                return queries.answer(self.ruleset, state, eyes, message.what, params, log)

            if self._stands(listener):
                self._in_turn(listener, message, answer, aside)

        await self._put(job)

    def _in_turn(
        self, listener: Listener, message: Query, answer: Callable[[], dict[str, Any] | Refused], aside: queries.Aside
    ) -> None:
        """Work a question out beside the table: of each seat one at a time, and none whose asker has gone."""
        line = listener.seat, message.what in queries.SLOW
        waiting = self._questions.setdefault(line, deque())
        if len(waiting) >= _QUESTIONS[line[1]]:
            listener.say(_refused(message.id, Refused("rate-limited", "So many questions of this seat wait already: ask again.")))
            return
        waiting.append((listener, message, answer))
        if len(waiting) == 1:
            self._later(self._answer_all(line, aside))

    async def _answer_all(self, line: tuple[str, bool], aside: queries.Aside) -> None:
        waiting = self._questions[line]
        try:
            while waiting:
                listener, message, answer = waiting[0]
                if not listener.gone:
                    await self._query(listener, message, aside.work(line[1], answer))
                waiting.popleft()
        finally:
            del self._questions[line]

    async def _query(self, listener: Listener, message: Query, answer: Awaitable[dict[str, Any] | Refused]) -> None:
        try:
            data = await answer
            packed = msgspec.Raw() if isinstance(data, Refused) else codec.pack(data, listener.encoding)
        except Refusal as refusal:
            data = refusal.refused
        except PayloadFault as fault:
            data = Refused("malformed", fault.message, fault.path or "$")
        except Exception as error:
            data = self._bug("query", error, seat=listener.seat, query=message.id, what=message.what)
        self._metrics.queries.labels(message.what if message.what in queries.WHATS else "unknown").inc()
        if isinstance(data, Refused):
            listener.say(_refused(message.id, data))
        else:
            listener.say(outbound.Reply(id=message.id, data=packed))

    async def _put(self, job: Job) -> None:
        if self._stopping:
            raise Closed
        await self._mailbox.put(job)
        if self._task.done():  # it waited for room until there was nobody to make any
            raise Closed

    async def _run(self) -> None:
        while (job := await self._mailbox.get()) is not None:
            await self._carry_out(job)
        await asyncio.sleep(0)
        while not self._mailbox.empty():  # of those who waited for room, some came in behind the word to stop
            if (job := self._mailbox.get_nowait()) is not None:
                await self._carry_out(job)
            await asyncio.sleep(0)
        if self._timer is not None:
            self._timer.cancel()
        self._metrics.asks.dec(self._asked)

    async def _carry_out(self, job: Job) -> None:
        self._busy = True
        try:
            await job()
        except Exception as error:
            self._incident("job", error)
        self._watch()
        self._busy = False

    async def _execute(self, seat: str, command_id: str, command: Any, reply: Callable[[Answer, bool], None]) -> None:
        started = clock.tick()
        publish: Callable[[], None] | None = None
        try:
            if self._writer.stale and not await self._reload():
                answer: Answer = UNAVAILABLE
            else:
                await self._expire()  # a deadline that has passed has passed, whether its timer was as quick or not
                if _is_long(command):
                    decided = await asyncio.to_thread(self._writer.propose, seat, command_id, command)
                else:
                    decided = self._writer.propose(seat, command_id, command)
                if isinstance(decided, Proposal):
                    answer, publish = await self._store(decided, seat, command_id)
                else:
                    answer = decided
        except Exception as error:
            answer, publish = self._bug("command", error, seat=seat, command=command_id, content=command), None
        word = answer.code if isinstance(answer, Refused) else "done"
        self._metrics.answered(word)
        if publish is not None:
            self._metrics.committed(clock.tick() - started)
        what = command.get("do") if isinstance(command, dict) else None
        self._log.debug("command", seat=seat, command=command_id, do=what, answer=word, seq=self.state.seq)
        reply(answer, publish is not None)
        if publish is not None:
            publish()

    async def _store(self, proposal: Proposal, seat: str, command_id: str) -> tuple[Answer, Callable[[], None] | None]:
        before = self.state
        frames = self.audience.prepare(proposal.after, proposal.news)  # a bug in a view is met before anything is stored
        try:
            await self._writer.write(proposal)
        except StoreError as error:
            self._log.error("not stored", seat=seat, command=command_id, why=str(error))
            await self._reload()
            return UNAVAILABLE, None

        self._log.debug("stored", seat=seat, command=command_id, seq=proposal.commit.seq)

        seated = proposal.after.state.seats is not before.seats

        def publish() -> None:
            self.audience.send(frames)
            if seated:
                self._dismiss()

        return proposal.answer, publish

    def _watch(self) -> None:
        """Set the timer for the next deadline, and count what is asked."""
        pending = self.state.pending
        asked = 0 if pending is None else len(pending.asks)
        if asked != self._asked:
            self._metrics.asks.inc(asked - self._asked)
            self._asked = asked
        due = self._writer.due
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None and not self._stopping:
            wait = min(max((due - clock.now()) / 1000, self._patience - clock.tick(), 0), _NAP)
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._stopping or self._mailbox.full():  # whatever comes next looks at the clock first
            return
        self._mailbox.put_nowait(self._expire)

    async def _expire(self) -> None:
        """Take the defaults of asks whose time is over. A bug there drops the action: it could never end otherwise."""
        while (due := self._writer.due) is not None and due <= clock.now() and clock.tick() >= self._patience:
            try:
                proposal = self._writer.expire()
                if proposal is None:
                    return
                _answer, publish = await self._store(proposal, "rules", "")
            except Exception as error:
                self._incident("deadline", error)
                proposal = self._writer.drop("a bug of the rules stopped it")
                _answer, publish = await self._store(proposal, "rules", "")
            if publish is None:
                self._patience = clock.tick() + 1  # the store fails: not at once again
                return
            publish()

    def _dismiss(self) -> None:
        """Say goodbye to connections whose token opens nothing any more."""
        for listener in self.audience.everyone():
            seat = self.state.seats[listener.seat]
            if seat.revoked or seat.token_hash != listener.token_hash:
                why = "was taken away" if seat.revoked else "has a new link; the one you came with is no longer valid"
                listener.dismiss("revoked", f"This seat {why}. Ask the game master.")

    async def _reload(self) -> bool:
        """After a failed append nobody knows what is on disk: read it again. Whether that worked."""
        try:
            news = await self._writer.reload()
        except StoreError as error:
            self._log.error("not readable", why=str(error))
            return False
        self.audience.send(self.audience.prepare(self._writer.line, news))
        self._dismiss()
        return True

    def _later(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        _running.add(task)
        task.add_done_callback(_running.discard)

    def _bug(self, during: str, error: Exception, **about: Any) -> Refused:
        incident = self._incident(during, error, **about)
        return Refused("internal", f"That met a bug and did nothing. The server's log has it under {incident}.")

    def _incident(self, during: str, error: Exception, **about: Any) -> str:
        return logs.incident(self._log, during, error, seq=self.state.seq, **about)


_running: set[asyncio.Future[None]] = set()


def _is_long(command: Any) -> bool:
    """Whether other tables would wait for it: a house pack is tried before it is installed."""
    return isinstance(command, dict) and command.get("do") == "install_pack"


def _refused(message_id: str, refused: Refused) -> outbound.Refused:
    return outbound.Refused(id=message_id, code=refusal_code(refused.code), message=refused.message, path=refused.path)


def _answered(message_id: str, answer: Answer, listener: Listener) -> outbound.ServerMessage:
    if isinstance(answer, Refused):
        return _refused(message_id, answer)
    assert isinstance(answer, Done)
    result = codec.pack(answer.result, listener.encoding) if answer.result else msgspec.UNSET
    return outbound.Done(id=message_id, resolution=answer.resolution, result=result)
