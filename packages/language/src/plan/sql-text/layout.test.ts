// Laying out SQL changes white space alone, of real bodies and of any words in any order, and once is enough.
import assert from "node:assert/strict";
import fc from "fast-check";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { compile } from "../../compile.ts";
import { databaseOf } from "../../database/database.ts";
import { layoutBody, layoutSql, tidyBody } from "./layout.ts";
import { tokensOf } from "./tokens.ts";

const words = (sql: string) => tokensOf(sql).map(({ text }) => text);

function isKept(sql: string, lay: (text: string) => string): void {
  const laid = lay(sql);
  assert.deepEqual(words(laid), words(sql));
  assert.equal(lay(laid), laid);
}

const languages = ["sql", "plpgsql"] as const;

describe("real bodies", () => {
  const documents = join(import.meta.dirname, "../../testing/documents");
  for (const file of readdirSync(documents).filter((name) => name.endsWith(".md")))
    test(file, () => {
      for (const object of databaseOf(compile(readFileSync(join(documents, file), "utf8")))) {
        if (object.kind === "function") {
          isKept(object.body, (body) => layoutBody(body, object.language));
          isTidy(object.body, object.language);
        }
        if (object.kind === "view") isKept(object.definition, (definition) => layoutSql(definition));
      }
    });
});

/** Each pair of brackets around nothing but brackets counts once. */
function withSingleBrackets(sql: string): readonly string[] {
  const closes = new Map<number, number>();
  const all = words(sql);
  const open: number[] = [];
  for (const [at, word] of all.entries()) {
    if (word === "(") open.push(at);
    if (word === ")") closes.set(open.pop() ?? -1, at);
  }
  const gone = [...closes].filter(([from, to]) => closes.get(from + 1) === to - 1).flat();
  return all.filter((_, at) => !gone.includes(at));
}

function isTidy(body: string, language: (typeof languages)[number]): void {
  const tidy = tidyBody(body, language);
  assert.deepEqual(withSingleBrackets(tidy), withSingleBrackets(body));
  assert.equal(tidyBody(tidy, language), tidy);
}

const piece = fc.constantFrom(
  ..."SELECT DISTINCT FROM WHERE AND OR BETWEEN CASE WHEN THEN ELSE ELSIF END IF LOOP FOR UPDATE BEGIN EXCEPTION DECLARE".split(
    " ",
  ),
  ..."INSERT INTO VALUES ON CONFLICT DO SET RETURNING LEFT OUTER JOIN UNION ALL ORDER BY WITH AS IN NOT ATOMIC PERFORM".split(
    " ",
  ),
  ...'( ) [ ] , ; . :: := || = -> # # + ? - a bb long_name_of_a_column $1 12 1.5 "q" "a""b"'.split(" "),
  "'text'",
  "'it''s\n  -- no comment'",
  "E'a\\'b'",
  "$$ IF a THEN\n b $$",
  "$t$ ; $t$",
  "-- why\n",
  "/* a /* b */\n c */",
  `'${"x".repeat(100)}'`,
  "jsonb_build_object(",
);
const glue = fc.constantFrom(" ", " ", "\n", "  \n\t", "");
/** Where nothing stands between two words, they would be one; beside brackets and commas nothing need stand. */
const textOf = (pieces: readonly (readonly [string, string])[]): string =>
  pieces
    .map(([one, space], at) => {
      const ends = /[()[\],]$/.test(one) || /^[()[\],]/.test(pieces[at + 1]?.[0] ?? "");
      return one + (space === "" && !ends ? " " : space);
    })
    .join("");

test("any words in any order", () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, glue), { maxLength: 60 }), (pieces) => {
      const sql = textOf(pieces);
      for (const language of languages) {
        isKept(sql, (text) => layoutBody(text, language));
        isTidy(sql, language);
      }
    }),
    { seed: 20260101, numRuns: 3000 },
  ));

const laid = (language: (typeof languages)[number], body: string) => `\n${layoutBody(body, language)}\n`;

