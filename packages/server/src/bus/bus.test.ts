// The bus of one machine: who hears what, in which order, and what a question to all of them is answered with.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gathering } from "./gather.ts";
import { createSharedSet } from "./shared-set.ts";
import { createRelay, relayedBus, type RelayedBus } from "./relay.ts";

/** Processes that hear each other at once, and those that hear nothing. */
function three() {
  const relay = createRelay();
  const deaf = new Set<string>();
  const enter = (name: string) => {
    const bus: RelayedBus = relayedBus(name, (said) => member.publish(said));
    const member = relay.join(name, (told) => deaf.has(name) || bus.hear(told));
    member.serves();
    return { bus, member };
  };
  const [a, b, c] = [enter("a"), enter("b"), enter("c")];
  return { a, b, c, deaf, enter };
}

test("a message reaches all others that listen, and never whoever publishes it", () => {
  const { a, b, c } = three();
  const heard: unknown[] = [];
  for (const { bus } of [a, b, c])
    bus.subscribe("word", (message, from) => void heard.push([bus.process, message, from]));
  const stop = c.bus.subscribe("word", () => void heard.push("twice"));
  a.bus.publish("word", { text: "hüllo" });
  assert.deepEqual(heard.splice(0), [["b", { text: "hüllo" }, "a"], ["c", { text: "hüllo" }, "a"], "twice"]);
  stop();
  b.bus.publish("word", null);
  b.bus.publish("another", null);
  assert.deepEqual(heard, [
    ["a", null, "b"],
    ["c", null, "b"],
  ]);
});

test("each knows who serves, also who began before it, and who is gone", () => {
  const { a, b, enter } = three();
  assert.deepEqual(
    [a.bus.others(), b.bus.others()],
    [
      ["b", "c"],
      ["a", "c"],
    ],
  );
  const gone: string[] = [];
  a.bus.watchGone((one) => void gone.push(one));
  b.member.leave();
  b.member.leave();
  assert.deepEqual([gone, a.bus.others()], [["b"], ["c"]]);
  assert.deepEqual(enter("d").bus.others(), ["a", "c"]);
});

test("a name that is deleted while a process begins does not come back with a late answer", () => {
  const { a, b, enter } = three();
  const sets = [a, b].map(({ bus }) => createSharedSet(bus, "sessions"));
  sets[0]?.add("ann", Date.now() + 60_000);
  const late: { said?: () => void } = {};
  const { bus } = enter("d");
  const held: typeof bus = {
    ...bus,
    // What it is told of others' names comes after everything else.
    subscribe: (subject, hear) =>
      bus.subscribe(subject, (message, from) => {
        if (subject === "sessions.added") late.said = () => hear(message as never, from);
        else hear(message as never, from);
      }),
  };
  const begun = createSharedSet(held, "sessions");
  sets[1]?.delete("ann");
  late.said?.();
  assert.deepEqual(
    [...sets, begun].map((set) => set.has("ann")),
    [false, false, false],
  );
});

test("a question is answered by all others; one that is gone or says nothing is not waited for", async () => {
  const { a, b, c, deaf } = three();
  const asking = [a, b, c].map(({ bus }) =>
    gathering<number, string>(bus, "sum", (n) => {
      if (n < 0) throw new Error("no number");
      return `${bus.process} ${n + 1}`;
    }),
  );
  assert.deepEqual(await asking[0]?.ask(1), ["b 2", "c 2"]);
  assert.deepEqual(await asking[0]?.ask(-1), []);
  deaf.add("b");
  const left = asking[0]?.ask(2);
  b.member.leave();
  assert.deepEqual(await left, ["c 3"]);
  deaf.add("c");
  assert.deepEqual(await asking[0]?.ask(3), []);
  c.member.leave();
  assert.deepEqual(await asking[0]?.ask(4), []);
});
