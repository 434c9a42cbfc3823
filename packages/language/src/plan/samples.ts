// The rows of `### Sample`: statements for previews and tests, which may run again and write nothing twice.
import type { Compiled } from "../compile.ts";
import { accountOf, rowsOf } from "../sections/entities/database/seeds.ts";
import { designOf } from "./design.ts";
import { createObject } from "./sql.ts";

/**
 * To be run by the owner, in one transaction: rows may name rows that come later. A row that somebody has to have made
 * was made by the account that came first; people of a preview come before its rows.
 */
export function samplesOf(compiled: Compiled): readonly string[] {
  const design = designOf(compiled);
  const account = design.entities.find(({ builtIn }) => builtIn);
  const rows = rowsOf("Sample", design);
  if (rows.length === 0) return [];
  return [
    ...rows.filter(({ entity }) => entity === "user").flatMap((seed) => accountOf(seed, account)),
    "SELECT set_config('request.jwt.claims', json_build_object('sub', (SELECT id FROM auth.users ORDER BY created_at, id LIMIT 1))::text, true)",
    ...rows.filter(({ entity }) => entity !== "user").flatMap(createObject),
    "SELECT set_config('request.jwt.claims', '', true)",
  ];
}
