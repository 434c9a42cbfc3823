// What the checker says is never empty is never empty: random conditions on random rows full of nulls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkExpression, type CheckedExpression } from "../check.ts";
import { readExpression } from "../parsing/read.ts";
import type { Problem } from "../../problem.ts";
import type { Typed } from "../typed.ts";
import { rowScope } from "../../model/scopes.ts";
import { sampleSchema } from "../../testing/sample-schema.ts";

type Random = (below: number) => number;

/** A small generator of numbers that gives the same ones for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Cell = null | boolean | number | string | Row | readonly Cell[];
type Row = { readonly [field: string]: Cell };

function randomRow(random: Random): Row {
  const maybe = <One extends Cell>(make: () => One) => (random(2) === 0 ? null : make());
  const number = () => random(4) - 1;
  const user = (): Row => ({ id: `u${random(2)}`, phone: maybe(() => "ab"[random(2)] ?? ""), name: "a" });
  const ticket = (depth: number): Row => ({
    id: `t${depth}`,
    effort: number(),
    estimate: maybe(number),
    late: random(2) === 0,
    severity: maybe(() => ["low", "high"][random(2)] ?? ""),
    requester: user(),
    assignee: maybe(user),
    parent: depth === 0 ? null : maybe(() => ticket(depth - 1)),
    comments: Array.from({ length: random(3) }, () => ({
      minutes: maybe(number),
      editor: maybe(user),
      internal: random(2) === 0,
    })),
  });
  return ticket(2);
}

const agreement = { max: 3, rounds: 6_000, rows: 6 };

/** A random condition, mostly of guards and of what needs them. */
function randomCondition(random: Random, depth: number, item?: string): string {
  const pick = <One>(all: readonly One[]): One => all[random(all.length)] as One;
  const number = (): string => {
    const own = [
      "ticket.estimate",
      "ticket.estimate",
      "ticket.effort",
      "ticket.parent.estimate",
      "ticket.parent.effort",
      "0",
      "2",
    ];
    const path = pick(item === undefined ? own : [...own, `${item}.minutes`, `${item}.minutes`]);
    if (depth === 0 || random(3) > 0) return path;
    const filtered = `ticket.comments.filter(${fresh(item)}, ${randomCondition(random, depth - 1, fresh(item))})`;
    return pick([
      () => `(${path} / ${number()})`,
      () => `(${randomCondition(random, depth - 1, item)} ? ${path} : ${number()})`,
      () => `(${path} + ${number()})`,
      () => `max(${path}, ${number()})`,
      () => `${filtered}.map(v, v.minutes).sum()`,
      () => `${filtered}.map(v, v.minutes).filter(w, ${randomCondition(random, 0)} or w != null).max()`,
      () => `${filtered}.only().minutes`,
      () => `${filtered}.map(v, v.minutes).filter(w, w != null).only()`,
      () => `${filtered}.filter(v, v.minutes != null).only().minutes`,
    ])();
  };
  const person = () =>
    pick([
      "ticket.assignee",
      "ticket.assignee",
      "ticket.requester",
      "ticket.parent.assignee",
      "me",
      ...(item ? [`${item}.editor`] : []),
    ]);
  const inner = () => randomCondition(random, Math.max(0, depth - 1), item);
  if (depth > 0 && random(3) > 0) {
    const list = `ticket.comments${random(2) === 0 ? "" : `.filter(${fresh(item)}, ${randomCondition(random, depth - 1, fresh(item))})`}`;
    return pick([
      () => `(${inner()} and ${inner()})`,
      () => `(${inner()} and ${inner()} and ${inner()})`,
      () => `(${inner()} or ${inner()})`,
      () => `(${inner()} or ${inner()} or ${inner()})`,
      () => `not ${inner()}`,
      () => `(${inner()} ? ${inner()} : ${inner()})`,
      () => `${list}.exists(${fresh(item)}, ${randomCondition(random, depth - 1, fresh(item))})`,
    ])();
  }
  return pick([
    () => `${number()} ${pick(["==", "!="])} null`,
    () => `${person()} ${pick(["==", "!="])} null`,
    () => `ticket.parent ${pick(["==", "!="])} null`,
    () => `${number()} ${pick(["<", "<=", ">", ">=", "==", "!="])} ${number()}`,
    () => `${person()} ${pick(["==", "!="])} ${person()}`,
    () => `${person()}.phone ${pick(["==", "!="])} null`,
    () => `${person()}.phone.contains('a')`,
    () => `${number()} ${pick(["in", "not in"])} [${pick(["0, 1", "1, 2", "1, null", "ticket.effort, 2"])}]`,
    () => `ticket.severity ${pick(["in ['low']", "not in ['low']", "== 'low'", "!= 'low'", "in ['low', null]"])}`,
    () => `${person()} in ticket.comments.map(z, z.editor)`,
    () => `${person()} in ticket.comments.filter(z, z.editor != null).map(z, z.editor)`,
    () => "ticket.late",
  ])();
}

const fresh = (item: string | undefined): string => (item === undefined ? "c" : `${item}c`);

/** Works a typed tree out from left to right, as far as needed, and says where a value is empty against its type. */
function work(typed: Typed, names: ReadonlyMap<string, Cell>): Cell {
  const value = worth(typed, names);
  if (value === null && !typed.type.empty) throw new Error(`empty: ${typed.node} at ${typed.start}`);
  return value;
}

