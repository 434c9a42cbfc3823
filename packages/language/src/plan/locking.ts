// The functions and triggers that take locks, and those that ask rules again because of a row of a list.
import { quoteIdentifier, quoteText } from "../expression/sql-quote.ts";
import type { Contribution, Design, OwnList, ReadPart } from "./design.ts";
import { followingOf, onlyFollows, type Following } from "./following.ts";
import { onlyReadCommitted } from "./isolation.ts";
import { keepsOf, type Keep } from "./keeping.ts";
import { innerPlace, inner, printPlace, tableOf } from "./layout.ts";
import { locksOf, ranksOf, type Lock } from "./locks.ts";
import type { DatabaseObject, Place } from "./objects.ts";
import { triggerFunction } from "./trigger-function.ts";
import { askedPlace, listMoment } from "./ruling.ts";

/** Locks what some rows of an entity are decided by: `writ.lock_ticket(ARRAY[row])`. For guards, before they look. */
export const lockPlace = (entity: string): Place => innerPlace("lock", entity);

export function lockingObjects(parts: readonly Contribution[], design: Design): readonly DatabaseObject[] {
  const kept = [...design.layout.kept.values()].map(({ entity, lists }): ReadPart => ({
    entity,
    reads: lists.map((way) => ({ kind: "list", from: entity, way })),
    address: entity,
  }));
  const reads = [...parts.flatMap((part) => part.reads ?? []), ...kept];
  const rules = parts.flatMap((part) => part.rules ?? []);
  const locks = locksOf(reads, design);
  const ranks = ranksOf(locks);
  const early = new Set(reads.flatMap((part) => (part.early === true ? [part.entity] : [])));
  const objects = design.entities.flatMap((entity) => {
    const { id } = entity.name;
    const asks = rules.flatMap((rule) =>
      rule.lists.filter((list) => list.entity === id).map((list) => ({ entity: rule.entity, list })),
    );
    const own = locks.get(id) ?? [];
    const keeps = keepsOf(id, design);
    const following = followingOf(id, parts, design.layout);
    return [
      lockFunction(id, own, ranks, entity.address, design),
      ...(early.has(id) ? rowObjects(id, entity.address, design) : []),
      ...(asks.length === 0 && keeps.length === 0 && (own.length === 0 || early.has(id))
        ? []
        : statementObjects(
            id,
            { asks, keeps, following, locks: early.has(id) ? undefined : own },
            entity.address,
            design,
          )),
    ];
  });
  const wholes = [...locks.values()].flat().flatMap((lock) => (lock.whole ? [lock.entity] : []));
  const rows = [...new Set(wholes)].map((entity) => `(${quoteText(entity)})`).join(", ");
  const sql = `INSERT INTO writ.lock (entity) VALUES ${rows} ON CONFLICT DO NOTHING`;
  return wholes.length === 0 ? objects : [...objects, { kind: "data", name: "locks", sql, address: "5" }];
}

/**
 * In one order for everybody, by table and id: two who want the same rows never wait for each other. Whoever writes a row
 * has it before anything else, so tables come before those that are locked by whoever writes their rows.
 */
function lockFunction(
  entity: string,
  locks: readonly Lock[],
  ranks: ReadonlyMap<string, number>,
  address: string,
  design: Design,
): DatabaseObject {
  const rankOf = ({ lock }: { readonly lock: Lock }) => ranks.get(lock.entity) ?? 0;
  const tables = locks
    .map((lock) => ({
      lock,
      table: printPlace(lock.whole ? { schema: inner, name: "lock" } : tableOf(design.layout, lock.entity)),
    }))
    .sort((a, b) => rankOf(a) - rankOf(b));
  const wholes = tables.filter(({ lock }) => lock.whole);
  const statements = tables
    .filter(({ lock }) => !lock.whole)
    .map(({ lock, table }) => rowLock(lock, table, entity, design));
  // `writ.lock` comes after all tables of the document, in the order of its names.
  const names = wholes.toSorted((a, b) => (a.lock.entity < b.lock.entity ? -1 : 1));
  for (const { lock, table } of names) {
    const set =
      lock.ifSet && `EXISTS (SELECT FROM unnest(given) AS one WHERE one.${quoteIdentifier(lock.ifSet)} IS NOT NULL)`;
    const statement = `PERFORM 1 FROM ${table} AS held WHERE held.entity = ${quoteText(lock.entity)} ${modeOf(lock)};`;
    statements.push(set === undefined ? statement : `IF ${set} THEN ${statement} END IF;`);
  }
  const rounds = Math.max(1, ...locks.map((lock) => lock.rounds));
  const body =
    locks.length === 0
      ? ["BEGIN", "END"]
      : [
          "BEGIN",
          `  ${onlyReadCommitted}`,
          ...(rounds > 1 ? [`  FOR round IN 1..${rounds} LOOP`] : []),
          ...statements.map((statement) => `  ${statement}`),
          ...(rounds > 1 ? ["  END LOOP;"] : []),
          "END",
        ];
  return {
    kind: "function",
    place: lockPlace(entity),
    parameters: [{ name: "given", type: `${printPlace(tableOf(design.layout, entity))}[]` }],
    returns: "void",
    language: "plpgsql",
    volatility: "volatile",
    actsAs: "owner",
    body: body.join("\n"),
    callers: [],
    address,
  };
}

const modeOf = ({ mode }: Lock): string => (mode === "change" ? "FOR NO KEY UPDATE" : "FOR SHARE");

