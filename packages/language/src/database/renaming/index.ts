// Entities and fields that are called otherwise in the database as well, because the operator asks for it: nothing is lost.
import type { Compiled } from "../../compile.ts";
import type { DatabaseObject } from "../../plan/objects.ts";
import type { Step } from "../step.ts";
import { renamedTables, type RenamedTable } from "./objects.ts";
import { readRenamings, type Renaming } from "./requested.ts";
import { renameRowSteps } from "./rows.ts";
import { renamedSource } from "./source.ts";

export { askedUnderOldNames, renameTableSteps, underNewNames } from "./objects.ts";
export { RenameRefused } from "./requested.ts";

export type Renames = {
  readonly renamings: readonly Renaming[];
  readonly tables: readonly RenamedTable[];
  readonly rows: readonly Step[];
  /** The applied document under its new identifiers. */
  readonly before: Compiled;
};

/** `requests` as `OLD=NEW`; throws `RenameRefused`. */
export function renamesOf(
  requests: readonly string[],
  applied: { readonly source: string; readonly objects: readonly DatabaseObject[] },
  after: Compiled,
  read: (source: string) => Compiled,
): Renames {
  const compiled = read(applied.source);
  const renamings = readRenamings(requests, compiled, after);
  const before = renamings.length === 0 ? compiled : read(renamedSource(applied.source, compiled, renamings));
  return {
    renamings,
    tables: renamedTables(applied.objects, renamings),
    rows: renameRowSteps(renamings, before),
    before,
  };
}
