// The dialect of patterns: one printed text means the same to JavaScript, PostgreSQL and RE2, in every collation.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { celEnv, parse, plan } from "@bufbuild/cel";
import fc from "fast-check";
import type { Client } from "pg";
import { importChanged, type Change } from "../testing/changed.ts";
import { matchedText, pattern } from "../testing/patterns.ts";
import { startPostgres, type DatabaseOptions, type Postgres } from "../testing/postgres.ts";
import { readPattern } from "./regex/regex.ts";
import { workClock } from "../testing/work-clock.ts";

const long = process.env["WRIT_LONG"] === "1";
type ReadPattern = typeof readPattern;
type Matches = (regex: string, texts: readonly string[]) => readonly boolean[] | Promise<readonly boolean[]>;

const inJavaScript: Matches = (regex, texts) => {
  const compiled = new RegExp(regex, "u");
  return texts.map((text) => compiled.test(text));
};

const celMatches = plan(celEnv({}), parse("text.matches(regex)"));
const inRe2: Matches = (regex, texts) =>
  texts.map((text) => {
    const matched = celMatches({ text, regex });
    if (typeof matched !== "boolean") throw new Error(`RE2: ${String(matched)}`);
    return matched;
  });

const inPostgres =
  (client: Client): Matches =>
  async (regex, texts) => {
    const sql =
      "select text ~ $2 as matched from unnest($1::text[]) with ordinality as given (text, place) order by place";
    const { rows } = await client.query<{ matched: boolean }>(sql, [texts, regex]);
    return rows.map(({ matched }) => matched);
  };

let postgres: Postgres;
const engines = new Map<string, Matches>([["RE2", inRe2]]);

before(async () => {
  postgres = await startPostgres();
  for (const collation of ["C", "icu", "unicode"] satisfies readonly DatabaseOptions["collation"][]) {
    await postgres.createDatabase(`patterns_${collation}`, { collation });
    engines.set(`PostgreSQL, ${collation}`, inPostgres(await postgres.connect(`patterns_${collation}`)));
  }
});
after(() => postgres.stop());

/** How many matches were compared and how many of them matched. */
async function compare(read: ReadPattern, options: fc.Parameters<[string, string[]]>) {
  const counts = { refused: 0, compared: 0, matched: 0 };
  const texts = fc.array(matchedText, { minLength: 12, maxLength: 12 });
  const property = fc.asyncProperty(pattern, texts, async (source, given) => {
    const found = read(source);
    if ("message" in found) return void counts.refused++;
    const { regex } = found.pattern;
    const expected = await inJavaScript(regex, given);
    for (const [engine, matches] of engines)
      assert.deepEqual(await matches(regex, given), expected, `${engine}: ${regex}`);
    // RE2 alone of the three reads the dialect as it is written, and so says whether it was printed right.
    assert.deepEqual(await inRe2(source, given), expected, `${source} is printed ${regex}`);
    counts.compared += given.length;
    counts.matched += expected.filter(Boolean).length;
  });
  await fc.assert(property, options);
  return counts;
}

/** The engines disagree or one of them refuses the pattern: the switch itself did not merely break the code. */
function isDisagreement({ cause }: Error): true {
  assert.ok(!(cause instanceof TypeError || cause instanceof ReferenceError), String(cause));
  return true;
}

describe("one printed text serves JavaScript, PostgreSQL and RE2", () => {
  test("random patterns and texts", async (context) => {
    const counts = await compare(readPattern, { seed: 38, numRuns: long ? 30_000 : 700 });
    context.diagnostic(JSON.stringify(counts));
    const share = counts.matched / counts.compared;
    assert.ok(counts.compared > 5_000 && share > 0.1 && share < 0.9, JSON.stringify(counts));
  });

  test("the largest patterns that are read", async () => {
    const largest = [
      "[a-z]{255}[a-z]{255}[a-z]{255}[a-z]{235}",
      "a{0,255}b{0,255}c{0,255}d{0,235}",
      "(a?b?c?d?e?f){160}",
      "(ab{0,2}c){250}",
      "[ab]*a[ab]{255}[ab]{255}[ab]{255}$",
      "((a{0,5}b){0,5}c){0,24}",
      `${"(".repeat(10)}a${"){2}".repeat(9)})`,
    ];
    const texts = ["", "a", "abcdef".repeat(200), "ab".repeat(600), "z".repeat(1000)];
    for (const source of largest) {
      const found = readPattern(source);
      assert.ok("pattern" in found, source);
      const started = workClock();
      for (const [engine, matches] of engines) {
        assert.deepEqual(
          await matches(found.pattern.regex, texts),
          await inJavaScript(found.pattern.regex, texts),
          `${engine}: ${source}`,
        );
      }
      assert.ok(workClock() - started < 5_000, source);
    }
  });
});

