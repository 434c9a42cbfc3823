// What a write answers beside what a read right after it answers to the same person.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Attempt, ShownRow } from "./over-the-wire.ts";
import { shortened } from "./shortened.ts";

/** Values that go with the clock differ from one read to the next: they are not compared. */
export async function unlikeRead(
  client: SupabaseClient,
  { entity, id }: Attempt,
  answered: ShownRow,
): Promise<readonly string[]> {
  const read = await rowOf(client, entity, id);
  const names = unlikeIn(answered, read);
  if (names.length === 0) return [];
  const moving = new Set(unlikeIn(read, await rowOf(client, entity, id)));
  return names
    .filter((name) => !moving.has(name))
    .map((name) => `the write answers ${said(answered, name)} and a read right after it ${said(read, name)}`);
}

async function rowOf(client: SupabaseClient, entity: string, id: string): Promise<ShownRow> {
  const answer = await client.from(entity).select("*").eq("id", id);
  return answer.data?.[0];
}

/** The whole row is called by no name. */
const wholeRow = "";

function unlikeIn(one: ShownRow, other: ShownRow): readonly string[] {
  if (one === undefined || other === undefined) return one === other ? [] : [wholeRow];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

function said(row: ShownRow, name: string): string {
  if (name === wholeRow) return row === undefined ? "no row" : "the row";
  return shortened(`${name}: ${JSON.stringify(row?.[name]) ?? "nothing"}`);
}
