// From the objects that are there to those that a document says: the steps between, in the order in which they can be done.
import { saysTheSame } from "./says-the-same.ts";
import { compareTables, remadeColumns, retypedColumns, risk } from "./compare-tables.ts";
import { quoteIdentifier } from "../expression/sql/sql-quote.ts";
import { printPlace } from "../plan/layout.ts";
import { keyOf, type DatabaseObject, type ObjectOf } from "../plan/objects.ts";
import { askedBefore, movedAlong, movesOf, moveStep, type Move } from "./moves.ts";
import { inOrder, takesRowOf } from "./order.ts";
import { renameTableSteps, underNewNames, type Renames } from "./renaming/index.ts";
import { renamesOf, renameStep } from "./renames.ts";
import { createObject, dropObject, indexAhead } from "./sql.ts";
import type { Risk, Step } from "./step.ts";

/** `drifted`: keys of objects that are there and look different from what was made; they are made anew. */
export function compare(
  before: readonly DatabaseObject[],
  after: readonly DatabaseObject[],
  drifted: ReadonlySet<string> = new Set(),
  { renamings, tables: renamed, rows }: Pick<Renames, "renamings" | "tables" | "rows"> = noRenames,
): readonly Step[] {
  const now = new Map(after.map((object) => [keyOf(object), object]));
  const called = before.map((object) => ({ object, later: underNewNames(object, renamed, renamings) }));
  const moves = movesOf(
    called.map(({ later }) => later),
    after,
    now,
  );
  // What is there is compared as it will be once the tables have moved, and dropped as it is before.
  const asIs = new Map<DatabaseObject, DatabaseObject>();
  const old = new Map<string, DatabaseObject>();
  for (const { object, later: underNewName } of called) {
    const later = movedAlong(underNewName, moves);
    asIs.set(later, object);
    old.set(keyOf(later), later);
  }
  const made: DatabaseObject[] = [];
  const gone: DatabaseObject[] = [];
  const tables: { before: ObjectOf<"table">; after: ObjectOf<"table"> }[] = [];
  const kept: { before: DatabaseObject; after: DatabaseObject }[] = [];
  for (const [key, object] of old) if (!now.has(key)) gone.push(object);
  for (const [key, object] of now) {
    const previous = old.get(key);
    if (previous === undefined) made.push(object);
    else if (saysTheSame(lasting(previous), lasting(object)) && (!drifted.has(key) || object.kind === "table")) {
      kept.push({ before: previous, after: object });
    } else if (previous.kind === "table" && object.kind === "table") tables.push({ before: previous, after: object });
    // Seeds are written once: later changes of their text have no effect.
    else if (object.kind === "seed") kept.push({ before: object, after: object });
    else if (object.kind === "data" || (isReplaceable(previous, object) && !drifted.has(key))) made.push(object);
    else {
      gone.push(previous);
      made.push(object);
    }
  }
  // What stays cannot stay as it is where it names something that goes, or a table whose columns do.
  for (const { before: previous, after: object } of dependents(kept, gone, tables, moves)) {
    gone.push(previous);
    made.push(object);
  }
  for (const { before: previous, after: object } of standingOn(kept, tables)) {
    gone.push(previous);
    made.push(object);
  }
  // A function that is only written anew goes first where it takes rows of a view that goes.
  const views = leavingTypes(gone, moves);
  for (const { from } of renamed) views.add(printPlace(from));
  for (const object of made) {
    const previous = old.get(keyOf(object));
    if (previous !== undefined && !gone.includes(previous) && takesRowOf(previous, views)) gone.push(previous);
  }
  const renames = renamesOf(standing(gone, tables), made, (key) => !old.has(key));
  const isRenamed = (object: DatabaseObject) => renames.some(({ from, to }) => from === object || to === object);
  const columns = tables.map((table) => compareTables(table.before, table.after));
  // Each in the order in which it was, or is, made: views may name each other.
  const besidesRenamed = (all: readonly DatabaseObject[]) => new Set(all.filter((one) => !isRenamed(one)));
  const [going, coming] = [besidesRenamed(gone), besidesRenamed(made)];
  const leaving = [...asIs].flatMap(([later, object]) => (going.has(later) ? [object] : []));
  const ordered = inOrder(after.filter((object) => coming.has(object)));
  const isEarly = ({ kind }: DatabaseObject) => kind === "table" || kind === "function" || kind === "view";
  const steps = [
    ...inOrder(leaving)
      .toReversed()
      .filter(({ kind }) => kind !== "table")
      .map(goneStep),
    ...renameTableSteps(renamed),
    ...rows,
    ...moves.map(moveStep),
    ...renames.map(renameStep),
    ...ordered.filter(({ kind }) => kind === "table").map((object) => madeStep(object, old)),
    ...columns.flatMap(({ first }) => first),
    ...ordered.filter((object) => isEarly(object) && object.kind !== "table").map((object) => madeStep(object, old)),
    ...columns.flatMap(({ later }) => later),
    ...columns.flatMap(({ last }) => last),
    ...ordered.filter((object) => !isEarly(object)).map((object) => madeStep(object, old)),
    ...leaving.filter(({ kind }) => kind === "table").map(goneStep),
  ];
  return steps.filter(({ sql }) => sql.length > 0).map((step) => askedBefore(step, moves));
}

