// The dialect of patterns: what is read, what is refused, and that nothing that is read is slow.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { importChanged, type Change } from "../testing/changed.ts";
import { ambiguousPattern } from "../testing/patterns.ts";
import { patternLimits, readPattern } from "./regex/regex.ts";
import { workClock } from "../testing/work-clock.ts";

const long = process.env["WRIT_LONG"] === "1";
type ReadPattern = typeof readPattern;

function regexOf(source: string, read: ReadPattern = readPattern): string {
  const found = read(source);
  assert.ok("pattern" in found, `${source}: ${"message" in found ? found.message : ""}`);
  return found.pattern.regex;
}

describe("read", () => {
  const accepted: readonly (readonly [string, string])[] = [
    ["", ""],
    ["^[A-Z]{2}-\\d+$", "^[A-Z]{2}-[0-9]+$"],
    ["a.b", "a[^\\n]b"],
    ["\\w\\s\\d", "[A-Za-z0-9_][ \\t\\n\\f\\r][0-9]"],
    ["[\\w.-]", "[A-Za-z0-9_.\\-]"],
    ["[^\\s]", "[^ \\t\\n\\f\\r]"],
    ["(ab|c)?", "(?:ab|c)?"],
    ["a|", "a|"],
    ["()", "(?:)"],
    ["a{2}b{2,5}c{0,}", "a{2}b{2,5}c{0,}"],
    ["a{1,1}", "a{1}"],
    ["a{255}", "a{255}"],
    ["\\.\\/\\-\\@\\\\", "\\.\\/-@\\\\"],
    ["[-a]", "[\\-a]"],
    ["[a-]", "[a\\-]"],
    ["[\\[]", "[\\[]"],
    ["[:a:]", "[:a:]"],
    ["[a&&b]", "[a&&b]"],
    ["[\\]^]", "[\\]\\^]"],
    ["/", "\\/"],
    ["é😀", "é😀"],
    ["[😀-😂]", "[😀-😂]"],
    ["e\u0301", "é"],
    ["\n\t", "\\n\\t"],
    ["(ab){3,}", "(?:ab){3,}"],
    ["a*b*c*", "a*b*c*"],
    ["^.*a.*b.*c$", "^[^\\n]*a[^\\n]*b[^\\n]*c$"],
    ["^[a-z]{2,63}(\\.[a-z]{2,63}){1,4}$", "^[a-z]{2,63}(?:\\.[a-z]{2,63}){1,4}$"],
    ["^(\\d{1,3}\\.){3}\\d{1,3}$", "^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$"],
    ["[^a]$", "[^a]$|a^"],
    ["(^|,)?a", "(?:^|,)?a"],
    ["^[^@ ]+@[^@ ]+\\.[a-z]{2,}$", "^[^@ ]+@[^@ ]+\\.[a-z]{2,}$"],
  ];
  for (const [source, regex] of accepted) {
    test(JSON.stringify(source), () => {
      const read = readPattern(source);
      assert.ok("pattern" in read);
      assert.deepEqual([read.pattern.source, read.pattern.regex], [source, regex]);
    });
  }
});

test("a class may match the last character, though it takes two units", () => {
  for (const source of ["[^a]$", ".$", "b.$", "[^a]{2}$", "(a|[^a])$", "[^a]($|$)", "(^|b).$"]) {
    assert.ok(new RegExp(regexOf(source), "u").test("b😁"), source);
  }
});

