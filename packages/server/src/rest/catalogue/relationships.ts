// The ways between tables: foreign keys in both directions, the same through views, through tables between, and functions.
import { keyOf, type Name, type Pair, type Routine, type Table, type Relationship } from "./catalogue.ts";
import type { ViewColumn } from "./views.ts";

export type ForeignKey = {
  readonly constraint: string;
  readonly from: Name;
  readonly to: Name;
  readonly columns: readonly Pair[];
  /** The columns are a key of their own table: at most one row refers to each. */
  readonly isUnique: boolean;
};

export function relationshipsOf(
  tables: readonly Table[],
  keys: readonly ForeignKey[],
  columns: readonly ViewColumn[],
  routines: readonly Routine[],
): ReadonlyMap<string, readonly Relationship[]> {
  const all = [...keys, ...keys.flatMap((key) => throughViews(key, columns))];
  const ways = [...all.flatMap(bothWays), ...junctions(tables, all), ...computed(tables, routines)];
  return Map.groupBy(ways, ({ from }) => keyOf(from));
}

function bothWays({ constraint, from, to, columns, isUnique }: ForeignKey): readonly Relationship[] {
  const back = columns.map(([own, other]): Pair => [other, own]);
  return [
    { from, to, toOne: true, by: { kind: isUnique ? "one-to-one" : "many-to-one", constraint, columns, isOwn: true } },
    {
      from: to,
      to: from,
      toOne: isUnique,
      by: { kind: isUnique ? "one-to-one" : "one-to-many", constraint, columns: back, isOwn: false },
    },
  ];
}

/** A view that shows the columns of a key has the key; on either side, or on both. */
function throughViews(key: ForeignKey, columns: readonly ViewColumn[]): readonly ForeignKey[] {
  const referring = viewsOf(
    key.from,
    key.columns.map(([own]) => own),
    columns,
  );
  const referred = viewsOf(
    key.to,
    key.columns.map(([, other]) => other),
    columns,
  );
  const made: ForeignKey[] = [];
  for (const { view, names } of referring) {
    made.push({
      ...key,
      from: view,
      columns: key.columns.map(([, other], index): Pair => [names[index] ?? "", other]),
    });
  }
  for (const { view, names } of referred) {
    made.push({ ...key, to: view, columns: key.columns.map(([own], index): Pair => [own, names[index] ?? ""]) });
  }
  for (const left of referring) {
    for (const right of referred) {
      const pairs = left.names.map((name, index): Pair => [name, right.names[index] ?? ""]);
      made.push({ ...key, from: left.view, to: right.view, columns: pairs });
    }
  }
  return made;
}

/** The views that show all of some columns of a table, in each of the ways in which they do. */
function viewsOf(
  table: Name,
  names: readonly string[],
  columns: readonly ViewColumn[],
): readonly { readonly view: Name; readonly names: readonly string[] }[] {
  const shown = columns.filter((one) => keyOf(one.table) === keyOf(table));
  return [...Map.groupBy(shown, ({ view }) => keyOf(view)).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    let ways: readonly (readonly string[])[] = [[]];
    for (const name of names) {
      const found = own.filter(({ source }) => source === name).map(({ column }) => column);
      ways = ways.flatMap((way) => found.map((column) => [...way, column]));
    }
    return ways.map((way) => ({ view: first.view, names: way }));
  });
}

/** A table whose key is made of two references joins the tables that they name. */
function junctions(tables: readonly Table[], keys: readonly ForeignKey[]): readonly Relationship[] {
  const byTable = Map.groupBy(keys, ({ from }) => keyOf(from));
  return tables.flatMap((table) => {
    const own = byTable.get(keyOf(table)) ?? [];
    return own.flatMap((first) =>
      own.flatMap((second): readonly Relationship[] => {
        if (first.constraint === second.constraint) return [];
        const columns = [...first.columns, ...second.columns].map(([column]) => column);
        if (!columns.every((column) => table.primaryKey.includes(column))) return [];
        return [
          {
            from: first.to,
            to: second.to,
            toOne: false,
            by: {
              kind: "many-to-many",
              junction: { schema: table.schema, name: table.name },
              source: first.columns.map(([inner, outer]): Pair => [outer, inner]),
              target: second.columns,
              constraints: [first.constraint, second.constraint],
            },
          },
        ];
      }),
    );
  });
}

/** A function that takes one row of a table and gives rows of another. */
function computed(tables: readonly Table[], routines: readonly Routine[]): readonly Relationship[] {
  const byType = new Map<string, Table>();
  for (const table of tables) {
    byType.set(`${quoted(table.schema)}.${quoted(table.name)}`, table);
    // A type on the search path is printed without its schema.
    if (!byType.has(quoted(table.name))) byType.set(quoted(table.name), table);
  }
  return routines.flatMap((routine) => {
    const [parameter, ...more] = routine.parameters;
    const from = parameter && byType.get(quotedType(parameter.type));
    const to = byType.get(`${quoted(routine.returns.schema)}.${quoted(routine.returns.name)}`);
    if (from === undefined || to === undefined || more.length > 0 || !routine.returns.isComposite) return [];
    const name = { schema: routine.schema, name: routine.name };
    return [
      {
        from: { schema: from.schema, name: from.name },
        to: { schema: to.schema, name: to.name },
        toOne: !routine.returns.isSet || routine.rows === 1,
        by: { kind: "computed", function: name } as const,
      },
    ];
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** As PostgreSQL prints it, where only odd names and its own words have quotes: `public."order"`. */
const quotedType = (type: string): string =>
  type.replaceAll(/"(?:[^"]|"")*"|[^".]+/g, (name) => (name.startsWith('"') ? name : quoted(name)));
