// What follows a whole statement: locks in their order, kept values, and rules that are asked because of a row of a list.
import { quoteIdentifier, quoteText } from "../../expression/sql/sql-quote.ts";
import type { Design, OwnList } from "../design.ts";
import { onlyFollows, type Following } from "./following.ts";
import { awaitedObjects, awaitSql } from "../materialized/awaiting.ts";
import { refreshSql } from "../materialized/refresh-sql.ts";
import type { Refresh } from "../materialized/refresh-objects.ts";
import { innerPlace, lockPlace, printPlace, tableOf } from "../layout.ts";
import type { Lock } from "./locks.ts";
import type { DatabaseObject } from "../objects.ts";
import { triggerFunction } from "./trigger-function.ts";
import { checkRulesPlace, listMoment } from "./ruling.ts";

/** Whether one of these columns has another value. */
export const differ = (columns: readonly string[], was: string, now: string): string =>
  columns
    .map((column) => `${was}.${quoteIdentifier(column)} IS DISTINCT FROM ${now}.${quoteIdentifier(column)}`)
    .join(" OR ");

type Asks = { readonly entity: string; readonly list: OwnList };

/** After a whole statement, because only then all of its rows are known: locks are taken in order, rules asked once. */
export function statementObjects(
  entity: string,
  // Where locks are taken before, none are taken here.
  {
    asks,
    keeps,
    moving,
    following,
    locks,
  }: {
    readonly asks: readonly Asks[];
    readonly keeps: readonly Refresh[];
    readonly moving: readonly string[];
    readonly following: Following;
    readonly locks: readonly Lock[];
  },
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  const table = tableOf(design.layout, entity);
  const type = printPlace(table);
  const place = innerPlace("statement", entity);
  const { gather, where } = gathering(type);
  const follows = onlyFollows(following, "was", "changed");
  const written = where(`NOT ${follows}`, "was", "changed");
  const unique = new Map(asks.map((one) => [`${one.entity} ${one.list.via}`, one]));
  const body = [
    "DECLARE",
    ...declareSql(moving, type),
    ...(keeps.every(({ referring }) => referring.length === 0) ? [] : [`  touched ${type}[];`]),
    "BEGIN",
    ...gatherSql(moving, type),
    ...lockSql(entity, locks, moving, design),
    ...keeps.flatMap((one) => {
      const touched = where(differ(one.columns, "was", "changed"), "was", "changed");
      // Many may refer to one: only those rows count of which something is read that has changed.
      const changed = `IF TG_OP = 'UPDATE' THEN ${gather(touched, "touched")} ELSE touched := given; END IF;`;
      return refreshSql(one, moving, changed, design);
    }),
    ...awaitSql(entity, keeps, moving, design),
    ...(follows === undefined || asks.length === 0
      ? []
      : [`  IF TG_OP = 'UPDATE' THEN ${gather(written)} IF given IS NULL THEN RETURN NULL; END IF; END IF;`]),
    ...[...unique.values()].map((one) => askSql(one)),
    "  RETURN NULL;",
    "END",
  ];
  const trigger = (event: "insert" | "update" | "delete", transition: readonly ("old" | "new")[]): DatabaseObject => ({
    kind: "trigger",
    table,
    name: `statement_${event}`,
    fires: "after",
    events: [event],
    each: "statement",
    transition,
    calls: place,
    arguments: [],
    address,
  });
  return [
    triggerFunction(place, body.join("\n"), address),
    ...awaitedObjects(entity, keeps, moving, address, design),
    trigger("insert", ["new"]),
    trigger("update", ["old", "new"]),
    trigger("delete", ["old"]),
  ];
}

/** Rows of the statement, as arrays of the table's type. */
function gathering(type: string) {
  return {
    rows: (name: string) => `SELECT ROW(changed.*)::${type} AS one FROM ${name} AS changed`,
    gather: (from: string, into = "given") =>
      `SELECT array_agg(both_rows.one) INTO ${into} FROM (${from}) AS both_rows;`,
    where: (condition: string, ...versions: readonly ("was" | "changed")[]) =>
      versions
        .map(
          (row) =>
            `SELECT ROW(${row}.*)::${type} AS one FROM old_rows AS was JOIN new_rows AS changed ON changed.id = was.id WHERE ${condition}`,
        )
        .join(" UNION ALL "),
  };
}