describe("refused", () => {
  /** The mark « is the place. */
  const refused: readonly (readonly [string, string])[] = [
    ["a«(b", 'this "(" is not closed; write \\( for the character'],
    ["a«)b", 'this ")" has no opening counterpart; write \\) for the character'],
    ["a«]", 'this "]" has no opening counterpart; write \\] for the character'],
    ["a«}", 'this "}" has no opening counterpart; write \\} for the character'],
    ["«[a", 'this "[" is not closed; write \\[ for the character'],
    ["«[]", "this class holds no character"],
    ["[a«[b]", 'inside a class, write \\[ for the character "["'],
    ["[«z-a]", 'this range is empty: "a" comes before "z"'],
    ["[a-«\\d]", "a range ends in one character; write \\- for the character"],
    ["a«\\", "this pattern ends in a backslash; write \\\\ for the character"],
    ["«\\D", '"\\D" means nothing here'],
    ["«\\b", '"\\b" means nothing here'],
    ["(a)«\\1", '"\\1" means nothing here'],
    ["«\\é", '"\\é" means nothing here'],
    ["«(?=a)", 'groups that begin with "(?" are not known: no lookaround, no names, no flags'],
    ["«(?<!a)", 'groups that begin with "(?" are not known: no lookaround, no names, no flags'],
    ["«(?i)a", 'groups that begin with "(?" are not known: no lookaround, no names, no flags'],
    ["«(?:a)", 'groups that begin with "(?" are not known: no lookaround, no names, no flags'],
    ["«*a", 'there is nothing to repeat before "*"; write \\* for the character'],
    ["a|«+", 'there is nothing to repeat before "+"; write \\+ for the character'],
    ["«{2}", 'there is nothing to repeat before "{"; write \\{ for the character'],
    ["«***:a", 'there is nothing to repeat before "*"; write \\* for the character'],
    ["«^*", "^ and $ cannot be repeated"],
    ["«$?", "^ and $ cannot be repeated"],
    ["a«(^b|c){2}", "^ and $ cannot be repeated"],
    ["a*«?", "a repeat is not followed by another: lazy and possessive repeats are not known"],
    ["a+«+", "a repeat is not followed by another: lazy and possessive repeats are not known"],
    ["a{2}«{3}", "a repeat is not followed by another: lazy and possessive repeats are not known"],
    ["a«{,3}", 'a "{" begins a count such as {2} or {2,5}; write \\{ for the character'],
    ["a«{x}", 'a "{" begins a count such as {2} or {2,5}; write \\{ for the character'],
    ["a«{256}", "counts go up to 255"],
    ["a«{1,256}", "counts go up to 255"],
    ["a«{99999999999999999999,}", "counts go up to 255"],
    ["a«{3,2}", "the second count is smaller than the first"],
    [
      "«(a|b)*",
      "an unbounded repeat holds one character, one class or a fixed sequence of them; anything else can be very slow",
    ],
    [
      "«(a+)+",
      "an unbounded repeat holds one character, one class or a fixed sequence of them; anything else can be very slow",
    ],
    ["«()*", "an unbounded repeat needs something to repeat"],
    ["a*b*c*d«*", "a pattern has at most 3 unbounded repeats; give this one a count such as {0,20}"],
    ["«(a{200}){200}", "this pattern matches more than 1000 characters when its counts are written out"],
    [
      "«a*a*a*a",
      "this pattern can match one text in so many ways that it may be very slow; begin it with ^, or let what follows a repeat begin differently from what it repeats",
    ],
    [
      "«^(a?){30}$",
      "this pattern can match one text in so many ways that it may be very slow; begin it with ^, or let what follows a repeat begin differently from what it repeats",
    ],
    [`${"(".repeat(10)}«(`, "groups stand at most 10 deep"],
    [`${"a".repeat(1000)}«a`, "a pattern has at most 1000 characters"],
    ["«a\u0000", "this pattern holds characters that cannot be stored"],
    ["«a\ud800", "this pattern holds characters that cannot be stored"],
  ];
  for (const [marked, message] of refused) {
    test(JSON.stringify(marked), () => {
      assert.deepEqual(readPattern(marked.replace("«", "")), { message, at: marked.indexOf("«") });
    });
  }
});

/**
 * Stops a match that takes longer, which a regular expression on the main thread could not be. What counts is the time
 * on the processor: where others use it too, a match that was stopped early begins again.
 */
function matchesWithin(regex: string, text: string, milliseconds: number, patience = milliseconds): boolean {
  const before = process.threadCpuUsage().user;
  try {
    runInNewContext("new RegExp(regex, 'u').test(text)", { regex, text }, { timeout: patience });
    return true;
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
  }
  const used = (process.threadCpuUsage().user - before) / 1000;
  return used < milliseconds * 0.8 && matchesWithin(regex, text, milliseconds, patience * 2);
}

