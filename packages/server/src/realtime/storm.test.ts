// Many clients that join, leave, speak, come to be there and lose their network, against a small model of who hears what.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { products } from "../testing/product.ts";
import { startRooms, type PlainSocket } from "./testing/rooms.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
const many = 100_000;
const rooms = await startRooms(start, {
  live: { messages: many, messagesOfOne: many, joins: many, joinsOfOne: many, socketsOfOne: many },
});
after(rooms.end);

const topics = ["red", "green", "blue"] as const;
const people = 6;

type Act =
  | { readonly act: "join" | "leave" | "track" | "untrack"; readonly who: number; readonly topic: number }
  | { readonly act: "speak"; readonly who: number; readonly topic: number }
  | { readonly act: "lose"; readonly who: number };

const place = { who: fc.nat(people - 1), topic: fc.nat(topics.length - 1) };
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constantFrom("join", "join", "leave", "track", "untrack", "speak", "speak"), ...place }),
    fc.record({ act: fc.constant("lose"), who: place.who }),
  ) as fc.Arbitrary<Act>,
  { minLength: 20, maxLength: 80 },
);

type Person = {
  readonly socket: PlainSocket;
  readonly words: Map<string, string[]>;
  readonly there: Map<string, Map<string, string>>;
  readonly joined: Map<string, string>;
};

/** What a client makes of presence: a state, and what has changed since. */
function follow(person: Person): void {
  person.socket.raw.on("message", (data, isBinary) => {
    if (isBinary) return;
    const [, , topic, event, payload] = JSON.parse(String(data));
    if (event === "broadcast") person.words.get(topic)?.push(payload.payload.word);
    // By reference: somebody who is lost may be there again before that is known.
    const refs = (groups: Readonly<Record<string, { readonly metas: readonly { readonly phx_ref: string }[] }>>) =>
      Object.entries(groups).flatMap(([key, { metas }]) => metas.map((meta) => [meta.phx_ref, key] as const));
    if (event === "presence_state") person.there.set(topic, new Map(refs(payload)));
    if (event !== "presence_diff") return;
    const there = person.there.get(topic) ?? new Map<string, string>();
    for (const [ref, key] of refs(payload.joins)) there.set(ref, key);
    for (const [ref] of refs(payload.leaves)) there.delete(ref);
  });
}

const count = Number(process.env["WRIT_COUNT"] ?? 8);
const seed = Number(process.env["WRIT_SEED"] ?? 20_261_128);
let runs = 0;

test("each client gets the messages sent while it was connected, once and in order, and the presence", async () => {
  const property = fc.asyncProperty(acts, async (all) => {
    const run = `${runs++}`;
    const wire = (topic: number) => `realtime:${topics[topic]} ${run}`;
    const connect = async (): Promise<Person> => {
      const person = { socket: await rooms.socket(), words: new Map(), there: new Map(), joined: new Map() };
      follow(person);
      return person;
    };
    const crowd = await Promise.all(Array.from({ length: people }, connect));
    const tracked = topics.map(() => new Set<number>());
    const heard = new Map<Person, Map<string, string[]>>();
    let ref = 0;
    const ask = async (person: Person, topic: string, event: string, payload: object) => {
      const own = `${++ref}`;
      const joinRef = event === "phx_join" ? own : (person.joined.get(topic) ?? null);
      person.socket.send(joinRef, own, topic, event, payload);
      const [, , , , answer] = await person.socket.next(([, asked]) => asked === own);
      if (event === "phx_join") person.joined.set(topic, own);
      return answer["status"];
    };
    const expected = (person: Person, topic: string) => {
      const of = heard.get(person) ?? new Map<string, string[]>();
      heard.set(person, of);
      const words = of.get(topic) ?? [];
      of.set(topic, words);
      return words;
    };
    for (const [step, one] of all.entries()) {
      const person = crowd[one.who];
      if (person === undefined) continue;
      if (one.act === "lose") {
        person.socket.raw.terminate();
        for (const set of tracked) set.delete(one.who);
        crowd[one.who] = await connect();
        continue;
      }
      const topic = wire(one.topic);
      const isIn = person.joined.has(topic);
      if (one.act === "join") {
        // Whoever joins again has left before.
        if (isIn) tracked[one.topic]?.delete(one.who);
        person.words.set(topic, person.words.get(topic) ?? []);
        const config = { presence: { key: `${one.who}`, enabled: true }, broadcast: { ack: true } };
        assert.equal(await ask(person, topic, "phx_join", { config }), "ok");
      } else if (one.act === "speak") {
        const word = { type: "broadcast", event: "word", payload: { word: `${step}` } };
        assert.equal(await ask(person, topic, "broadcast", word), isIn ? "ok" : "error");
        if (isIn)
          for (const other of crowd)
            if (other !== person && other.joined.has(topic)) expected(other, topic).push(`${step}`);
      } else if (one.act === "leave") {
        assert.equal(await ask(person, topic, "phx_leave", {}), isIn ? "ok" : "error");
        person.joined.delete(topic);
        tracked[one.topic]?.delete(one.who);
      } else {
        const said = { type: "presence", event: one.act, payload: { step } };
        assert.equal(await ask(person, topic, "presence", said), isIn ? "ok" : "error");
        if (!isIn) continue;
        if (one.act === "track") tracked[one.topic]?.add(one.who);
        else tracked[one.topic]?.delete(one.who);
      }
    }
    for (const person of crowd)
      for (const [topic] of person.joined) {
        const index = topics.findIndex((name) => topic === `realtime:${name} ${run}`);
        const present = [...(tracked[index] ?? [])].map(String).sort().join();
        await eventually(
          () => [...(person.there.get(topic)?.values() ?? [])].sort().join() === present,
          `who is on ${topic}: ${present}`,
        );
      }
    for (const [person, of] of heard) {
      if (!crowd.includes(person)) continue;
      for (const [topic, words] of of) assert.deepEqual(person.words.get(topic), words);
    }
    for (const { socket } of crowd) socket.raw.terminate();
  });
  await fc.assert(property, { numRuns: count, seed });
});
