// Sentences of random expressions: there always is one, and two conditions with the same sentence mean the same.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { allRules, printedEvaluation } from "../testing/agreement/agreement.ts";
import { importChanged, type Change } from "../testing/changed.ts";
import { drawFrom, type Draw } from "../testing/draw.ts";
import { randomExpression, type Sort } from "../testing/agreement/random-expression.ts";
import { randomModel } from "../testing/agreement/random-model.ts";
import { fullScope } from "../testing/agreement/random-rows.ts";
import { sampleSchema } from "../testing/sample-schema.ts";
import { rowScope } from "../model/scopes.ts";
import { checkExpression } from "./check.ts";
import type { Context, Row } from "./data.ts";
import { sentenceOf } from "./english.ts";
import { readExpression } from "./parsing/read.ts";
import type { Typed } from "./typed.ts";
import { workClock } from "../testing/work-clock.ts";

const long = process.env["WRIT_LONG"] === "1";
const sorts: readonly (Sort | "rows")[] = [
  "yes/no",
  "whole",
  "number",
  "money",
  "text",
  "date",
  "datetime",
  "duration",
  "choice",
  "person",
  "rows",
];

function typedOf(text: string, model: ReturnType<typeof randomModel>, scope: ReturnType<typeof fullScope>) {
  const expression = readExpression({ text, start: 0, end: text.length }, "5/Line/Rule", []);
  return checkExpression(expression, model.schema, scope, { kind: "any" }).typed;
}

