// All that a user gets of an entity's rows, by every way there is, beside what they read by the interpreter.
import type { SupabaseClient } from "@supabase/supabase-js";
import { compareReading } from "../../agreement/compare.ts";
import { mayRead } from "../../interpreter/rights/reading.ts";
import { findRow, type Caller, type World } from "../../interpreter/world/world.ts";
import type { Shape } from "../../laying/shape.ts";
import type { Attempt } from "../../plan/situation/situation.ts";
import { unlikeHistoryRead } from "./history.ts";
import { unlikeJoined } from "./joined.ts";
import type { Answered } from "../over-the-wire.ts";
import { noSession, filledOver, readOver, wordsOfDifference } from "./reading.ts";
import { unlikeSearched } from "./searching.ts";

type Tried = Extract<Attempt, { readonly kind: "read" | "see" }>;

export const isReading = (tried: Attempt): tried is Tried => tried.kind === "read" || tried.kind === "see";

type Reading = {
  readonly me: Caller;
  readonly tried: Tried;
  readonly answered: Answered | undefined;
  readonly client: SupabaseClient;
  readonly shape: Shape;
};

export async function unlikeReading(world: World, reading: Reading): Promise<readonly string[]> {
  const { me, tried, client } = reading;
  const wrong = await Promise.all([
    tried.kind === "read" ? unlikeList(world, reading) : [],
    unlikeHistoryRead(client, world, me, tried),
    unlikeSearched(client, world, me, tried),
    tried.kind === "see" ? unlikeJoined(client, world, me, tried) : [],
  ]);
  return wrong.flat();
}

/** The row of the case included: which rows, and what of them. */
async function unlikeList(
  world: World,
  { me, tried: { entity, id }, answered, client, shape }: Reading,
): Promise<readonly string[]> {
  const row = findRow(world, entity, id);
  const isRead = row !== undefined && mayRead(world, me, entity, row);
  if (isRead !== (answered === undefined)) return [isRead ? "the row is not read" : "the row is read"];
  const result = await readOver(client, world.program, shape, entity);
  // A user who never reads any gets an error.
  if ("codes" in result) return isRead ? [result.said] : [];
  const differences = await compareReading(world, me, entity, {
    ...noSession(world.now),
    read: async () => result.table,
    filled: async (_me, of, field) => filledOver(client, of, field),
  });
  return differences.map(wordsOfDifference);
}
