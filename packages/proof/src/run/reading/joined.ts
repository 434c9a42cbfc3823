// Rows from the other side of a hidden reference: a user who does not see it does not find its row below the one that it names.
import type { SupabaseClient } from "@supabase/supabase-js";
import { fieldOf, targetOf } from "../../interpreter/document/names.ts";
import { mayRead, maySee } from "../../interpreter/rights/reading.ts";
import { isRow } from "../../interpreter/values/value.ts";
import { findRow, valueOf, type Caller, type World } from "../../interpreter/world/world.ts";

export async function unlikeJoined(
  client: SupabaseClient,
  world: World,
  me: Caller,
  { entity, id, field }: { readonly entity: string; readonly id: string; readonly field: string },
): Promise<readonly string[]> {
  const { program } = world;
  const row = findRow(world, entity, id);
  const named = row === undefined ? null : valueOf(row, field);
  if (row === undefined || !isRow(named) || targetOf(program, fieldOf(program, entity, field)?.type) === undefined)
    return [];
  const answer = await client.from(named.entity).select(`id, joined:${entity}!${field}(id)`).eq("id", named.id);
  // Where two ways are called alike nothing is joined, and who does not read the one row finds none below it.
  const [result] = (answer.data ?? []) as unknown as readonly { readonly joined: readonly { readonly id: string }[] }[];
  if (result === undefined) return [];
  const [isFound, isTheirs] = [
    [result.joined].flat().some((one) => one?.id === id),
    mayRead(world, me, entity, row) && maySee(world, me, field, row),
  ];
  return isFound === isTheirs ? [] : [`it is ${isFound ? "" : "not "}found below what ${field} names`];
}
