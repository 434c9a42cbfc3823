// Rows of one's own in a product that runs elsewhere, over its wire, by the key of its service: laid, read, taken away.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Table } from "../agreement/backend.ts";
import { entityOf, fieldsOf, targetOf } from "../interpreter/document/names.ts";
import { storedValue } from "../laying/lay.ts";
import { refusedBy, type Answered } from "../run/over-the-wire.ts";
import { tableFrom } from "../run/reading/reading.ts";
import type { Program } from "../interpreter/world/world.ts";
import type { Step } from "./layable.ts";
import { RemoteUnavailable } from "./unavailable.ts";

/** Ids by entity. */
export type Own = ReadonlyMap<string, ReadonlySet<string>>;

export type Wire = {
  /** Why it was not done. */
  readonly lay: (step: Step, by?: SupabaseClient) => Promise<Answered | undefined>;
  /** Of these ids and no others. */
  readonly read: (entity: string, ids: ReadonlySet<string>, fields: readonly string[]) => Promise<Table>;
  /** Those of these fields that have a name there. */
  readonly named: (entity: string, fields: readonly string[]) => Promise<readonly string[]>;
  /**
   * Rows that lead to one of these, or that one of these people has made. Of what no one has made, which is what the system
   * does and what visitors do, only rows of these entities are one's own; `foreign`: that are another user's.
   */
  readonly leading: (own: Own, following: ReadonlySet<string>) => Promise<{ readonly own: Own; readonly foreign: Own }>;
  /** What could not be taken away, with what was answered. */
  readonly remove: (own: Own, order: readonly string[]) => Promise<readonly Left[]>;
};

export type Left = { readonly entity: string; readonly id: string; readonly why: string };

/** `since`: nothing was of one's own making before. */
export function wireOf(client: SupabaseClient, program: Program, since: number): Wire {
  const known = new Map<string, Promise<boolean>>();
  const isNamed = async (entity: string, field: string): Promise<boolean> => {
    const key = `${entity} ${field}`;
    const asked =
      known.get(key) ??
      Promise.resolve(
        client
          .from(entity)
          .select(field)
          .limit(0)
          .then(({ error }) => error === null),
      );
    known.set(key, asked);
    return asked;
  };
  const named = async (entity: string, fields: readonly string[]) => {
    const there = await Promise.all(fields.map(async (field) => isNamed(entity, field)));
    return fields.filter((_, index) => there[index] === true);
  };
  return {
    named,
    lay: async ({ is, entity, id, values }, by = client) => {
      const body = Object.fromEntries(
        [...values].map(([name, value]) => [name, storedValue(program, entity, name, value)]),
      );
      const table = by.from(entity);
      const answer = await (is === "made" ? table.insert({ id, ...body }) : table.update(body).eq("id", id));
      return answer.error === null ? undefined : refusedBy(answer);
    },
    read: async (entity, ids, fields) => {
      if (ids.size === 0) return new Map();
      const asked = await named(entity, ["id", ...fields.filter((field) => field !== "id")]);
      const answer = await client
        .from(entity)
        .select(asked.join(","))
        .in("id", [...ids]);
      if (answer.error !== null) throw new RemoteUnavailable(`${entity} cannot be read there: ${answer.error.message}`);
      return remoteTable(program, entity, asked, answer.data as unknown as Rows);
    },
    leading: async (own, following) => leadingTo(client, program, own, { following, since }),
    remove: async (own, order) => removeAll(client, own, order),
  };
}

/** From an answer of unknown origin. */
export function remoteTable(program: Program, entity: string, fields: readonly string[], rows: Rows): Table {
  try {
    return tableFrom(program, entity, fields, rows);
  } catch {
    throw new RemoteUnavailable(`${entity} has values there that the document does not allow`);
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[];

async function leadingTo(
  client: SupabaseClient,
  program: Program,
  own: Own,
  { following, since }: { readonly following: ReadonlySet<string>; readonly since: number },
): Promise<{ own: Own; foreign: Own }> {
  const people = own.get("user") ?? new Set();
  const asked = [...program.lookup.entities.keys()].map(async (entity) => {
    const byPeople = people.size === 0 ? [] : [`created_by.in.(${[...people].join(",")})`];
    const filters = [...filtersFor(program, entity, own), ...byPeople];
    if (entity === "user" || filters.length === 0) return [];
    const answer = await client.from(entity).select("id,created_at,created_by").or(filters.join(","));
    if (answer.error !== null) throw new RemoteUnavailable(`${entity} cannot be read there: ${answer.error.message}`);
    return (answer.data as unknown as Rows).flatMap((row) => {
      const id = String(row["id"]);
      if (own.get(entity)?.has(id) === true) return [];
      const isNew = Date.parse(String(row["created_at"])) >= since;
      const isMade = row["created_by"] === null && isNew && following.has(entity);
      return [{ entity, id, isOwn: isMade || people.has(String(row["created_by"])) }];
    });
  });
  const result = (await Promise.all(asked)).flat();
  const idsWhere = (is: boolean): Own =>
    new Map(
      [
        ...Map.groupBy(
          result.filter(({ isOwn }) => isOwn === is),
          ({ entity }) => entity,
        ),
      ].map(([entity, some]) => [entity, new Set(some.map(({ id }) => id))] as const),
    );
  return { own: idsWhere(true), foreign: idsWhere(false) };
}

function filtersFor(program: Program, entity: string, own: Own): string[] {
  return fieldsOf(program, entity).flatMap(({ name, type }) => {
    const target = type?.kind === "several" ? entityOf(program, type.entity) : targetOf(program, type);
    const ids = target === undefined ? [] : [...(own.get(target) ?? [])];
    if (ids.length === 0) return [];
    return [type?.kind === "several" ? `${name.id}.ov.{${ids.join(",")}}` : `${name.id}.in.(${ids.join(",")})`];
  });
}

/** Together where that goes, or one by one, as long as some go: what still stands in a row's way goes before it. */
async function removeAll(client: SupabaseClient, own: Own, order: readonly string[]): Promise<readonly Left[]> {
  let left = [...new Set([...order, ...own.keys()])].flatMap((entity) => {
    const ids = [...(own.get(entity) ?? [])];
    return ids.length === 0 ? [] : [{ entity, ids }];
  });
  for (;;) {
    const still: Left[] = [];
    for (const { entity, ids } of left) {
      const gone = await client.from(entity).delete().in("id", ids);
      if (gone.error === null) continue;
      for (const id of ids) {
        const { error } = await client.from(entity).delete().eq("id", id);
        if (error !== null) still.push({ entity, id, why: error.message });
      }
    }
    const before = left.reduce((sum, { ids }) => sum + ids.length, 0);
    if (still.length === 0 || still.length === before) return still;
    left = [...Map.groupBy(still, ({ entity }) => entity)].map(([entity, some]) => ({
      entity,
      ids: some.map(({ id }) => id),
    }));
  }
}