describe("each of these rules, switched off, breaks the agreement", () => {
  const rest = 'const rest = reader.text.slice(start); reader.at = start + rest.indexOf(")") + 1;';
  const raw = (printed: string) => `return { kind: "character", ranges: [], printed: ${printed} };`;
  const changes: readonly (Change & { readonly seed?: number })[] = [
    { rule: "\\d is 0 to 9", file: "regex.ts", from: '{ inside: "0-9",', to: '{ inside: "\\\\d",' },
    {
      rule: "\\w is A to Z, a to z, 0 to 9 and _",
      file: "regex.ts",
      from: '{ inside: "A-Za-z0-9_",',
      to: '{ inside: "\\\\w",',
    },
    {
      rule: "\\s is five characters",
      file: "regex.ts",
      from: '{ inside: " \\\\t\\\\n\\\\f\\\\r",',
      to: '{ inside: "\\\\s",',
      seed: 10,
    },
    {
      rule: ". is anything but a line feed",
      file: "regex.ts",
      from: 'printed: "[^\\\\n]" };',
      to: 'printed: "." };',
      seed: 13,
    },
    {
      rule: "no lookaround, no flags, no names",
      file: "regex.ts",
      from: 'if (peek(reader) === "?") return fail(',
      to: `if (peek(reader) === "?") { ${rest} ${raw('rest.slice(0, rest.indexOf(")") + 1)')} } if (false) return fail(`,
    },
    {
      rule: "no other shorthands, no backreferences",
      file: "regex.ts",
      from: "if (!shorthand) return literal(readEscape(reader));",
      to: `if (!shorthand) { reader.at += 2; ${raw("reader.text.slice(reader.at - 2, reader.at)")} }`,
    },
    {
      rule: "a repeat is not followed by another",
      file: "regex.ts",
      from: 'if (["*", "+", "?", "{"].includes(peek(reader))) return fail(',
      to: 'if (["*", "+", "?"].includes(peek(reader))) return { kind: "repeat", of, ...count, printed: count.printed + (take(reader, peek(reader)) ? reader.text[reader.at - 1] : "") }; if (false) return fail(',
    },
    {
      rule: "edges are not repeated",
      file: "regex.ts",
      from: 'if (of.kind === "edge" || (count.most > 1 && holdsEdge(of)))',
      to: "if (false)",
    },
    { rule: "counts go up to 255", file: "regex.ts", from: "count: 255,", to: "count: 999," },
    { rule: "counts inside counts stay small", file: "regex.ts", from: "size: 1000,", to: "size: 1_000_000," },
    { rule: "ranges go upwards", file: "regex.ts", from: "if (!reader.mistake && to < from)", to: "if (false)" },
    { rule: "a class holds something", file: "regex.ts", from: "if (items.length === 0)", to: "if (false)" },
    {
      rule: "[ is escaped inside a class",
      file: "regex.ts",
      from: 'const printed = escaped(first, "\\\\][^-");',
      to: 'const printed = escaped(first, "\\\\]^-");',
    },
    {
      rule: "- is escaped inside a class",
      file: "regex.ts",
      from: 'const printed = escaped(first, "\\\\][^-");',
      to: 'const printed = escaped(first, "\\\\][^");',
      seed: 10,
    },
    { rule: "signs are escaped", file: "regex.ts", from: '"^$\\\\.*+?()[]{}|/"', to: '"^$\\\\.*+?()[]|/"' },
  ];
  // Each has a seed that soon comes to it: others come to some after minutes.
  for (const change of changes) {
    test(change.rule, async () => {
      const changed = await importChanged<{ readonly readPattern: ReadPattern }>(
        `${import.meta.dirname}/regex`,
        "regex.ts",
        change,
      );
      await assert.rejects(
        compare(changed.readPattern, { seed: change.seed ?? 7, numRuns: 20_000, endOnFailure: true }),
        isDisagreement,
      );
    });
  }
});