const noRenames = { renamings: [], tables: [], rows: [] };

/** What rows got that were there before a column is over and done with. */
function lasting(object: DatabaseObject): unknown {
  if (object.kind !== "table") return object;
  const { place, address } = object;
  const columns = object.columns.map(({ name, type, required, generated, kept, address: clause }) => {
    return { name, type, required, generated, kept, clause };
  });
  return { place, address, columns };
}

/** A function keeps its place in everything that names it, as long as it is called in the same way. */
function isReplaceable(before: DatabaseObject, after: DatabaseObject): boolean {
  if (before.kind !== "function" || after.kind !== "function") return false;
  return (
    saysTheSame(before.parameters, after.parameters) &&
    before.returns === after.returns &&
    before.actsAs === after.actsAs
  );
}

type Kept = { readonly before: DatabaseObject; readonly after: DatabaseObject };

/** Types of rows that go: those of views, and of tables that are of another name afterwards. */
const leavingTypes = (gone: readonly DatabaseObject[], moves: readonly Move[]): Set<string> =>
  new Set([
    ...gone.flatMap((object) => (object.kind === "view" ? [printPlace(object.place)] : [])),
    ...moves.map(({ from }) => printPlace(from)),
  ]);

/**
 * Policies, triggers, views and rights name tables, columns and functions. A table that only gains something leaves
 * them as they are; a column that goes, or changes its type, takes along what names it. An object counts as naming a
 * thing if the name occurs anywhere in it: an unneeded match is only made anew.
 */
function dependents(
  kept: readonly Kept[],
  gone: readonly DatabaseObject[],
  tables: readonly { readonly before: ObjectOf<"table">; readonly after: ObjectOf<"table"> }[],
  moves: readonly Move[],
): readonly Kept[] {
  const touched = new Set<string>(moves.map(({ to }) => to.name));
  for (const object of gone) {
    if (object.kind === "function" || object.kind === "view" || object.kind === "table") touched.add(object.place.name);
  }
  const lost = tables.map(({ before, after }) => ({
    table: new Set([after.place.name]),
    columns: new Set([...remadeColumns(before, after), ...retypedColumns(before, after)]),
  }));
  const namesLost = (object: DatabaseObject) =>
    lost.some(({ table, columns }) => columns.size > 0 && names(object, table) && names(object, columns));
  const found: Kept[] = [];
  const views = leavingTypes(gone, moves);
  let waiting = kept.filter(({ after }) => ["policy", "trigger", "view", "grant", "function"].includes(after.kind));
  for (let more = true; more;) {
    const named = waiting.filter(({ after }) =>
      after.kind === "function" ? takesRowOf(after, views) : names(after, touched) || namesLost(after),
    );
    more = named.length > 0;
    found.push(...named);
    waiting = waiting.filter((one) => !named.includes(one));
    for (const { after } of named) {
      if (after.kind !== "view") continue;
      touched.add(after.place.name);
      views.add(printPlace(after.place));
    }
  }
  return found;
}

/** An index may already have been dropped with its columns. */
function standing(
  gone: readonly DatabaseObject[],
  tables: readonly { readonly before: ObjectOf<"table">; readonly after: ObjectOf<"table"> }[],
): readonly DatabaseObject[] {
  const remade = new Set(
    tables.flatMap(({ before, after }) => (remadeColumns(before, after).size > 0 ? [printPlace(after.place)] : [])),
  );
  return gone.filter((object) => object.kind !== "index" || !remade.has(printPlace(object.table)));
}

