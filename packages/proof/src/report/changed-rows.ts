// What became of rows: those that were made, changed and are gone, field by field, as texts.
import type { Table } from "../agreement/backend.ts";
import { storedTexts } from "../agreement/compare.ts";
import { rowsOf, type World } from "../interpreter/world/world.ts";

export type ChangedRow = {
  readonly entity: string;
  readonly id: string;
  readonly is: "made" | "changed" | "gone";
  readonly fields: readonly { readonly name: string; readonly before: string | null; readonly after: string | null }[];
};

type Tables = ReadonlyMap<string, Table>;

export const changedRows = (before: Tables, after: Tables): readonly ChangedRow[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((entity) => {
    const [old, now] = [before.get(entity), after.get(entity)];
    return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((id) => {
      const [was, is] = [old?.get(id), now?.get(id)];
      // What only one side knows, as a value that is worked out when it is read, has not changed.
      const names = [...((is ?? was)?.keys() ?? [])].filter((name) => was === undefined || was.has(name));
      const fields = names.flatMap((name) => {
        const [first, then] = [was?.get(name) ?? null, is?.get(name) ?? null];
        return first === then || name === "id" ? [] : [{ name, before: first, after: then }];
      });
      const what = was === undefined ? "made" : is === undefined ? "gone" : "changed";
      return what === "changed" && fields.length === 0 ? [] : [{ entity, id, is: what, fields } as const];
    });
  });

/** As the interpreter has them. */
export const tablesOf = (world: World): Tables =>
  new Map(
    [...world.rows.keys()].map((entity) => [
      entity,
      new Map(rowsOf(world, entity).map((row) => [row.id, storedTexts(world, row)])),
    ]),
  );
