// The parser against CEL's own: what we accept CEL accepts, with the same tree, and what only we refuse is known.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  getCheckingSuite,
  getComprehensionSuite,
  getConformanceSuite,
  getParsingSuite,
  type IncrementalTestSuite,
} from "@bufbuild/cel-spec/testdata/tests.js";
import fc from "fast-check";
import { celForm, inCel, treeForm } from "../testing/cel.ts";
import { importChanged, type Change } from "../testing/changed.ts";
import { celSoup, ourSoup, spoiled, wellFormed } from "../testing/expressions.ts";
import { parseExpression, type Parsed } from "./parsing/parse.ts";

const long = process.env["WRIT_LONG"] === "1";
type Parse = (text: string) => Parsed;
type Runs = { readonly seed: number; readonly numRuns: number; readonly endOnFailure?: boolean };

/** Well-formed texts are accepted, and their trees are those of CEL's spelling, which the generator wrote beside ours. */
function readsWellFormed(parse: Parse, runs: Runs): void {
  const property = fc.property(wellFormed, ({ ours, cel }) => {
    const parsed = parse(ours);
    assert.ok("tree" in parsed, `${ours} is refused`);
    assert.deepEqual(treeForm(parsed.tree), celForm(cel), `${ours} is ${cel} in CEL`);
  });
  fc.assert(property, runs);
}

/** The trees are the same; nothing is said of what we refuse. */
function agree(parse: Parse, text: string): boolean {
  const parsed = parse(text);
  if ("mistake" in parsed) return false;
  const cel = inCel(text, parsed.tree);
  assert.deepEqual(treeForm(parsed.tree), celForm(cel), `${text} is ${cel} in CEL`);
  return true;
}

function readsSoup(parse: Parse, runs: Runs): number {
  let accepted = 0;
  fc.assert(
    fc.property(ourSoup, (text) => void (accepted += agree(parse, text) ? 1 : 0)),
    runs,
  );
  return accepted;
}

/** What CEL accepts and the profile does not, by what we say to it. */
const refusedOnPurpose = [
  /^comparisons cannot be chained$/,
  /^"[\d.]+in" is not a number$/, // A word that touches a number.
  /^nothing follows the point of a number$/,
  /^expected a value, found "[\],]"$/, // A comma after the last item of a list, or instead of any.
  /^expected a value, found "\."$/, // A name or a number that begins with a point.
  /^"\?\." is not known here$/, // The same after the sign of a condition.
  /^expected a value, found "-"$/, // The sign of a number after another sign: !-1.
];

function isKnownRefusal(text: string): void {
  const parsed = parseExpression(text);
  if ("tree" in parsed || refusedOnPurpose.some((known) => known.test(parsed.mistake.message))) return;
  assert.throws(() => celForm(text), `${text} is CEL, and refused: ${parsed.mistake.message}`);
}

/** CEL disagrees or refuses: the switch itself did not merely break the code. */
function isDisagreement({ cause }: Error): true {
  assert.ok(!(cause instanceof TypeError || cause instanceof ReferenceError), String(cause));
  return true;
}