test("every typed expression has a sentence", () => {
  const scope = fullScope({ me: "maybe", old: "maybe" });
  for (let seed = 1; seed <= (long ? 400 : 20); seed++) {
    const draw = drawFrom(seed);
    const model = randomModel(draw);
    for (let number = 0; number < 60; number++) {
      const text = randomExpression(draw, model.schema, scope, draw.pick(sorts), draw.number(0, 4));
      const typed = typedOf(text, model, scope);
      if (typed === undefined) continue;
      const sentence = sentenceOf(typed, model.schema);
      assert.ok(
        sentence.length > 0 && !/undefined|\[object|  |\(\)/.test(sentence.replaceAll(/"(?:[^"\\]|\\.)*"/g, "x")),
        `${text}: ${sentence}`,
      );
      assert.ok(sentence.length < 40 * text.length + 200, `${text}: ${sentence}`);
    }
  }
});

test("what is nested as deep as may be is said at once", () => {
  const scope = rowScope("ticket", {});
  const nests: readonly ((inner: string, level: number) => string)[] = [
    (inner, level) => `true in Ticket.map(x${level}, ${inner})`,
    (inner, level) => `Ticket.exists(x${level}, ${inner})`,
    (inner, level) => `Ticket.filter(x${level}, ${inner}).size() > 2`,
    (inner) => `(ticket.late ? ticket.ended : (${inner}))`,
    (inner) => `(ticket.late == (${inner}))`,
    (inner) => `not (ticket.late and (${inner}))`,
  ];
  for (const nest of nests) {
    const text = Array.from({ length: 12 }).reduce<string>((inner, _, level) => nest(inner, level), "ticket.late");
    const { typed } = checkExpression(
      readExpression({ text, start: 0, end: text.length }, "1", []),
      sampleSchema,
      scope,
      { kind: "any" },
    );
    assert.ok(typed, text);
    const before = workClock();
    assert.ok(sentenceOf(typed, sampleSchema).length < 10_000, text);
    assert.ok(workClock() - before < 500, text);
  }
});

/** Conditions out of few words, so that two of them often come to the same sentence. */
function fewWords({ pick, number, once }: Draw): () => string {
  const relation = () => pick(["<", "<=", ">", ">=", "==", "!="]);
  const flag = (row: string) => pick([`${row}.late`, `${row}.ended`, `${row}.phone == null`, `${row}.state == 'new'`]);
  const ofComment = (depth: number): string => {
    if (depth <= 0) return pick(["c.internal", "c.note == null", "c.author == ticket.requester"]);
    return pick([
      () => ofComment(0),
      () => `not (${ofComment(depth - 1)})`,
      () => `(${ofComment(depth - 1)} ${pick(["and", "or"])} ${ofComment(depth - 1)})`,
    ])();
  };
  const comments = (depth: number): string => `ticket.comments${pick(["", `.filter(c, ${ofComment(depth)})`])}`;
  const amount = (depth: number): string => {
    if (depth <= 0) return pick(["ticket.effort", "2", "min_body"]);
    const [one, other] = [amount(depth - 1), amount(depth - 1)];
    const sum = `(${one} ${pick(["+", "-", "*"])} ${other})`;
    if (once(2)) return sum;
    const forms = [`min(${one}, ${other})`, `max(${one}, ${other})`, `-(${one})`];
    return pick([...forms, `size(${comments(depth - 1)})`, `(${condition(depth - 1)} ? ${one} : ${other})`]);
  };
  const condition = (depth: number): string => {
    if (depth <= 0) return pick([flag("ticket"), flag("ticket"), flag("old")]);
    const [one, other] = [condition(depth - 1), condition(depth - 1)];
    switch (number(0, 8)) {
      case 0:
        return `not (${one})`;
      case 1:
        return `(${one} ? ${other} : ${condition(depth - 1)})`;
      case 2:
        return `(${one}) ${pick(["==", "!="])} (${other})`;
      case 3:
        return `${amount(depth - 1)} ${relation()} ${amount(number(0, 1))}`;
      case 4:
        return `${comments(depth - 1)}.${pick(["exists", "all", "exists_one"])}(c, ${ofComment(depth - 1)})`;
      case 5:
        return `${comments(depth - 1)}.size() ${relation()} ${number(0, 2)}`;
      default:
        return `(${one} ${pick(["and", "or"])} ${other})`;
    }
  };
  return () => (once(3) ? `${amount(2)} ${relation()} 2` : condition(number(0, 3)));
}

function randomTicket(draw: Draw): Row {
  const yes = () => draw.once(2);
  const people: readonly Row[] = [{ id: "ann" }, { id: "bob" }];
  const comment = (): Row => ({
    id: `${draw.number(1, 1e9)}`,
    internal: yes(),
    note: yes() ? null : "n",
    author: draw.pick(people),
  });
  return {
    id: "t",
    late: yes(),
    ended: yes(),
    phone: yes() ? null : "1",
    state: draw.pick(["new", "open"]),
    effort: draw.pick([-2n, 0n, 1n, 2n, 3n, 20n]),
    requester: draw.pick(people),
    comments: Array.from({ length: draw.number(0, 3) }, comment),
  };
}

/** How many sentences were said of two different texts, all of which held for the same rows. */
function sharedSentences(speak: typeof sentenceOf, amount: number): number {
  const draw = drawFrom(1);
  const write = fewWords(draw);
  const scope = rowScope("ticket", { old: "present" });
  const evaluate = printedEvaluation(allRules, sampleSchema.moneyScale);
  const contexts = Array.from({ length: 100 }, (): Context => ({
    scope: { ticket: randomTicket(draw), old: randomTicket(draw) },
    me: null,
    now: 0,
    today: 0,
    timeZone: "UTC",
    rows: () => [],
    hasRole: () => false,
  }));
  const meanings = new Map<string, { readonly text: string; readonly typed: Typed; holds?: string }>();
  const holdsOf = (typed: Typed): string => {
    const run = evaluate(typed);
    return contexts.map((one) => (run(one) === true ? "1" : "0")).join("");
  };
  let shared = 0;
  for (let number = 0; number < amount; number++) {
    const text = write();
    const { typed } = checkExpression(
      readExpression({ text, start: 0, end: text.length }, "1", []),
      sampleSchema,
      scope,
      { kind: "any" },
    );
    if (typed === undefined) continue;
    const sentence = speak(typed, sampleSchema);
    const before = meanings.get(sentence);
    if (before === undefined) meanings.set(sentence, { text, typed });
    else if (before.text !== text) {
      shared++;
      // Where nothing else has the same sentence nobody asks what holds, which takes the most time.
      before.holds ??= holdsOf(before.typed);
      assert.equal(holdsOf(typed), before.holds, `"${sentence}" is said of ${before.text} and of ${text}`);
    }
  }
  return shared;
}

test("conditions with the same sentence hold for the same rows", (context) => {
  const shared = sharedSentences(sentenceOf, long ? 300_000 : 5_000);
  context.diagnostic(`${shared} sentences were said of two texts`);
  assert.ok(shared > 500, `${shared}`);
});

describe("each of these rules, switched off, makes a sentence say two things", () => {
  const changes: readonly Change[] = [
    {
      rule: "what is not both is not one or not the other",
      file: "expression/english/conditions.ts",
      from: '(typed.node === "and") === holds ? "and" : "or"',
      to: "typed.node",
    },
    {
      rule: "clauses of the other word are set off",
      file: "expression/english/clause.ts",
      from: "if (clauses.every(isFlat))",
      to: "if (true)",
    },
    {
      rule: "loose phrases stand in brackets",
      file: "expression/english/sentence-context.ts",
      from: "ending > most ? `(${text})` : text",
      to: "text",
    },
    {
      rule: "a denied comparison is the opposite one",
      file: "expression/english/comparisons.ts",
      from: "const relation = holds ? turned : denied[turned];",
      to: "const relation = turned;",
    },
    {
      rule: "a comparison is turned with its sides",
      file: "expression/english/comparisons.ts",
      from: "isTurned ? flipped[typed.operator] : typed.operator",
      to: "typed.operator",
    },
    {
      rule: "that not all are is that one is not",
      file: "expression/english/lists.ts",
      from: "holds ? each : atLeastOne",
      to: "each",
    },
    {
      rule: "the row before the change is told from the row",
      file: "expression/english/subject.ts",
      from: 'wasBefore: true, after: " before the change"',
      to: 'wasBefore: false, after: ""',
    },
  ];
  const folder = fileURLToPath(new URL("..", import.meta.url));
  for (const change of changes) {
    test(change.rule, async () => {
      const changed = await importChanged<{ readonly sentenceOf: typeof sentenceOf }>(
        folder,
        "expression/english.ts",
        change,
      );
      assert.throws(() => sharedSentences(changed.sentenceOf, 100_000), assert.AssertionError);
    });
  }
});
