// Which column of a table each column of a view is: so that a view has the keys, and the ways, of what it shows.
import type { Name, Table } from "./catalogue.ts";
import { keyOf } from "./catalogue.ts";

/** A view with the tree of its query, and every relation with its columns by number. */
export type ViewDefinition = Name & {
  readonly oid: string;
  /** Null for what is no view. */
  readonly tree: string | null;
  readonly columns: Readonly<Record<string, string>>;
};

export type ViewColumn = {
  readonly view: Name;
  readonly column: string;
  readonly table: Name;
  readonly source: string;
};

/** Of views over views, the tables at the bottom. */
export function viewColumns(relations: readonly ViewDefinition[]): readonly ViewColumn[] {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]));
  const direct = new Map(
    relations.flatMap((view) => (view.tree === null ? [] : [[view.oid, targetsOf(view.tree)] as const])),
  );
  const resolve = (
    oid: string,
    number: string,
    depth: number,
  ): { readonly table: ViewDefinition; readonly column: string } | undefined => {
    const relation = byOid.get(oid);
    if (relation === undefined || depth > 50) return undefined;
    if (relation.tree === null) return { table: relation, column: relation.columns[number] ?? "" };
    const target = direct.get(oid)?.find((one) => one.number === number);
    return target && target.table !== "0" ? resolve(target.table, target.column, depth + 1) : undefined;
  };
  return relations.flatMap((view) =>
    (direct.get(view.oid) ?? []).flatMap((target) => {
      const column = view.columns[target.number];
      const found = target.table === "0" ? undefined : resolve(target.table, target.column, 0);
      return found === undefined || column === undefined
        ? []
        : [{ view: nameOf(view), column, table: nameOf(found.table), source: found.column }];
    }),
  );
}

const nameOf = ({ schema, name }: Name): Name => ({ schema, name });

/** Where an entity has fields that not every reader may see, its rows lie in a table of the same name here. */
const closedSchema = "writ_data";

/**
 * Such an entity's view has its columns from that table, also those of which it shows the value to some readers only. The
 * ways of a hidden reference then go by what the view shows: they join nothing for a reader who does not see it.
 */
export function maskedColumns(tables: readonly Table[], known: readonly ViewColumn[]): readonly ViewColumn[] {
  const isKnown = new Set(known.map(({ view, column }) => `${keyOf(view)}.${column}`));
  const byKey = new Map(tables.map((table) => [keyOf(table), table]));
  return tables.flatMap((view) => {
    const table =
      view.isView && view.isEntity ? byKey.get(keyOf({ schema: closedSchema, name: view.name })) : undefined;
    const there = new Set(table?.columns.map(({ name }) => name));
    return view.columns.flatMap(({ name }) =>
      table === undefined || !there.has(name) || isKnown.has(`${keyOf(view)}.${name}`)
        ? []
        : [{ view: nameOf(view), column: name, table: nameOf(table), source: name }],
    );
  });
}

type Target = { readonly number: string; readonly table: string; readonly column: string };

/**
 * The columns of the outermost query. The tree is a text of nested braces and parentheses, in which a backslash takes
 * the next sign as it is.
 */
function targetsOf(tree: string): readonly Target[] {
  const start = tree.indexOf("{QUERY");
  if (start < 0) return [];
  let depth = 0;
  const targets: Target[] = [];
  let entry: number | undefined;
  let list: number | undefined;
  for (let at = start; at < tree.length; at++) {
    const sign = tree[at];
    if (sign === "\\") at++;
    else if (sign === "{" || sign === "(") {
      depth++;
      if (list !== undefined && depth === list + 1 && tree.startsWith("{TARGETENTRY", at)) entry = at;
    } else if (sign === "}" || sign === ")") {
      if (entry !== undefined && list !== undefined && depth === list + 1) {
        const target = targetOf(tree.slice(entry, at));
        if (target) targets.push(target);
        entry = undefined;
      }
      if (list !== undefined && depth === list) return targets;
      depth--;
    } else if (sign === ":" && depth === 1 && tree.startsWith(":targetList (", at)) {
      list = depth + 1;
    }
  }
  return targets;
}

/** Its own fields stand after the expression; what a nested query says of its columns stands before. */
function targetOf(entry: string): Target | undefined {
  const last = (name: string) => [...entry.matchAll(new RegExp(`:${name} (\\S+)`, "g"))].at(-1)?.[1];
  if (last("resjunk") === "true") return undefined;
  const [number, table, column] = [last("resno"), last("resorigtbl"), last("resorigcol")];
  return number === undefined || table === undefined || column === undefined ? undefined : { number, table, column };
}

/** A view that shows the whole key of a table has that key. */
export function withViewKeys(tables: readonly Table[], columns: readonly ViewColumn[]): readonly Table[] {
  const byKey = new Map(tables.map((table) => [keyOf(table), table]));
  const byView = Map.groupBy(columns, ({ view }) => keyOf(view));
  return tables.map((table) => {
    if (!table.isView) return table;
    const shown = byView.get(keyOf(table)) ?? [];
    const primaryKey = [...Map.groupBy(shown, (one) => keyOf(one.table))].flatMap(([key, own]) => {
      const names = byKey.get(key)?.primaryKey ?? [];
      const found = names.map((name) => own.find(({ source }) => source === name)?.column);
      return found.every((name) => name !== undefined) ? found : [];
    });
    return { ...table, primaryKey: [...new Set(primaryKey)] };
  });
}
