// One attempt as a client makes it, and what was answered.
import type { SupabaseClient } from "@supabase/supabase-js";
import { bringFiles } from "./bringing.ts";
import { shortened } from "./shortened.ts";
import type { Refused } from "../agreement/backend.ts";
import { fieldOf, reversed } from "../interpreter/document/names.ts";
import { mayRead } from "../interpreter/rights/reading.ts";
import { findRow, type Caller, type Program } from "../interpreter/world/world.ts";
import { storedValue } from "../laying/lay.ts";
import type { RoleAttempt } from "../plan/attempts/role-attempt.ts";
import type { Attempt as Any, Outcome } from "../plan/situation/situation.ts";

export type Answered = Refused & {
  readonly status: number;
  /** In the words of the catalogue: what is reported first, and each error of it. */
  readonly message: string;
  readonly told: readonly ErrorResponse[];
  /** The clauses that the answer names. */
  readonly clauses: readonly string[];
};

/** What rows are neither asked for nor written by. */
export type NotWritten = Extract<
  Any,
  { readonly kind: "wait" | "come round" | "call" | "request" | "leave" | "sign in" | RoleAttempt["kind"] }
>;

/** What a user does. */
export type Attempt = Exclude<Any, NotWritten>;

/** A row as an answer has it; undefined where it has none. */
export type ShownRow = Readonly<Record<string, unknown>> | undefined;

/**
 * Undefined: it was done. A user who writes asks for the row back, and takes silence for nothing. `onRow`: called with
 * the row that a write returns.
 */
export async function tryIt(
  client: SupabaseClient,
  program: Program,
  tried: Attempt,
  language = "",
  onRow: (row: ShownRow) => void = () => {},
): Promise<Answered | undefined> {
  return (await bringFiles(client, program, tried)) ?? writeIt(client, program, tried, language, onRow);
}

/** Once the files that it names are there. */
export async function writeIt(
  client: SupabaseClient,
  program: Program,
  tried: Attempt,
  language = "",
  onRow: (row: ShownRow) => void = () => {},
): Promise<Answered | undefined> {
  const table = client.from(tried.entity);
  const asked = <Builder extends { readonly setHeader: (name: string, value: string) => Builder }>(builder: Builder) =>
    language === "" ? builder : builder.setHeader("Accept-Language", language);
  switch (tried.kind) {
    case "read": {
      const answer = await asked(table.select("id").eq("id", tried.id));
      return answer.error !== null ? refusedBy(answer) : answer.data.length === 0 ? nothing(answer.status) : undefined;
    }
    case "see": {
      const type = fieldOf(program, tried.entity, tried.field)?.type;
      const listed = type?.kind === "list" ? reversed(program, tried.entity, type) : undefined;
      const value = listed === undefined ? tried.field : `${listed.entity}!${listed.field}(id)`;
      const answer = await table.select(`id, value:${value}`).eq("id", tried.id);
      if (answer.error !== null) return refusedBy(answer);
      const [row] = answer.data as readonly { readonly value?: unknown }[];
      if (row === undefined) return nothing(answer.status);
      return row.value === null || (listed !== undefined && Array.isArray(row.value) && row.value.length === 0)
        ? { ...nothing(answer.status), codes: ["FORBIDDEN"], said: "the field is empty" }
        : undefined;
    }
    case "create": {
      const row = { id: tried.id, ...bodyOf(program, tried.entity, tried.values) };
      const answer = await asked(table.insert(row).select("*"));
      if (answer.error !== null) return refusedBy(answer);
      onRow(answer.data[0]);
      return undefined;
    }
    case "update": {
      const answer = await asked(
        table
          .update(bodyOf(program, tried.entity, tried.values))
          .eq("id", tried.id)
          .select("*"),
      );
      if (answer.error !== null) return refusedBy(answer);
      if (answer.data.length === 0) return nothing(answer.status);
      onRow(answer.data[0]);
      return undefined;
    }
    case "delete": {
      const answer = await asked(table.delete().eq("id", tried.id).select("id"));
      return answer.error !== null ? refusedBy(answer) : answer.data.length === 0 ? nothing(answer.status) : undefined;
    }
    case "transition": {
      const given = { id: tried.id, ...bodyOf(program, tried.entity, tried.values) };
      const answer = await asked(client.rpc(`${tried.entity}_${tried.transition}`, given));
      if (answer.error !== null) return refusedBy(answer);
      // A step may take the row out of its doer's sight.
      onRow(answer.data?.id === tried.id ? answer.data : undefined);
      return undefined;
    }
  }
}

/** A full disk proves nothing about the product that is tried there. */
export function failOnFullDisk(answered: Answered | undefined): void {
  if (answered === undefined || (answered.status !== 507 && !answered.codes.includes("53100"))) return;
  throw Object.assign(new Error(answered.said), { code: "ENOSPC" });
}

const bodyOf = (program: Program, entity: string, values: ReadonlyMap<string, Parameters<typeof storedValue>[3]>) =>
  Object.fromEntries([...values].map(([name, value]) => [name, storedValue(program, entity, name, value)]));

const noRow = "no row";

/** A row that its writer no longer reads is not returned, just like one that they may not change. */
export function asReader(
  answered: Answered | undefined,
  outcome: Outcome,
  me: Caller,
  tried: { readonly kind: string; readonly entity: string; readonly id: string },
): Answered | undefined {
  if (answered?.said !== noRow || tried.kind !== "update" || !("done" in outcome)) return answered;
  const row = findRow(outcome.done, tried.entity, tried.id);
  return row !== undefined && !mayRead(outcome.done, me, tried.entity, row) ? undefined : answered;
}

const nothing = (status: number): Answered => ({
  codes: ["NOT_FOUND"],
  ofRows: [],
  said: noRow,
  message: "",
  told: [],
  status,
  clauses: [],
});

type Failed = {
  readonly status: number;
  readonly error: { readonly code: string; readonly message: string; readonly details: string | null };
};

export function refusedBy({ status, error }: Failed): Answered {
  const problems = problemsIn(error.details);
  const codes =
    problems.length === 0
      ? [error.code]
      : problems.map(({ code, field }) => (field === undefined ? code : `${code} ${field}`));
  const ofRows = problems.flatMap(({ code, row }) => (row === undefined ? [] : [{ code, row }]));
  const clauses = problems.flatMap(({ clause }) => (clause === undefined ? [] : [clause]));
  return {
    status,
    codes: [...new Set(codes)].toSorted(),
    ofRows,
    clauses,
    message: error.message,
    told: problems,
    said: shortened(`${status} ${error.code} ${error.message}`),
  };
}

export type ErrorResponse = {
  readonly code: string;
  readonly field?: string;
  readonly row?: string;
  readonly clause?: string;
  readonly status?: number;
  readonly message?: string;
};

const isTold = (one: unknown): boolean =>
  one !== null && typeof one === "object" && "code" in one && typeof one.code === "string";

function problemsIn(details: string | null): readonly ErrorResponse[] {
  try {
    const told: unknown = JSON.parse(details ?? "");
    return Array.isArray(told) ? (told.filter(isTold) as readonly ErrorResponse[]) : [];
  } catch {
    return [];
  }
}