/** PostgreSQL takes an index away with its column, also where the column comes again. */
function standingOn(
  kept: readonly Kept[],
  tables: readonly { readonly before: ObjectOf<"table">; readonly after: ObjectOf<"table"> }[],
): readonly Kept[] {
  const remade = new Map(
    tables.map(({ before, after }) => [printPlace(after.place), [...remadeColumns(before, after)]]),
  );
  return kept.filter(({ after }) => {
    if (after.kind !== "index" && after.kind !== "text index") return false;
    const columns = remade.get(printPlace(after.table)) ?? [];
    return columns.some((name) =>
      after.kind === "index" ? after.definition.includes(quoteIdentifier(name)) : after.columns.includes(name),
    );
  });
}

/** A name is a word, or stands in quotation marks: `"ticket.close"`. */
function names(object: DatabaseObject, touched: ReadonlySet<string>): boolean {
  const text = JSON.stringify(object);
  const words = text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
  if (words.some((word) => touched.has(word))) return true;
  return [...touched].some(
    (name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && text.includes(JSON.stringify(name).slice(1, -1)),
  );
}

function madeStep(object: DatabaseObject, old: ReadonlyMap<string, DatabaseObject>): Step {
  const danger = object.kind === "index" && object.unique && isOverRows(object, old) ? duplicates(object) : undefined;
  return {
    kind: object.kind === "data" || object.kind === "seed" ? "data" : old.has(keyOf(object)) ? "change" : "add",
    what: keyOf(object),
    address: object.address,
    sql: createObject(object),
    ...(danger === undefined ? {} : { risk: danger }),
    ...aheadOf(object, old),
  };
}

/**
 * Of an index that changes under its name, the one that is there would be in the way; one that is unique would refuse rows
 * before the document is applied that says so.
 */
function aheadOf(object: DatabaseObject, old: ReadonlyMap<string, DatabaseObject>): Pick<Step, "ahead"> {
  if ((object.kind !== "index" && object.kind !== "text index") || old.has(keyOf(object))) return {};
  if (object.kind === "index" && object.unique) return {};
  const before = old.get(`table ${object.table.schema}.${object.table.name}`);
  const columns = new Set(before?.kind === "table" ? before.columns.map(({ name }) => name) : []);
  const isThere =
    object.kind === "index" ? isOverRows(object, old) : object.columns.every((column) => columns.has(column));
  return isThere ? { ahead: indexAhead(object) } : {};
}

/** A table or column that is not there yet holds nothing that could be twice. */
function isOverRows({ table, definition }: ObjectOf<"index">, old: ReadonlyMap<string, DatabaseObject>): boolean {
  const before = old.get(`table ${table.schema}.${table.name}`);
  if (before?.kind !== "table") return false;
  const columns = new Set(before.columns.map(({ name }) => quoteIdentifier(name)));
  return (definition.match(/"(?:[^"]|"")+"/g) ?? []).every((name) => columns.has(name));
}

function goneStep(object: DatabaseObject): Step {
  const step: Step = { kind: "remove", what: keyOf(object), address: object.address, sql: dropObject(object) };
  // Pairs are of a field, which tells of its own values.
  if (object.kind !== "table" || object.columns.every(({ name }) => name !== "id")) return step;
  return { ...step, risk: risk("loses", object.place, "true", "n rows are in it") };
}

/** Rows that have the same key already. A key with an empty part is like no other. */
function duplicates({ table, definition }: ObjectOf<"index">): Risk | undefined {
  const key = /^(?:USING \w+ )?\((.*)\)$/s.exec(definition)?.[1];
  if (key === undefined) return undefined;
  const same = `SELECT ROW(${key})::text AS key, count(*) AS rows FROM ${printPlace(table)} AS given WHERE ROW(${key}) IS NOT NULL GROUP BY ${key} HAVING count(*) > 1`;
  return {
    kind: "breaks",
    question: `SELECT COALESCE(sum(same.rows), 0)::bigint AS count, (array_agg(same.key ORDER BY same.key))[1:3] AS examples FROM (${same}) AS same`,
    words: "n rows share a value that must be unique",
  };
}