export const declareSql = (moving: readonly string[], type: string): readonly string[] => [
  `  given ${type}[];`,
  ...(moving.length === 0 ? [] : [`  moved ${type}[];`, `  before ${type}[];`]),
];

/** `given`: what is written, as it was and as it is. `moved`, `before`: what has come to refer to others. */
export function gatherSql(moving: readonly string[], type: string): readonly string[] {
  const { rows, gather, where } = gathering(type);
  const isMoved = differ(moving, "was", "changed");
  return [
    `  IF TG_OP = 'INSERT' THEN ${gather(rows("new_rows"))}`,
    `  ELSIF TG_OP = 'DELETE' THEN ${gather(rows("old_rows"))}`,
    `  ELSE ${gather(`${rows("old_rows")} UNION ALL ${rows("new_rows")}`)}`,
    "  END IF;",
    "  IF given IS NULL THEN RETURN NULL; END IF;",
    ...(moving.length === 0
      ? []
      : [
          `  IF TG_OP = 'INSERT' THEN moved := given;`,
          `  ELSIF TG_OP = 'UPDATE' THEN ${gather(where(isMoved, "changed"), "moved")} ${gather(where(isMoved, "was"), "before")}`,
          "  END IF;",
        ]),
  ];
}

/** What was gathered is locked. */
export const lockSql = (
  entity: string,
  locks: readonly Lock[],
  moving: readonly string[],
  design: Design,
): readonly string[] =>
  locks.length === 0
    ? []
    : [
        ...referred(locks, entity, design),
        `  PERFORM ${printPlace(lockPlace(entity))}(given${moving.length === 0 ? "" : ", moved, before"});`,
      ];

/**
 * PostgreSQL checks the target of a new reference when the transaction ends, and waits for a transaction that deletes
 * that row. That one may wait for a row above it, which is locked here: so the rows between are locked first.
 */
function referred(locks: readonly Lock[], entity: string, design: Design): readonly string[] {
  const ways = locks.flatMap((lock) =>
    lock.whole ? [] : [...lock.ways, ...(lock.moved ?? []).map(({ references }) => references)],
  );
  const locked = new Set(ways.flatMap((way) => (way.length === 1 ? way : [])));
  const fields = new Set(
    ways.flatMap(([first, ...others]) => (first === undefined || others.length === 0 ? [] : [first])),
  );
  return [...fields].toSorted().flatMap((field) => {
    const type = design.compiled.schema.entities.get(entity)?.fields.get(field)?.type;
    if (locked.has(field) || type?.kind !== "row") return [];
    const [table, name] = [printPlace(tableOf(design.layout, type.entity)), quoteIdentifier(field)];
    const hold = (rows: string) =>
      `PERFORM 1 FROM ${table} AS held WHERE held.id = ANY (ARRAY(SELECT changed.${name} FROM new_rows AS changed${rows})) ORDER BY held.id FOR KEY SHARE;`;
    const others = ` WHERE NOT EXISTS (SELECT FROM old_rows AS was WHERE was.id = changed.id AND was.${name} = changed.${name})`;
    return [`  IF TG_OP = 'INSERT' THEN ${hold("")}`, `  ELSIF TG_OP = 'UPDATE' THEN ${hold(others)}`, "  END IF;"];
  });
}

function askSql({ entity, list }: Asks): string {
  const via = `one.${quoteIdentifier(list.via)}`;
  const [asks, moment] = [quoteText(checkRulesPlace(entity).name), quoteText(listMoment(list))];
  return `  INSERT INTO writ.asked (transaction, asks, moment, row_id)
    SELECT DISTINCT pg_current_xact_id(), ${asks}, ${moment}, ${via} FROM unnest(given) AS one WHERE ${via} IS NOT NULL ORDER BY 4
    ON CONFLICT DO NOTHING;`;
}
