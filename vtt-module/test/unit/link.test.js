import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { jsonCodec } from "../../src/core/codec.js";
import { Link, Refusal } from "../../src/core/link.js";

/** A socket in the test's hands. */
class HandSocket {
  /** @type {HandSocket[]} */
  static all = [];
  constructor(url, protocols) {
    Object.assign(this, { url, protocols, sent: [], closed: false });
    HandSocket.all.push(this);
  }
  send(data) {
    this.sent.push(JSON.parse(data));
  }
  close() {
    this.closed = true;
  }
  open() {
    this.onopen();
  }
  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  lose(code = 1006) {
    this.onclose({ code });
  }
}

const WELCOME = { type: "welcome", version: 1, server: "s", table: "t", seat: {}, view: {}, entries: [], cursor: "c-1", token: null };
const last = () => HandSocket.all[HandSocket.all.length - 1];

/** @param {object} [more] */
function linked(more = {}) {
  const heard = { states: [], updates: [] };
  const link = new Link({
    url: "ws://table/fracas",
    token: "tok-1",
    client: "test",
    codec: jsonCodec(),
    Socket: HandSocket,
    random: () => 0.5,
    onState: (state) => heard.states.push(state),
    onWelcome: () => {},
    onUpdate: (update) => heard.updates.push(update),
    ...more,
  });
  link.start();
  return { link, heard };
}

beforeEach(() => {
  vi.useFakeTimers();
  HandSocket.all = [];
});
afterEach(() => vi.useRealTimers());

describe("hello", () => {
  test("comes first, with token, cursor and version, under the codec's subprotocol", () => {
    const { heard } = linked({ cursor: "c-0" });
    last().open();
    expect(last().protocols).toEqual(["fracas.v1+json"]);
    expect(last().sent).toEqual([{ type: "hello", token: "tok-1", cursor: "c-0", version: 1, client: "test" }]);
    expect(heard.states.map(({ name }) => name)).toEqual(["connecting"]);
    last().tell(WELCOME);
    expect(heard.states.map(({ name }) => name)).toEqual(["connecting", "open"]);
  });

  test("a one-time token is replaced by the one in the welcome, and the cursor of the last update is used", () => {
    linked();
    last().open();
    last().tell({ ...WELCOME, token: "tok-2" });
    last().tell({ type: "update", patch: {}, entries: [], cursor: "c-9" });
    last().lose();
    vi.advanceTimersByTime(1000);
    last().open();
    expect(last().sent[0]).toMatchObject({ token: "tok-2", cursor: "c-9" });
  });
});

describe("what is asked", () => {
  test("waits for the welcome and resolves with its own answer", async () => {
    const { link } = linked();
    const done = link.do({ do: "end_turn", actor: "a" }, "m-1");
    last().open();
    expect(last().sent).toHaveLength(1);
    last().tell(WELCOME);
    expect(last().sent[1]).toEqual({ type: "do", id: "m-1", command: { do: "end_turn", actor: "a" } });
    last().tell({ type: "done", id: "m-1", resolution: "r-1" });
    expect(await done).toMatchObject({ resolution: "r-1" });
  });

  test("a refusal rejects with code, message and path", async () => {
    const { link } = linked();
    last().open();
    last().tell(WELCOME);
    const done = link.do({ do: "act" }, "m-1");
    last().tell({ type: "refused", id: "m-1", code: "busy", message: "Wait.", path: "targets[0]" });
    await expect(done).rejects.toMatchObject({ code: "busy", message: "Wait.", path: "targets[0]" });
  });

  test("unanswered commands go out again with their ids and in their order; answered ones do not", async () => {
    const { link } = linked();
    last().open();
    last().tell(WELCOME);
    const first = link.do({ do: "a" }, "m-1");
    const second = link.do({ do: "b" }, "m-2");
    link.do({ do: "c" }, "m-3");
    last().tell({ type: "done", id: "m-1", resolution: null });
    await first;
    last().lose();
    vi.advanceTimersByTime(1000);
    last().open();
    last().tell(WELCOME);
    expect(last().sent.slice(1).map(({ id }) => id)).toEqual(["m-2", "m-3"]);
    last().tell({ type: "done", id: "m-2", resolution: null });
    await second;
  });

  test("what is asked on hearing the welcome is sent once", () => {
    /** @type {Link} */
    let link;
    ({ link } = linked({ onWelcome: () => link.query("schemas").catch(() => {}) }));
    last().open();
    last().tell(WELCOME);
    expect(last().sent.filter(({ type }) => type === "query")).toHaveLength(1);
  });

  test("a query resolves to its data", async () => {
    const { link } = linked();
    last().open();
    last().tell(WELCOME);
    const reply = link.query("legal", { actor: "a" });
    const { id } = last().sent[1];
    last().tell({ type: "reply", id, data: { actor: "a", groups: [] } });
    expect(await reply).toEqual({ actor: "a", groups: [] });
  });
});

