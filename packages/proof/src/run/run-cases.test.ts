// In which order cases are taken where several are tried at a time.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "@writ/language";
import { planOf } from "../plan/plan.ts";
import { scheduled } from "./run-cases.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const { cases } = planOf(compile(source));
const waits = (address: string) => address.startsWith("9/Sign-in#");
const addresses = cases.map(({ scenario }) => scenario.address);

test("a case that waits for a mail comes first, and never beside another one while there are others to run", () => {
  const turns = scheduled(cases);
  const [first, second] = [turns.next().value, turns.next().value];
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(
    [first, second].map(({ one }) => waits(one.scenario.address)),
    [true, false],
  );
  first.over();
  assert.ok(waits(turns.next().value?.one.scenario.address ?? ""));
  // One that is not over keeps the others back, until nothing else is left.
  const rest = [...turns].map(({ one }) => waits(one.scenario.address));
  assert.equal(rest.indexOf(true), rest.lastIndexOf(false) + 1);
});

test("each is taken once, and the others in the order of the plan", () => {
  const taken = [...scheduled(cases)].map(({ one }) => one.scenario.address);
  assert.deepEqual(taken.toSorted(), addresses.toSorted());
  assert.deepEqual(
    taken.filter((address) => !waits(address)),
    addresses.filter((address) => !waits(address)),
  );
});