describe("the parser agrees with CEL", () => {
  test("every well-formed text is accepted, with CEL's tree", () =>
    readsWellFormed(parseExpression, { seed: 35, numRuns: long ? 50_000 : 500 }));

  test("what is accepted of a soup of tokens has CEL's tree", () => {
    const accepted = readsSoup(parseExpression, { seed: 34, numRuns: long ? 1_000_000 : 10_000 });
    assert.ok(accepted > 150, `${accepted} accepted`);
  });

  test("what is refused of a soup of CEL's tokens is refused by CEL, or on purpose", () => {
    fc.assert(fc.property(celSoup, isKnownRefusal), { seed: 39, numRuns: long ? 1_000_000 : 8_000 });
  });

  test("what is accepted one sign away from a well-formed text has CEL's tree", () => {
    fc.assert(
      fc.property(spoiled, (text) => void agree(parseExpression, text)),
      { seed: 40, numRuns: long ? 50_000 : 500 },
    );
  });

  test("the slice of CEL's own suites that the profile accepts", (context) => {
    let accepted = 0;
    const refused = new Map<string, number>();
    const walk = (suite: IncrementalTestSuite): void => {
      for (const { original } of suite.tests) {
        const parsed = parseExpression(original.expr);
        if ("mistake" in parsed) {
          const kind = parsed.mistake.message.replaceAll(/".*?"/g, "…");
          refused.set(kind, (refused.get(kind) ?? 0) + 1);
        } else {
          agree(parseExpression, original.expr);
          accepted++;
        }
      }
      suite.suites.forEach(walk);
    };
    [getConformanceSuite(), getParsingSuite(), getCheckingSuite(), getComprehensionSuite()].forEach(walk);
    const kinds = [...refused].toSorted((a, b) => b[1] - a[1]).map(([kind, number]) => `\n  ${number} ${kind}`);
    context.diagnostic(`${accepted} accepted, refused:${kinds.join("")}`);
    assert.ok(accepted >= 1300, `${accepted} accepted`);
  });
});

describe("each of these rules, switched off, breaks the agreement", () => {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const changes: readonly Change[] = [
    {
      rule: "the word not denies a whole comparison",
      file: "expression/parsing/parse.ts",
      from: "const of = nested(parser, negation);",
      to: "const of = nested(parser, signed);",
    },
    {
      rule: "the sign ! denies only what stands next to it",
      file: "expression/parsing/parse.ts",
      from: "nested(parser, steps);",
      to: "nested(parser, comparison);",
    },
    {
      rule: "a sign stands before itself or before a value",
      file: "expression/parsing/parse.ts",
      from: "is(parser, sign) ? nested(parser, signed)",
      to: 'is(parser, "!", "-") ? nested(parser, signed)',
    },
    {
      rule: "operators are left-associative",
      file: "expression/parsing/parse.ts",
      from: "const right = operand(parser);",
      to: "const right = chain(parser, operators, operand);",
    },
    {
      rule: "* binds closer than +",
      file: "expression/parsing/parse.ts",
      from: 'chain(parser, ["+", "-"], product)',
      to: 'chain(parser, ["+", "-", "*", "/", "%"], signed)',
    },
    {
      rule: "and binds closer than or",
      file: "expression/parsing/parse.ts",
      from: 'chain(parser, ["or"], both)',
      to: 'chain(parser, ["or", "and"], negation)',
    },
    {
      rule: "conditionals nest to the right",
      file: "expression/parsing/parse.ts",
      from: "const otherwise = nested(parser, conditional);",
      to: "const otherwise = nested(parser, either);",
    },
    {
      rule: "nothing follows the point of a number",
      file: "expression/parsing/parse.ts",
      from: 'if (of.kind === "number")',
      to: "if (false)",
    },
    {
      rule: "reserved words are no names",
      file: "expression/parsing/lex.ts",
      from: "reserved: reserved.has(name)",
      to: "reserved: false",
    },
    {
      rule: "digits after the point count",
      file: "expression/parsing/lex.ts",
      from: "scale: fraction.length,",
      to: "scale: 0,",
    },
    { rule: "texts are composed", file: "expression/parsing/lex-text.ts", from: '.normalize("NFC")', to: "" },
    { rule: "escapes are CEL's", file: "expression/parsing/lex-text.ts", from: '"?": "?",', to: '"?": "\\\\?",' },
  ];
  for (const change of changes) {
    test(change.rule, async () => {
      const changed = await importChanged<{ readonly parseExpression: Parse }>(
        folder,
        "expression/parsing/parse.ts",
        change,
      );
      assert.throws(() => {
        // One of both finds it soon: neither is tried for long before the other.
        for (const share of [0.05, 1]) {
          readsWellFormed(changed.parseExpression, { seed: 41, numRuns: 1_000 * share, endOnFailure: true });
          readsSoup(changed.parseExpression, { seed: 41, numRuns: 100_000 * share, endOnFailure: true });
        }
      }, isDisagreement);
    });
  }
});
