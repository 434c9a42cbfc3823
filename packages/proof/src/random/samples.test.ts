// Sample rows of random documents are stored as their cells say: relative moments, and nothing where a cell says so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { samplesOf } from "@writ/language/plan";
import { databases } from "../../../language/src/testing/database.ts";
import { firstSeed } from "../../../language/src/testing/seed.ts";
import { allParts } from "./document.ts";
import { documentOf } from "./documents.ts";

const { open } = databases();
const first = firstSeed();
const documents = process.env["WRIT_LONG"] === "1" ? 60 : 6;

/** Of a moment from today on, the SQL that it means; undefined for other cells. */
function meaning(cell: string): string | undefined {
  const [, sign = "+", days = "0"] = /^`today(?: ([+-]) days\((\d+)\))?`$/.exec(cell) ?? [];
  if (/^`today(?: [+-] days\(\d+\))?`$/.test(cell)) return `(SELECT day FROM public._written) ${sign} ${days}`;
  if (cell === "`now - hours(2)`") return `(SELECT max(updated_at) FROM public."user") - interval '2 hours'`;
  if (cell === "`now - days(3)`") return `(SELECT max(updated_at) FROM public."user") - interval '3 days'`;
  return undefined;
}

test("each cell of a sample row is stored as it stands", async (context) => {
  const counts = { nothing: 0, moments: 0, defaults: 0 };
  for (let seed = first; seed < first + documents; seed++) {
    // Effects and rules of other rows may refuse a row, so they are left out.
    const { source, compiled } = documentOf(seed, { ...allParts, effects: false, rules: false });
    const database = await open(source);
    await database.owner(
      ["BEGIN", ...samplesOf(compiled), "CREATE TABLE public._written AS SELECT writ.today() AS day", "COMMIT"].join(
        ";\n",
      ),
    );
    for (const { entity, columns, rows } of compile(source).model.entities.rowSets) {
      const [row] = rows;
      for (const [index, { id }] of columns.entries()) {
        const cell = row?.values[index]?.text ?? "";
        const value = meaning(cell);
        const field = compiled.lookup.fields.get(entity.id)?.get(id);
        const isList = field?.type?.kind === "several" || field?.type?.kind === "several of";
        const expected =
          cell === "`null`"
            ? isList
              ? `"${id}" = '{}'`
              : `"${id}" IS NULL`
            : cell === "" && field?.default !== undefined
              ? `"${id}" IS NOT NULL`
              : value === undefined
                ? undefined
                : `"${id}" = ${value}`;
        if (expected === undefined) continue;
        counts[cell === "" ? "defaults" : value === undefined ? "nothing" : "moments"]++;
        const found = await database.owner(`SELECT FROM public."${entity.id}" WHERE ${expected}`);
        assert.equal(found.length, 1, `seed ${seed}, ${entity.label}: ${id} is ${cell}`);
      }
    }
    await database.close();
  }
  context.diagnostic(JSON.stringify(counts));
  for (const count of Object.values(counts)) assert.ok(count >= documents / 2, JSON.stringify(counts));
});
