// What a user reads of an entity over the wire, as texts to lay beside what the interpreter says they read.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Difference } from "../../agreement/compare.ts";
import type { BackendSession, Refused, Table } from "../../agreement/backend.ts";
import { comparedFields, fileText, textKind, trimmedNumber } from "../../agreement/texts.ts";
import type { Program } from "../../interpreter/world/world.ts";
import type { Shape } from "../../laying/shape.ts";
import { refusedBy } from "../over-the-wire.ts";

type Read = { readonly table: Table; readonly status: number };

export async function readOver(
  client: SupabaseClient,
  program: Program,
  shape: Shape,
  entity: string,
): Promise<Read | (Refused & { readonly status: number })> {
  const fields = comparedFields(program, entity).filter((field) => shape.named.get(entity)?.has(field));
  const answer = await client.from(entity).select(fields.join(","));
  if (answer.error !== null) return refusedBy(answer);
  const rows = answer.data as unknown as readonly Readonly<Record<string, unknown>>[];
  return { table: tableFrom(program, entity, fields, rows), status: answer.status };
}

/** As the wire has them. */
export const tableFrom = (
  program: Program,
  entity: string,
  fields: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Table =>
  new Map(
    rows.map((row) => [
      String(row["id"]),
      new Map(fields.map((field) => [field, textIn(program, entity, field, row[field])])),
    ]),
  );

export function textIn(program: Program, entity: string, field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  switch (textKind(program, entity, field)) {
    case "moment":
      return String(Date.parse(String(value)));
    case "list":
      return (value as readonly unknown[]).map(String).toSorted().join(",");
    case "number":
      return trimmedNumber(String(value));
    case "files":
      return (value as readonly unknown[])
        .map((one) => fileText(String(one)))
        .toSorted()
        .join(",");
    case "file":
      return fileText(String(value));
    default:
      return String(value);
  }
}

/** The ids of the rows that a filter finds where a field is not empty: no one finds by it what they do not see. */
export async function filledOver(client: SupabaseClient, entity: string, field: string): Promise<readonly string[]> {
  const answer = await client.from(entity).select("id").not(field, "is", null);
  return answer.error === null ? answer.data.map(({ id }) => String(id)) : [];
}

export const noSession = (now: number): BackendSession => {
  const none = async () => Promise.reject(new Error("nothing of it is asked"));
  return { now, read: none, filled: none, narrowed: async () => undefined, act: none };
};

export const wordsOfDifference = ({ what, interpreter, database }: Difference): string =>
  `${what}: ${JSON.stringify(database)} and not ${JSON.stringify(interpreter)}`;
