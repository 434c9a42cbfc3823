// One document, one world, a user who reads and acts: where the interpreter and a database answer differently.
import { attempt, type Act, type Outcome } from "../interpreter/attempt.ts";
import { hiddenLists, readableRows, shownFields } from "../interpreter/rights/reading.ts";
import { readField } from "../interpreter/world/fields.ts";
import { fieldsOf } from "../interpreter/document/names.ts";
import { isNeverEmpty } from "../interpreter/writes/never-empty.ts";
import { scopeOf } from "../interpreter/world/scope.ts";
import { reportedAs, type Refusal } from "../interpreter/document/refusal.ts";
import { asValue, rowsOf, type Caller, type Program, type Row, type World } from "../interpreter/world/world.ts";
import type { Answer, BackendSession, Refused, Table } from "./backend.ts";
import { comparedFields, storedText, textOf } from "./texts.ts";

/** What was compared, so that no one takes silence for agreement: how often each kind of act ended how. */
export type Tally = Map<string, number>;

export type Difference = {
  readonly what: string;
  readonly interpreter: unknown;
  readonly database: unknown;
};

/** What a user reads: rows, fields, and what filters tell about fields that are hidden. */
export async function compareReading(
  given: World,
  me: Caller,
  entity: string,
  asking: BackendSession,
): Promise<readonly Difference[]> {
  const world = { ...given, now: asking.now };
  const readable = readableRows(world, me, entity);
  const shown = new Map(readable.map((row) => [row.id, shownTexts(world, me, row)] as const));
  const what = `${name(world, me)} reads ${entity}`;
  const read = await asking.read(me, entity);
  if ("codes" in read) return [{ what, interpreter: [...shown.keys()], database: read.said }];
  const [ours, theirs] = [[...shown.keys()].toSorted(), [...read.keys()].toSorted()];
  if (ours.join() !== theirs.join()) return [{ what, interpreter: ours, database: theirs }];
  const differences = fieldDifferences(what, shown, read);
  if (differences.length > 0) return differences;
  const narrowed = (await asking.narrowed(me, entity))?.toSorted();
  if (narrowed !== undefined && narrowed.join() !== ours.join())
    return [{ what: `${what} by what is said of them beforehand`, interpreter: ours, database: narrowed }];
  const hidden = hiddenFields(world, entity);
  for (const field of hidden) {
    const result = (await asking.filled(me, entity, field)).toSorted();
    const expected = readable
      .filter((row) => textOf(shownFields(world, me, row).get(field) ?? null) !== null)
      .map(({ id }) => id)
      .toSorted();
    if (result.join() !== expected.join())
      differences.push({ what: `${what} where ${field} is not empty`, interpreter: expected, database: result });
  }
  return differences;
}

function fieldDifferences(what: string, ours: Table, theirs: Table): Difference[] {
  const differences: Difference[] = [];
  for (const [id, row] of theirs) {
    for (const [field, value] of row) {
      const own = ours.get(id)?.get(field) ?? null;
      if (own !== value) differences.push({ what: `${what}: ${field} of ${id}`, interpreter: own, database: value });
    }
  }
  return differences;
}

const hiddenFields = ({ program }: World, entity: string): readonly string[] => [
  ...program.model.permissions.rights.flatMap(({ action, for: about }) => {
    if (action.kind !== "see" || (program.lookup.entities.get(about.id)?.name.id ?? about.id) !== entity) return [];
    const field = program.lookup.fields.get(entity)?.get(action.field.id);
    return field?.type?.kind === "list" ? [] : [field?.name.id ?? action.field.id];
  }),
  ...hiddenLists(program).flatMap(({ listed, via }) => (listed === entity ? [via] : [])),
];

function shownTexts(world: World, me: Caller, row: Row): ReadonlyMap<string, string | null> {
  const shown = shownFields(world, me, row);
  const { entity } = row;
  const textIn = (field: string) => storedText(world.program, entity, field, shown.get(field) ?? null);
  return new Map(comparedFields(world.program, entity).map((field) => [field, textIn(field)]));
}

