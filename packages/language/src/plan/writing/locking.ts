// The functions that take locks, and the triggers that call them row by row; `statements.ts` has those of whole statements.
import { quoteIdentifier, quoteText } from "../../expression/sql/sql-quote.ts";
import type { Contribution, Design, ReadPart } from "../design.ts";
import { firstObjects } from "./first.ts";
import { followingOf } from "./following.ts";
import { onlyReadCommitted } from "../isolation.ts";
import { refreshesBy } from "../materialized/refresh-objects.ts";
import { listsOf } from "../materialized/materialized.ts";
import { movesOf, type Move, type MovedPath } from "./reference-locks.ts";
import { innerPlace, inner, lockPlace, printPlace, tableOf } from "../layout.ts";
import { locksOf, ranksOf, type Lock } from "./locks.ts";
import type { DatabaseObject } from "../objects.ts";
import { triggerFunction } from "./trigger-function.ts";
import { differ, statementObjects } from "./statements.ts";

export function lockingObjects(parts: readonly Contribution[], design: Design): readonly DatabaseObject[] {
  const kept = [...design.layout.kept.values()].map((one): ReadPart => ({
    entity: one.entity,
    reads: listsOf(one).map((way) => ({ kind: "list", from: one.entity, way })),
    address: one.entity,
  }));
  const reads = [...parts.flatMap((part) => part.reads ?? []), ...kept];
  const rules = parts.flatMap((part) => part.rules ?? []);
  const moves = movesOf(design.layout.kept, design.compiled);
  const consequences = parts.flatMap((part) => part.consequences ?? []);
  const locks = locksOf(reads, moves, consequences, design);
  const ranks = ranksOf(locks, (writer) => refreshesBy(writer, design).map(({ entity }) => entity));
  const early = new Set(reads.flatMap((part) => (part.early === true ? [part.entity] : [])));
  const first = new Set(reads.flatMap((part) => (part.first === true ? [part.entity] : [])));
  const objects = design.entities.flatMap((entity) => {
    const { id } = entity.name;
    const asks = rules.flatMap((rule) =>
      rule.lists.filter((list) => list.entity === id).map((list) => ({ entity: rule.entity, list })),
    );
    const own = locks.get(id) ?? [];
    const keeps = refreshesBy(id, design);
    const moving = columnsOf(moves, id);
    const following = followingOf(id, parts, design.layout);
    const again = parts.flatMap((part) => (part.again ?? []).filter((one) => one.entity === id));
    const atFirst = first.has(id) && !early.has(id) ? own : [];
    const atLast = first.has(id) || early.has(id) ? [] : own;
    return [
      lockFunction(id, own, ranks, entity.address, design),
      ...(early.has(id) ? rowObjects(id, moving, entity.address, design) : []),
      ...(atFirst.length === 0 && again.length === 0
        ? []
        : firstObjects(id, { again, moving, locks: atFirst }, entity.address, design)),
      ...(asks.length === 0 && keeps.length === 0 && atLast.length === 0
        ? []
        : statementObjects(id, { asks, keeps, moving, following, locks: atLast }, entity.address, design)),
    ];
  });
  const wholes = [...locks.values()].flat().flatMap((lock) => (lock.whole ? [lock.entity] : []));
  const rows = [...new Set(wholes)].map((entity) => `(${quoteText(entity)})`).join(", ");
  const sql = `INSERT INTO writ.lock (entity) VALUES ${rows} ON CONFLICT DO NOTHING`;
  return wholes.length === 0 ? objects : [...objects, { kind: "data", name: "locks", sql, address: "5" }];
}

/** A change of one of these makes the row refer to other rows. */
const columnsOf = (moves: readonly Move[], writer: string): readonly string[] => [
  ...new Set(moves.flatMap((move) => (move.writer === writer ? move.columns : []))),
];

/**
 * In one order for all transactions, by table and id: two that want the same rows never deadlock. A writer locks the
 * row itself before anything else, so tables come before those that the writers of their rows lock.
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
      lock.ifSet && `EXISTS (SELECT FROM unnest($1) AS one WHERE one.${quoteIdentifier(lock.ifSet)} IS NOT NULL)`;
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
  const rows = `${printPlace(tableOf(design.layout, entity))}[]`;
  return {
    kind: "function",
    place: lockPlace(entity),
    parameters: [
      { name: "given", type: rows },
      // Rows that may have come to refer to others, and as they were.
      { name: "moved", type: rows, optional: true },
      { name: "before", type: rows, optional: true },
    ],
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
  const ids = [
    ...lock.ways.map((way) => waySql(way, entity, design)),
    ...(lock.moved ?? []).map((way) => movedSql(way, entity, design)),
  ].join(" UNION ALL ");
  const which = lock.every === true ? "" : ` WHERE held.id = ANY (ARRAY(${ids}))`;
  return `PERFORM 1 FROM ${table} AS held${which} ORDER BY held.id ${modeOf(lock)};`;
}

/** The ids to which references lead from the given rows. Parameters go by their number: a field may have any name. */
function waySql(way: readonly string[], entity: string, design: Design): string {
  const { id, from } = followed(way, "$1", "row", entity, design);
  return `SELECT ${id} FROM ${from}`;
}

/** Those to which a row did not lead before. */
function movedSql({ references, via }: MovedPath, entity: string, design: Design): string {
  const now = followed(references, "$2", "row", entity, design);
  const was = followed(references, "$3", "was", entity, design);
  const listed = via === undefined ? "" : ` AND was_0.${quoteIdentifier(via)} = row_0.${quoteIdentifier(via)}`;
  return `SELECT ${now.id} FROM ${now.from} WHERE NOT EXISTS (SELECT FROM ${was.from} WHERE was_0.id = row_0.id AND ${was.id} = ${now.id}${listed})`;
}

function followed(way: readonly string[], rows: string, alias: string, entity: string, design: Design) {
  let [from, row, at] = [`unnest(${rows}) AS ${alias}_0`, `${alias}_0`, entity];
  way.forEach((field, index) => {
    if (index === way.length - 1) return;
    const next = `${alias}_${index + 1}`;
    const kind = design.compiled.schema.entities.get(at)?.fields.get(field)?.type;
    at = kind?.kind === "row" ? kind.entity : at;
    from += ` JOIN ${printPlace(tableOf(design.layout, at))} AS ${next} ON ${next}.id = ${row}.${quoteIdentifier(field)}`;
    row = next;
  });
  return { from, id: `${row}.${quoteIdentifier(way.at(-1) ?? "id")}` };
}

/**
 * Row by row, before each is there. Two who write several rows in opposite orders may then wait for each other, and
 * PostgreSQL ends one of them; a row alone takes its locks in the common order.
 */
function rowObjects(
  entity: string,
  moving: readonly string[],
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  const table = tableOf(design.layout, entity);
  const place = innerPlace("early", entity);
  const lock = (rows: string, moved = "NULL", before = "NULL") =>
    `PERFORM ${printPlace(lockPlace(entity))}(ARRAY[${rows}], ${moved}, ${before});`;
  const moved = moving.length === 0 ? "NULL" : `CASE WHEN ${differ(moving, "OLD", "NEW")} THEN ARRAY[NEW] END`;
  const body = [
    "BEGIN",
    `  IF TG_OP = 'INSERT' THEN ${lock("NEW", "ARRAY[NEW]")}`,
    `  ELSIF TG_OP = 'DELETE' THEN ${lock("OLD")} RETURN OLD;`,
    `  ELSE ${lock("OLD, NEW", moved, "ARRAY[OLD]")}`,
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
