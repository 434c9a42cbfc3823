// The rows of `### Sample`: statements for previews and tests, which may run again and write nothing twice.
import type { Compiled } from "../compile.ts";
import { accountOf, rowsOf } from "../sections/entities/database/seeds.ts";
import { designOf } from "./design.ts";
import { createObject } from "./sql.ts";

/** To be run by the owner, in one transaction: rows may name rows that come later. */
export function samplesOf(compiled: Compiled): readonly string[] {
  const design = designOf(compiled);
  const account = design.entities.find(({ builtIn }) => builtIn);
  return rowsOf("Sample", design).flatMap((seed) =>
    seed.entity === "user" ? accountOf(seed, account) : createObject(seed),
  );
}
