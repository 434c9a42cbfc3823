// The rows of `### Sample`: statements for previews and tests, which may run again and write nothing twice.
import type { Compiled } from "../compile.ts";
import { accountOf, rowsOf } from "../sections/entities/database.ts";
import { designOf } from "./design-of.ts";
import { printPlace } from "../plan/layout.ts";
import { createObject } from "./sql.ts";

/** One row, for code that writes them one after the other. */
export type SampleRow = {
  readonly entity: string;
  readonly key: string;
  readonly address: string;
  /** Where it is to stand, as SQL. */
  readonly table: string;
  readonly statements: readonly string[];
};

/**
 * To be run by the owner, in one transaction: rows may name rows that come later. A row that needs a creator was
 * created by the account that came first; people of a preview come before its rows.
 */
export function samplesOf(compiled: Compiled): readonly string[] {
  const rows = sampleRowsOf(compiled);
  if (rows.length === 0) return [];
  const isPerson = ({ entity }: SampleRow) => entity === "user";
  return [
    asSample,
    ...rows.filter(isPerson).flatMap(({ statements }) => statements),
    asTheFirst,
    ...rows.filter((row) => !isPerson(row)).flatMap(({ statements }) => statements),
    // While it is known that these are samples.
    "SET CONSTRAINTS ALL IMMEDIATE",
    "SELECT set_config('request.jwt.claims', '', true)",
  ];
}

/** People may name rows that come later; nobody has written them. */
export const asSample = `SELECT set_config('request.jwt.claims', '{"sample": true}', true)`;

/**
 * For what follows in the same transaction; of people of a preview there is one only when they are written. That it is a
 * sample is for the history, which does not say of that account what it never did.
 */
export const asTheFirst =
  "SELECT set_config('request.jwt.claims', json_build_object('sub', (SELECT id FROM auth.users ORDER BY created_at, id LIMIT 1), 'sample', true)::text, true)";

/** People first, and no row before one that it names, as far as there is such an order. */
export function sampleRowsOf(compiled: Compiled): readonly SampleRow[] {
  const design = designOf(compiled);
  const account = design.entities.find(({ builtIn }) => builtIn);
  const rows = rowsOf("Sample", design).map((seed): SampleRow => {
    const { entity, key, address } = seed;
    const statements = entity === "user" ? accountOf(seed, account) : createObject(seed);
    return { entity, key, address, table: printPlace(seed.table), statements };
  });
  return [...rows.filter(({ entity }) => entity === "user"), ...rows.filter(({ entity }) => entity !== "user")];
}