/** On texts of 200 characters, the longest that a browser matches. A third of the time would do. */
function isQuick(read: ReadPattern, source: string, milliseconds = 5_000): boolean {
  const found = read(source);
  if (!("pattern" in found)) return true;
  return ["a".repeat(200), `${"a".repeat(199)}c`, "ab".repeat(100)].every((text) =>
    matchesWithin(found.pattern.regex, text, milliseconds),
  );
}

describe("quick", () => {
  test("no ambiguous pattern that is read takes long", () => {
    const property = fc.property(ambiguousPattern, (source) => assert.ok(isQuick(readPattern, source), source));
    fc.assert(property, { seed: 36, numRuns: long ? 3_000 : 30, endOnFailure: true });
  });

  test("the slowest that the limit allows", () => {
    for (const source of [
      "^a*a*a*b$",
      "a*a*a*b",
      ".*.*b",
      "a{0,199}a{0,199}b",
      "(a?){14}b",
      "(a|a){15}b",
      "^(a{1,14}){6}b",
    ]) {
      assert.equal(typeof regexOf(source), "string");
      assert.ok(isQuick(readPattern, source), source);
    }
  });

  const tries: Change = {
    rule: "there are few ways to try",
    file: "regex.ts",
    from: "if (triesOf(node) > tries)",
    to: "if (false)",
  };
  const changes: readonly { readonly source: string; readonly changes: readonly Change[] }[] = [
    { source: "(a?){30}c", changes: [tries] },
    {
      source: "(a{1,20}){10}c",
      changes: [
        {
          rule: "a repeat has many ways where what follows may begin it",
          file: "regex-node.ts",
          from: "if (!mayBeNothing(node.of) && !overlap(again, next))",
          to: "if (true)",
        },
      ],
    },
    {
      source: "(a|a){40}c",
      changes: [
        {
          rule: "branches that begin alike have many ways",
          file: "regex-node.ts",
          from: "return decided ? Math.max(...ways) : total(ways);",
          to: "return Math.max(...ways);",
        },
      ],
    },
    {
      source: "^(a{1,3}){1,}$",
      changes: [
        {
          rule: "an unbounded repeat holds something fixed",
          file: "regex.ts",
          from: "if (!isFixed(of))",
          to: "if (false)",
        },
        tries,
      ],
    },
    {
      source: "a*a*a*a*a*b",
      changes: [
        {
          rule: "at most three unbounded repeats",
          file: "regex.ts",
          from: "if (++reader.unbounded > patternLimits.unboundedRepeats)",
          to: "if (false)",
        },
        tries,
      ],
    },
  ];
  for (const { source, changes: switched } of changes) {
    test(`switched off, "${switched[0]?.rule}" lets ${source} through, which is slow`, async () => {
      assert.ok("message" in readPattern(source));
      const changed = await importChanged<{ readonly readPattern: ReadPattern }>(
        `${import.meta.dirname}/regex`,
        "regex.ts",
        ...switched,
      );
      assert.ok(!isQuick(changed.readPattern, source, 300));
    });
  }
});

test("whatever is written is a pattern or one message with a place inside it", () => {
  const pieces = fc.constantFrom(
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "{1,2}",
    "*",
    "+",
    "?",
    "|",
    "^",
    "$",
    "\\",
    "\\d",
    "-",
    "a",
    "é",
    "\u0301",
    "\ud800",
    ",",
    "2",
    ".",
  );
  const property = fc.property(
    fc.oneof(
      fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary" }),
    ),
    (source) => {
      const found = readPattern(source);
      if ("pattern" in found) assert.ok(new RegExp(found.pattern.regex, "u"));
      else assert.ok(0 <= found.at && found.at <= source.length && found.message !== "");
    },
  );
  fc.assert(property, { seed: 37, numRuns: long ? 200_000 : 1_000 });
  for (const piece of ["(", "[", "a", "a|", "(a|", "[a-", "\\", "a{1,", "e\u0301", "a?", "[ab]?"]) {
    for (const length of [patternLimits.length, 1_000_000]) {
      const before = workClock();
      readPattern(piece.repeat(length / piece.length));
      assert.ok(workClock() - before < 500, `${piece}, ${length} characters`);
    }
  }
});