test("blocks are indented, and what is short stays on its line", () =>
  assert.equal(
    laid(
      "plpgsql",
      `DECLARE a integer; BEGIN IF a > 1 THEN RETURN NULL; END IF; FOR b IN SELECT 1 LOOP a := b; -- why
 IF a THEN x(); ELSIF c THEN y(); ELSE z(); END IF; END LOOP; EXCEPTION WHEN OTHERS THEN RETURN 1; END`,
    ),
    `
DECLARE
  a integer;
BEGIN
  IF a > 1 THEN RETURN NULL; END IF;
  FOR b IN SELECT 1 LOOP
    a := b;
    -- why
    IF a THEN
      x();
    ELSIF c THEN
      y();
    ELSE
      z();
    END IF;
  END LOOP;
EXCEPTION
  WHEN OTHERS THEN
    RETURN 1;
END
`,
  ));

test("a long query has a line for each clause, and its conditions below each other", () =>
  assert.equal(
    laid(
      "sql",
      `SELECT a.first_column, a.second_column, CASE WHEN a.one IS DISTINCT FROM a.two THEN 'different' ELSE 'the same' END FROM public.table_of_rows AS a LEFT JOIN others AS b ON b.id = a.other WHERE a.x BETWEEN 1 AND 2 AND (a.y = 3 OR EXISTS (SELECT FROM public.many_more_rows AS c WHERE c.parent = a.id AND c.is_counted IS TRUE)) ORDER BY a.x LIMIT 1`,
    ),
    `
  SELECT
    a.first_column,
    a.second_column,
    CASE WHEN a.one IS DISTINCT FROM a.two THEN 'different' ELSE 'the same' END
  FROM public.table_of_rows AS a
    LEFT JOIN others AS b ON b.id = a.other
  WHERE a.x BETWEEN 1 AND 2
    AND (
      a.y = 3
      OR EXISTS (SELECT FROM public.many_more_rows AS c WHERE c.parent = a.id AND c.is_counted IS TRUE)
    )
  ORDER BY a.x
  LIMIT 1
`,
  ));

test("brackets around brackets go, but where they are a call, a list or a query", () => {
  const tidied = [
    ["SELECT ((a = b))::boolean", "SELECT (a = b)::boolean"],
    ["SELECT ((((SELECT 1)) IS NULL))", "SELECT ((SELECT 1) IS NULL)"],
    ["SELECT a WHERE NOT ((b)) AND c = ((d))", "SELECT a WHERE NOT (b) AND c = (d)"],
    ["SELECT f((1)), f((((SELECT 1))))", "SELECT f((1)), f((SELECT 1))"],
    ["SELECT a IN ((SELECT 1)), a = ANY ((SELECT b))", "SELECT a IN ((SELECT 1)), a = ANY ((SELECT b))"],
    ["SELECT ((a)[1]), ((a).b), (a) (b)", "SELECT ((a)[1]), ((a).b), (a) (b)"],
    ["VALUES ((1)), ((2))", "VALUES ((1)), (2)"],
  ];
  for (const [before = "", after = ""] of tidied) assert.equal(tidyBody(before, "sql").trim(), after);
});

test("a comment stands before what it speaks of", () =>
  assert.equal(
    laid(
      "sql",
      `SELECT first_column_of_rows, -- why the second
 second_column_of_rows FROM some_rows JOIN other_rows ON other_rows.parent = some_rows.id -- why only these
WHERE some_rows.kind = 1 -- why not
AND other_rows.kind = 2`,
    ),
    `
  SELECT
    first_column_of_rows,
    -- why the second
    second_column_of_rows
  FROM some_rows
    JOIN other_rows ON other_rows.parent = some_rows.id
  -- why only these
  WHERE some_rows.kind = 1
    -- why not
    AND other_rows.kind = 2
`,
  ));

test("words at which a line may begin stand apart also where the source has no spaces", () =>
  assert.equal(layoutBody("SELECT (a)AND(b)||c,d , f( e )", "sql"), "  SELECT (a) AND (b) || c, d, f(e)"));
