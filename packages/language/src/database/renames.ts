// Constraints and indexes that are called otherwise and say the same: what stands on them stays, and nothing is built again.
import { quoteIdentifier } from "../expression/sql/sql-quote.ts";
import { printPlace } from "../plan/layout.ts";
import { keyOf, type DatabaseObject, type ObjectOf } from "../plan/objects.ts";
import { saysTheSame } from "./says-the-same.ts";
import { createObject } from "./sql.ts";
import type { Step } from "./step.ts";

export type Rename = { readonly from: Named; readonly to: Named };
type Named = ObjectOf<"constraint"> | ObjectOf<"index">;

/** `isFree`: nothing that is there has that key. */
export function renamesOf(
  gone: readonly DatabaseObject[],
  made: readonly DatabaseObject[],
  isFree: (key: string) => boolean,
): readonly Rename[] {
  const left = gone.filter(isNamed);
  return made.filter(isNamed).flatMap((to) => {
    const from = left.find((one) => saysTheSame(meaning(one), meaning(to)));
    if (from === undefined || !isFree(keyOf(to))) return [];
    left.splice(left.indexOf(from), 1);
    return [{ from, to }];
  });
}

const isNamed = (object: DatabaseObject): object is Named => object.kind === "constraint" || object.kind === "index";

const meaning = (one: Named): unknown => [one.kind, one.table, one.definition, one.kind === "index" && one.unique];

/** What an object is made by ends with the comment that names its clause. */
export function renameStep({ from, to }: Rename): Step {
  const [old, name] = [quoteIdentifier(from.name), quoteIdentifier(to.name)];
  const sql =
    to.kind === "constraint"
      ? `ALTER TABLE ${printPlace(to.table)} RENAME CONSTRAINT ${old} TO ${name}`
      : `ALTER INDEX ${quoteIdentifier(to.table.schema)}.${old} RENAME TO ${name}`;
  return { kind: "change", what: keyOf(to), address: to.address, sql: [sql, ...createObject(to).slice(1)] };
}