function rowLock(lock: Lock, table: string, entity: string, design: Design): string {
  const ids = lock.ways.map((way) => waySql(way, entity, design)).join(" UNION ALL ");
  const which = ids === "" ? "" : ` WHERE held.id = ANY (ARRAY(${ids}))`;
  return `PERFORM 1 FROM ${table} AS held${which} ORDER BY held.id ${modeOf(lock)};`;
}

/** The ids to which references lead from the given rows. */
function waySql(way: readonly string[], entity: string, design: Design): string {
  let [from, row, at] = ["unnest(given) AS row_0", "row_0", entity];
  way.forEach((field, index) => {
    if (index === way.length - 1) return;
    const next = `row_${index + 1}`;
    const kind = design.compiled.schema.entities.get(at)?.fields.get(field)?.type;
    at = kind?.kind === "row" ? kind.entity : at;
    from += ` JOIN ${printPlace(tableOf(design.layout, at))} AS ${next} ON ${next}.id = ${row}.${quoteIdentifier(field)}`;
    row = next;
  });
  return `SELECT ${row}.${quoteIdentifier(way.at(-1) ?? "id")} FROM ${from}`;
}

/**
 * Row by row, before each is there. Two who write several rows in opposite orders may then wait for each other, and
 * PostgreSQL ends one of them; a row alone takes its locks in the common order.
 */
function rowObjects(entity: string, address: string, design: Design): readonly DatabaseObject[] {
  const table = tableOf(design.layout, entity);
  const place = innerPlace("early", entity);
  const lock = (rows: string) => `PERFORM ${printPlace(lockPlace(entity))}(ARRAY[${rows}]);`;
  const body = [
    "BEGIN",
    `  IF TG_OP = 'INSERT' THEN ${lock("NEW")}`,
    `  ELSIF TG_OP = 'DELETE' THEN ${lock("OLD")} RETURN OLD;`,
    `  ELSE ${lock("OLD, NEW")}`,
    "  END IF;",
    "  RETURN NEW;",
    "END",
  ];
  return [
    triggerFunction(place, body.join("\n"), address),
    {
      kind: "trigger",
      table,
      // After the guards, which fill the row, by its name.
      name: "locks",
      fires: "before",
      events: ["insert", "update", "delete"],
      each: "row",
      calls: place,
      arguments: [],
      address,
    },
  ];
}

type Asks = { readonly entity: string; readonly list: OwnList };

/** After a whole statement, because only then all of its rows are known: locks are taken in order, rules asked once. */
function statementObjects(
  entity: string,
  // Where locks are taken before each row, none are taken here.
  {
    asks,
    keeps,
    following,
    locks,
  }: {
    readonly asks: readonly Asks[];
    readonly keeps: readonly Keep[];
    readonly following: Following;
    readonly locks: readonly Lock[] | undefined;
  },
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  const table = tableOf(design.layout, entity);
  const type = printPlace(table);
  const place = innerPlace("statement", entity);
  const rows = (name: string) => `SELECT ROW(changed.*)::${type} AS one FROM ${name} AS changed`;
  const gather = (from: string) => `SELECT array_agg(both_rows.one) INTO given FROM (${from}) AS both_rows;`;
  const follows = onlyFollows(following, "was", "changed");
  const both = `FROM old_rows AS was JOIN new_rows AS changed ON changed.id = was.id WHERE NOT ${follows}`;
  const written = ["was", "changed"].map((row) => `SELECT ROW(${row}.*)::${type} AS one ${both}`).join(" UNION ALL ");
  const unique = new Map(asks.map((one) => [`${one.entity} ${one.list.via}`, one]));
  const body = [
    "DECLARE",
    `  given ${type}[];`,
    "BEGIN",
    `  IF TG_OP = 'INSERT' THEN ${gather(rows("new_rows"))}`,
    `  ELSIF TG_OP = 'DELETE' THEN ${gather(rows("old_rows"))}`,
    `  ELSE ${gather(`${rows("old_rows")} UNION ALL ${rows("new_rows")}`)}`,
    "  END IF;",
    "  IF given IS NULL THEN RETURN NULL; END IF;",
    ...(locks === undefined
      ? []
      : [...referred(locks, entity, design), `  PERFORM ${printPlace(lockPlace(entity))}(given);`]),
    ...keeps.map((one) => keepSql(one, entity, design)),
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
    trigger("insert", ["new"]),
    trigger("update", ["old", "new"]),
    trigger("delete", ["old"]),
  ];
}

/**
 * PostgreSQL looks at what a new reference names when the transaction ends, and waits for whoever deletes that row. They
 * may wait for a row above it, which is locked here: so what lies between is looked at before.
 */
function referred(locks: readonly Lock[], entity: string, design: Design): readonly string[] {
  const ways = locks.flatMap((lock) => (lock.whole ? [] : lock.ways));
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

/** Each in a statement of its own, which sees what the one before it has written, and what others had written before the locks. */
function keepSql({ keep, ways }: Keep, entity: string, design: Design): string {
  const ids = ways.map((way) => waySql(way, entity, design)).join(" UNION ALL ");
  return `  PERFORM ${printPlace(keep)}(ARRAY(SELECT DISTINCT climbed.id FROM (${ids}) AS climbed (id) WHERE climbed.id IS NOT NULL));`;
}

function askSql({ entity, list }: Asks): string {
  const via = `one.${quoteIdentifier(list.via)}`;
  const [asks, moment] = [quoteText(askedPlace(entity).name), quoteText(listMoment(list))];
  return `  INSERT INTO writ.asked (transaction, asks, moment, row_id)
    SELECT DISTINCT pg_current_xact_id(), ${asks}, ${moment}, ${via} FROM unnest(given) AS one WHERE ${via} IS NOT NULL ORDER BY 4
    ON CONFLICT DO NOTHING;`;
}
