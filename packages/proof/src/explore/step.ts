// What a user does while a product is explored, and a whole story of it.
import type { Act } from "../interpreter/attempt.ts";
import type { Value } from "../interpreter/values/value.ts";
import type { Assignment, Caller, Row } from "../interpreter/world/world.ts";
import type { CallAttempt } from "../plan/attempts/call-attempt.ts";
import type { FileUpload } from "../plan/samples/files.ts";
import { valueWith, type CreatedRow } from "./created-rows.ts";

export type Step =
  /** `brings`: of the files that it names, those that are unlike the usual. */
  | { readonly kind: "act"; readonly me: Caller; readonly act: Act; readonly brings?: FileUpload | undefined }
  /** A user deletes their account. */
  | { readonly kind: "leave"; readonly me: string }
  | { readonly kind: "list"; readonly me: Caller; readonly query: Query }
  | { readonly kind: "call"; readonly me: Caller; readonly call: CallAttempt }
  /** The clock goes on, and the system does what is due. */
  | { readonly kind: "wait"; readonly until: number };

export type Comparison = "eq" | "neq" | "lt" | "lte" | "gt" | "gte" | "is" | "in";

export type Filter = { readonly field: string; readonly by: Comparison; readonly values: readonly Value[] };

/** Without any filter all that a user reads of an entity. */
export type Query = {
  readonly entity: string;
  readonly filters: readonly Filter[];
  /** By a field and then by id, and of that so many from the beginning. */
  readonly order?: { readonly field: string; readonly descending: boolean; readonly most: number };
};

/** What is there before the first step. */
export type Start = {
  readonly now: number;
  readonly people: readonly Row[];
  readonly assigned: readonly Assignment[];
  /** Of entities that no one could make a row of. */
  readonly rows: readonly Row[];
  /** How far numbers have been drawn. */
  readonly counters: ReadonlyMap<string, number>;
};

/** `made`: the rows that the system made then, in their order. */
export type Played = { readonly step: Step; readonly made: readonly CreatedRow[]; readonly said: string };

export type Story = { readonly start: Start; readonly steps: readonly Played[] };

/** A step where rows that the system has made are known by other ids. */
export function stepWith(step: Step, ids: ReadonlyMap<string, string>): Step {
  const named = (id: string): string => ids.get(id) ?? id;
  const valuesWith = (values: ReadonlyMap<string, Value>) =>
    new Map([...values].map(([name, value]) => [name, valueWith(value, named)]));
  switch (step.kind) {
    case "wait":
    case "leave":
      return step;
    case "call":
      return { ...step, call: { ...step.call, id: named(step.call.id) } };
    case "list": {
      const filters = step.query.filters.map((one) => ({
        ...one,
        values: one.values.map((value) =>
          one.field === "id" && typeof value === "string" ? named(value) : valueWith(value, named),
        ),
      }));
      return { ...step, query: { ...step.query, filters } };
    }
    case "act": {
      const { act } = step;
      if (!("entity" in act))
        return act.within === undefined ? step : { ...step, act: { ...act, within: named(act.within) } };
      const id = named(act.id);
      return { ...step, act: "values" in act ? { ...act, id, values: valuesWith(act.values) } : { ...act, id } };
    }
  }
}