/** What becomes of what a user does. */
export async function compareAct(
  given: World,
  me: Caller,
  act: Act,
  asking: BackendSession,
  tally: Tally = new Map(),
): Promise<readonly Difference[]> {
  const world = { ...given, now: asking.now };
  const outcome = attempt(world, me, act);
  const ending = `${act.kind} ${"done" in outcome ? "done" : outcome.refused.map(({ code }) => code).toSorted()[0]}`;
  tally.set(ending, (tally.get(ending) ?? 0) + 1);
  return compareOutcome(world, me, act, outcome, await asking.act(me, act));
}

/** Refused with the same codes, or the same rows afterwards. */
export function compareOutcome(
  world: World,
  me: Caller,
  act: Act,
  outcome: Outcome,
  answer: Answer,
): readonly Difference[] {
  const what = `${name(world, me)}: ${wordsOf(act)}`;
  if ("refused" in outcome) {
    const own = codesOf(world, outcome.refused);
    if (!("codes" in answer)) return [{ what, interpreter: outcome.refused, database: "done" }];
    if (isLacking(world, act)) return [];
    const isAtEnd = outcome.refused.every(({ row, code }) => row !== undefined || code === "STILL_USED");
    const isSame = isAtEnd ? agreeAtEnd(world, act, outcome.refused, answer) : agree(world, act, own, answer);
    return isSame ? [] : [{ what, interpreter: outcome.refused, database: answer.said }];
  }
  if ("codes" in answer) return [{ what, interpreter: "done", database: answer.said }];
  return compareRows(what, outcome.done, answer.rows, rowIds(world, act));
}

/** All rows of a database beside those of a world. `known`: the ids that both sides write alike. */
export function compareRows(
  what: string,
  world: World,
  rows: ReadonlyMap<string, Table>,
  known: ReadonlySet<string>,
): readonly Difference[] {
  const madeIds = new Set([...rows.values()].flatMap((table) => [...table.keys()].filter((id) => !known.has(id))));
  return [...rows].flatMap(([entity, result]) => {
    const stored = rowsOf(world, entity).map((row) => [row.id, storedTexts(world, row)] as const);
    const ours = withoutCreatedIds(new Map(stored), (id) => id.startsWith("made "));
    const table = new Map(withoutCreatedIds(result, (id) => madeIds.has(id)));
    // Rows that effects have made have ids of their own on each side: they are distinguished by what they hold.
    const made = [...ours].filter(([id]) => !table.has(id));
    const others = [...table].filter(([id]) => !ours.has(id));
    const [own, theirs] = [made, others].map((some) => some.map(([, row]) => withoutId(row, table)).toSorted());
    if (own?.join() !== theirs?.join() || made.some(([id]) => !id.startsWith("made ")))
      return [{ what: `${what}: rows of ${entity}`, interpreter: own, database: theirs }];
    for (const [id] of others) table.delete(id);
    return fieldDifferences(what, ours, table);
  });
}

/** The ids of the rows that are there, and of the one that a user makes. */
export function rowIds({ rows }: World, act?: Act): ReadonlySet<string> {
  const known = [...rows.values()].flatMap((some) => [...some.keys()]);
  return new Set(act !== undefined && "id" in act ? [...known, act.id] : known);
}

/** What refers to a row that an effect has made refers to some row that was made. */
export const withoutCreatedIds = (table: Table, isMade: (id: string) => boolean): Table =>
  new Map(
    [...table].map(([id, row]) => [
      id,
      new Map(
        [...row].map(([field, value]) => {
          const parts = field === "id" ? [] : (value?.split(",") ?? []);
          const some = parts.some(isMade)
            ? parts
                .map((part) => (isMade(part) ? "made" : part))
                .toSorted()
                .join()
            : value;
          return [field, some];
        }),
      ),
    ]),
  );

/** The fields that both sides have; one entity's rows all have the same. */
export function withoutId(row: ReadonlyMap<string, string | null>, table: Table): string {
  const [any] = table.values();
  const fields = [...(any?.keys() ?? row.keys())].filter((field) => field !== "id");
  return JSON.stringify(fields.map((field) => [field, row.get(field) ?? null]));
}

export function storedTexts(world: World, row: Row): ReadonlyMap<string, string | null> {
  const scope = scopeOf(world, null);
  return new Map(
    comparedFields(world.program, row.entity).map((field) => [
      field,
      storedText(world.program, row.entity, field, readField(asValue(row), field, scope)),
    ]),
  );
}

/**
 * Of a new row that lacks something, no one can tell whether its conditions hold: any answer refuses it. A default fills
 * only what is not given at all.
 */
