// Rows by the words that stand in them, as lists with Search find them: those that a user reads, by what they see of them.
import type { SupabaseClient } from "@supabase/supabase-js";
import { entityOf, fieldId, fieldOf } from "../../interpreter/document/names.ts";
import { mayRead, readableRows, shownFields } from "../../interpreter/rights/reading.ts";
import { isRow, type Value } from "../../interpreter/values/value.ts";
import { findRow, valueOf, type Caller, type Program, type Row, type World } from "../../interpreter/world/world.ts";

type Path = readonly string[];

/** All lists of an entity search the same fields: those of any of them. */
const pathsOf = (program: Program, entity: string): readonly Path[] =>
  program.model.screens.screens.flatMap(({ kind, search }) =>
    kind !== undefined && "entity" in kind && entityOf(program, kind.entity) === entity
      ? search.map(({ steps }) => steps.map(({ id }) => id))
      : [],
  );

/** Stands in no row of a plan. */
const nowhere = "these words stand nowhere";

/** By what stands in one row, whether a user may see it there or not, and by what stands in none. */
export async function unlikeSearched(
  client: SupabaseClient,
  world: World,
  me: Caller,
  { entity, id, field }: { readonly entity: string; readonly id: string; readonly field?: string },
): Promise<readonly string[]> {
  const { program } = world;
  const row = findRow(world, entity, id);
  const paths = pathsOf(program, entity);
  const own = (field === undefined ? paths : paths.filter(([first]) => first === field)).filter(
    (path) => row === undefined || !isDrawn(program, row.entity, path),
  );
  const words = row === undefined ? undefined : own.map((path) => storedIn(world, row, path)).find(isWords);
  if (words === undefined) return [];
  const readable = readableRows(world, me, entity);
  const expected = readable.filter((one) => paths.some((path) => stands(words, seenIn(world, me, one, path))));
  const unlike = async (q: string, ours: readonly Row[]) => {
    const answer = await client.rpc(`search_${entity}`, { q }).select("id");
    const theirs = ((answer.data ?? []) as readonly { readonly id: string }[]).map((one) => one.id);
    const [result, wanted] = [theirs, ours.map((one) => one.id)].map((ids) => ids.toSorted().join(", "));
    return result === wanted
      ? []
      : [`searched for "${q}": ${answer.error?.message ?? (result || "nothing")} and not ${wanted || "nothing"}`];
  };
  const isNarrowed = expected.length < readable.length;
  return [
    ...(await unlike(words, expected)),
    ...(readable.length === 0 || isNarrowed ? [] : await unlike(nowhere, [])),
  ];
}

/** With a letter of ours: what a number or a moment is written like is the database's own. */
const isWords = (value: Value): value is string => typeof value === "string" && /^[ -~]*[a-z][ -~]*$/i.test(value);

/** Such a code is drawn by the database: no one knows ahead what stands in it. */
const isDrawn = (program: Program, entity: string, [first = "", ...rest]: Path): boolean => {
  const type = fieldOf(program, entity, first)?.type;
  const next = type?.kind === "reference" || type?.kind === "belongs to" ? entityOf(program, type.entity) : undefined;
  return rest.length === 0 || next === undefined ? type?.kind === "random code" : isDrawn(program, next, rest);
};

const stands = (words: string, value: Value): boolean =>
  typeof value === "string" && value.toLowerCase().includes(words.toLowerCase());

function storedIn(world: World, row: Row, [first = "", ...rest]: Path): Value {
  const value = valueOf(row, fieldId(world.program, row.entity, first));
  const next = isRow(value) && rest.length > 0 ? findRow(world, value.entity, value.id) : undefined;
  return rest.length === 0 ? value : next === undefined ? null : storedIn(world, next, rest);
}

/** What an account is called is no secret wherever a row refers to it. */
function seenIn(world: World, me: Caller, row: Row, [first = "", ...rest]: Path): Value {
  const value = shownFields(world, me, row).get(fieldId(world.program, row.entity, first)) ?? null;
  const next = isRow(value) && rest.length > 0 ? findRow(world, value.entity, value.id) : undefined;
  if (rest.length === 0) return value;
  if (next === undefined) return null;
  if (next.entity === "user" && rest.join() === "name") return valueOf(next, "name");
  return mayRead(world, me, next.entity, next) ? seenIn(world, me, next, rest) : null;
}