const same = (left: Cell, right: Cell): boolean => {
  const id = (one: Cell) => (typeof one === "object" && one !== null && "id" in one ? one["id"] : one);
  return id(left) === id(right);
};

function worth(typed: Typed, names: ReadonlyMap<string, Cell>): Cell {
  const of = (one: Typed) => work(one, names);
  const each = (list: Typed, item: string, body: Typed) =>
    (of(list) as readonly Cell[]).map((one) => ({ one, gives: () => work(body, new Map([...names, [item, one]])) }));
  const ordered = (left: Cell, right: Cell) => Number(left) - Number(right);
  switch (typed.node) {
    case "null":
      return null;
    case "yes/no":
    case "text":
      return typed.value;
    case "number":
      return Number(typed.digits) / 10 ** typed.scale;
    case "scope":
    case "item":
      return names.get(typed.name) ?? null;
    case "field": {
      const row = of(typed.of) as Row | null;
      if (row === null) throw new Error(`step through nothing at ${typed.start}`);
      return row[typed.field] ?? null;
    }
    case "not":
      return of(typed.of) !== true;
    case "and":
      return of(typed.left) === true && of(typed.right) === true;
    case "or":
      return of(typed.left) === true || of(typed.right) === true;
    case "conditional":
      return of(typed.test) === true ? of(typed.then) : of(typed.otherwise);
    case "is empty":
      return of(typed.of) === null;
    case "equal":
      return same(of(typed.left), of(typed.right));
    case "compare": {
      const order = ordered(of(typed.left), of(typed.right));
      const holds = { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 };
      return holds[typed.operator];
    }
    case "one of":
      return typed.items.some((item) => same(of(typed.of), of(item)));
    case "in list":
      return (of(typed.list) as readonly Cell[]).some((item) => same(of(typed.of), item));
    case "arithmetic":
      return Number(of(typed.left)) + Number(of(typed.right));
    case "greater":
      return Math.max(Number(of(typed.left)), Number(of(typed.right)));
    case "divide": {
      const [dividend, divisor] = [of(typed.left), of(typed.right)];
      return divisor === 0 ? null : Math.trunc(Number(dividend) / Number(divisor));
    }
    case "text test":
      return String(of(typed.of)).includes(String(of(typed.part)));
    case "list":
      return typed.items.map(of);
    case "filter":
      return each(typed.list, typed.item, typed.body).flatMap(({ one, gives }) => (gives() === true ? [one] : []));
    case "map":
      return each(typed.list, typed.item, typed.body).map(({ gives }) => gives());
    case "quantifier":
      return each(typed.list, typed.item, typed.body).some(({ gives }) => gives() === true);
    case "aggregate": {
      const items = of(typed.of) as readonly Cell[];
      if (items.includes(null)) throw new Error("an empty item would not count");
      return typed.aggregate === "sum"
        ? items.reduce<number>((sum, item) => sum + Number(item), 0)
        : (items[0] ?? null);
    }
    case "only": {
      const items = of(typed.list) as readonly Cell[];
      return items.length === 1 ? (items[0] ?? null) : null;
    }
    default:
      throw new Error(`no ${typed.node} was generated`);
  }
}

const scope = rowScope("ticket", { me: "maybe" });
const anything = { kind: "any" } as const;

function check(source: string, given: readonly CheckedExpression[] = []): CheckedExpression {
  const problems: Problem[] = [];
  const expression = readExpression({ text: source, start: 0, end: source.length }, "1", problems);
  assert.deepEqual(problems, [], source);
  return checkExpression(expression, sampleSchema, scope, anything, given);
}

test("no value that is called never empty is ever empty", () => {
  const random = randomFrom(20_260_131);
  let accepted = 0;
  for (let round = 0; round < agreement.rounds; round++) {
    const source = randomCondition(random, random(agreement.max) + 1);
    const { typed, problems } = check(source);
    assert.equal(
      typed === undefined,
      problems.some(({ severity }) => severity === "error"),
      source,
    );
    if (!typed) continue;
    accepted++;
    for (let count = 0; count < agreement.rows; count++) {
      const row = randomRow(random);
      const names = new Map<string, Cell>([
        ["ticket", row],
        ["me", random(2) === 0 ? null : { id: `u${random(2)}`, phone: null }],
      ]);
      assert.doesNotThrow(() => work(typed, names), `${source}\n${JSON.stringify(row)}`);
    }
  }
  assert.ok(accepted > agreement.rounds / 10, `only ${accepted} were accepted`);
});

test("nor where a condition that is given holds", () => {
  const random = randomFrom(1_999);
  let looked = 0;
  for (let round = 0; round < agreement.rounds; round++) {
    const given = check(randomCondition(random, random(2) + 1));
    if (!given.typed) continue;
    const source = randomCondition(random, random(2) + 1);
    const { typed } = check(source, [given]);
    if (!typed) continue;
    for (let count = 0; count < agreement.rows; count++) {
      const row = randomRow(random);
      const names = new Map<string, Cell>([
        ["ticket", row],
        ["me", random(2) === 0 ? null : { id: `u${random(2)}`, phone: null }],
      ]);
      if (work(given.typed, names) !== true) continue;
      looked++;
      assert.doesNotThrow(() => work(typed, names), `${given.expression.text.text}\n${source}\n${JSON.stringify(row)}`);
    }
  }
  assert.ok(looked > 1_000, `only ${looked} rows were looked at`);
});