const isLacking = ({ program }: World, act: Act): boolean =>
  act.kind === "create" &&
  fieldsOf(program, act.entity).some((field) => {
    const { id } = field.name;
    const isFilled = field.default !== undefined && !act.values.has(id);
    return isNeverEmpty(program, field) && !isFilled && (act.values.get(id) ?? null) === null;
  });

/** Unique values are the database's own, and it names the first that is taken. */
function agree({ program }: World, act: Act, own: readonly string[], { codes }: Refused): boolean {
  const [first = ""] = codes;
  if (codes.length === 1 && isOfUnique(program, first)) return own.includes("unique");
  const [ours, theirs] = [own, codes].map((some) => worstOf(ofGiven(act, some).toSorted()).join());
  return ours === theirs;
}

/** As the database has it, and as the wire says it. */
const isOfUnique = (program: Program, code: string): boolean =>
  ["unique", "NOT_UNIQUE", ...uniqueRules(program).map(({ otherwise }) => otherwise?.label)].includes(
    code.split(" ")[0],
  );

const uniqueRules = ({ model }: Program) => model.rules.rules.filter(({ must }) => must?.kind === "unique");

/** What is worked out of a wrong value is wrong somehow. */
function ofGiven(act: Act, codes: readonly string[]): readonly string[] {
  const isGiven = (code: string) =>
    !ofValues.test(code) || ("values" in act && act.values.has(code.split(" ")[1] ?? ""));
  return codes.some((code) => ofValues.test(code) && isGiven(code)) ? codes.filter(isGiven) : codes;
}

/**
 * Of the checks at the end of a transaction the database reports what one write breaks, with what rows of lists break
 * elsewhere, or that a row is still used; the interpreter reports all of it. Rows that effects have made have ids of
 * their own on each side.
 */
function agreeAtEnd(world: World, act: Act, all: readonly Refusal[], { codes, ofRows }: Refused): boolean {
  const own = all.filter(({ row }) => row !== undefined);
  if (codes.join() === "STILL_USED") return own.length < all.length;
  if (!codes.every((one) => ofRows.some(({ code }) => one.split(" ")[0] === code))) return false;
  const known = rowIds(world, act);
  const wordsFor = (some: readonly { readonly code: string; readonly row?: string }[]): string =>
    [...new Set(some.map(({ code, row = "" }) => `${code} ${known.has(row) ? row : "made"}`))].toSorted().join();
  const listed = own.filter(({ write }) => write === undefined);
  const writes = new Set(own.map(({ write }) => write));
  const theirs = wordsFor(ofRows);
  return [...writes].some((write) => wordsFor([...listed, ...own.filter((one) => one.write === write)]) === theirs);
}

/** Where a user may not do it at all, or not give some field, nothing else needs to be said. */
function worstOf(codes: readonly string[]): readonly string[] {
  const plain = codes.map((code) => (ofValues.test(code) ? code : (code.split(" ")[0] ?? "")));
  for (const worst of ["NOT_SIGNED_IN", "FORBIDDEN"]) if (plain.includes(worst)) return [worst];
  return [...new Set(plain)].toSorted();
}

/** What is said of the value of a field; other refusals may name a field or not. */
const ofValues = /^(?:REQUIRED|INVALID|TOO_LONG) /;

/** What a constraint of the database refuses by itself has the database's own code. */
function codesOf({ program }: World, refusals: readonly Refusal[]): readonly string[] {
  const uniques = uniqueRules(program).map(({ address }) => address);
  const codes = refusals.map((one) =>
    one.code === "NOT_UNIQUE" || uniques.includes(one.clause) ? "unique" : reportedAs(one),
  );
  return [...new Set(codes)].toSorted();
}

const name = (world: World, me: Caller): string =>
  me === null ? "a visitor" : (textOf(world.rows.get("user")?.get(me)?.values.get("name") ?? null) ?? me);

export function wordsOf(act: Act): string {
  if (!("entity" in act)) return `${act.kind} ${act.role}`;
  const values =
    "values" in act ? [...act.values].map(([field, value]) => `${field} = ${textOf(value)}`).join(", ") : "";
  const step = act.kind === "transition" ? act.transition : act.kind;
  return `${step} ${act.entity} ${act.id} ${values}`.trim();
}