describe("a lost connection", () => {
  test("is tried again after pauses that double up to 15 seconds, three quarters of each at middling luck", () => {
    const { heard } = linked();
    const pauses = [];
    for (let round = 0; round < 8; round++) {
      last().lose();
      const { name, retryIn } = heard.states[heard.states.length - 1];
      expect(name).toBe("waiting");
      pauses.push(retryIn);
      const sockets = HandSocket.all.length;
      vi.advanceTimersByTime(retryIn - 1);
      expect(HandSocket.all).toHaveLength(sockets);
      vi.advanceTimersByTime(1);
      expect(HandSocket.all).toHaveLength(sockets + 1);
    }
    expect(pauses).toEqual([375, 750, 1500, 3000, 6000, 11250, 11250, 11250]);
  });

  test("a welcome makes the next pause short again", () => {
    const { heard } = linked();
    last().lose();
    vi.advanceTimersByTime(375);
    last().lose();
    vi.advanceTimersByTime(750);
    last().open();
    last().tell(WELCOME);
    last().lose();
    expect(heard.states[heard.states.length - 1].retryIn).toBe(375);
  });

  test("silence for two pings counts as lost", () => {
    const { heard } = linked({ pingEvery: 1000 });
    last().open();
    last().tell(WELCOME);
    const socket = last();
    vi.advanceTimersByTime(2000);
    expect(socket.sent.filter(({ type }) => type === "ping")).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(socket.closed).toBe(true);
    expect(heard.states[heard.states.length - 1].name).toBe("waiting");
  });

  test("a pong keeps it alive", () => {
    const { heard } = linked({ pingEvery: 1000 });
    last().open();
    last().tell(WELCOME);
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(1000);
      last().tell({ type: "pong", id: "p" });
    }
    expect(heard.states[heard.states.length - 1].name).toBe("open");
  });

  test("hurried, it tries again at once, and only when it waits", () => {
    const { link, heard } = linked();
    last().open();
    last().tell(WELCOME);
    link.hurry();
    expect(HandSocket.all).toHaveLength(1);
    last().lose();
    link.hurry();
    expect(HandSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(20_000);
    expect(HandSocket.all).toHaveLength(2);
    expect(heard.states.map(({ name }) => name)).toEqual(["connecting", "open", "waiting", "connecting"]);
  });

  test("cut, it is lost at once, whatever the socket believes", () => {
    const { link, heard } = linked();
    last().open();
    last().tell(WELCOME);
    link.cut();
    expect([last().closed, heard.states[heard.states.length - 1].name]).toEqual([true, "waiting"]);
  });

  test("probed, it is lost unless something is heard soon", () => {
    const { link, heard } = linked();
    last().open();
    last().tell(WELCOME);
    link.probe(1000);
    expect(last().sent.at(-1).type).toBe("ping");
    vi.advanceTimersByTime(500);
    last().tell({ type: "pong", id: "p" });
    vi.advanceTimersByTime(1000);
    expect(heard.states[heard.states.length - 1].name).toBe("open");
    link.probe(1000);
    vi.advanceTimersByTime(1000);
    expect(heard.states[heard.states.length - 1].name).toBe("waiting");
  });

  test("a frame that cannot be read counts as lost", () => {
    const { heard } = linked();
    last().open();
    last().onmessage({ data: "{" });
    expect(heard.states[heard.states.length - 1].name).toBe("waiting");
  });
});

describe("the end", () => {
  test.each([
    [4400, "version", "different versions"],
    [4401, "revoked", "not valid any more"],
    [4402, "malformed", "did not understand"],
  ])("close code %i stops with a reason and fails what was waiting", async (code, bye, words) => {
    const { link, heard } = linked();
    const done = link.do({ do: "act" });
    last().open();
    last().tell({ type: "bye", code: bye, message: "Because.", ours: 1, yours: 2 });
    last().lose(code);
    const state = heard.states[heard.states.length - 1];
    expect(state).toMatchObject({ name: "stopped", code });
    expect(state.reason).toContain(words);
    expect(state.reason).toContain("Because.");
    await expect(done).rejects.toMatchObject({ code: "offline" });
    vi.advanceTimersByTime(60_000);
    expect(HandSocket.all).toHaveLength(1);
  });

  test("a refusal is in words: it names no field of the wire, only its path does", () => {
    const told = new Refusal({ code: "malformed", message: "Say which power: `params.power`.", path: "$.params.power" });
    expect([told.message, told.path]).toEqual(["Say which power.", "$.params.power"]);
    expect(new Refusal({ code: "unknown-id", message: "There is no weapon `bow`." }).message).toBe("There is no weapon `bow`.");
  });

  test("nothing can be asked afterwards", async () => {
    const { link } = linked();
    link.stop();
    await expect(link.query("legal")).rejects.toMatchObject({ code: "offline", message: "You left the table." });
  });

  test("a browser that forbids the socket stops with its words", () => {
    class Forbidden {
      constructor() {
        throw new Error("insecure");
      }
    }
    const { heard } = linked({ Socket: Forbidden });
    expect(heard.states[heard.states.length - 1]).toMatchObject({ name: "stopped", reason: "The browser does not allow a connection to ws://table/fracas: insecure" });
  });
});
