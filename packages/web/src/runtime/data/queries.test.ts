// What was asked for before a change and answered after it is not taken for what is there now.
import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryObserver } from "@tanstack/react-query";
import { queries } from "./queries.ts";

test("a first answer that was on its way when something changed is asked for anew", async () => {
  const answers: ((rows: readonly string[]) => void)[] = [];
  const ask = async () => new Promise<readonly string[]>((resolve) => void answers.push(resolve));
  const observer = new QueryObserver(queries, { queryKey: ["people"], queryFn: ask });
  const stop = observer.subscribe(() => undefined);
  assert.equal(answers.length, 1);
  const again = queries.invalidateQueries({ queryKey: ["people"] });
  answers[0]?.(["before the change"]);
  await new Promise((resolve) => setImmediate(resolve));
  answers[1]?.(["after it"]);
  await again;
  assert.deepEqual(observer.getCurrentResult().data, ["after it"]);
  stop();
});

test("a request whose query is only marked stale, or has no observer, goes on", async () => {
  let answer = (_rows: readonly string[]) => {};
  const first = queries.fetchQuery({
    queryKey: ["tickets"],
    queryFn: async () => new Promise<readonly string[]>((resolve) => (answer = resolve)),
  });
  await queries.invalidateQueries({ queryKey: ["tickets"] });
  await queries.invalidateQueries({ queryKey: ["tickets"], refetchType: "none" });
  answer(["one"]);
  assert.deepEqual(await first, ["one"]);
});
