// Small documents and worlds for tests of the interpreter: rows as plain objects, and what becomes of an act.
import assert from "node:assert/strict";
import { compile } from "@writ/language";
import type { FieldType } from "@writ/language/model";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { textOf } from "../agreement/texts.ts";
import { attempt, type Act } from "../interpreter/attempt.ts";

import { filledRow } from "../interpreter/writes/defaults.ts";
import { programOf } from "../interpreter/program.ts";
import { reportedAs } from "../interpreter/document/refusal.ts";
import { entityOf, fieldOf, targetOf } from "../interpreter/document/names.ts";
import { dayFrom, timeFrom } from "../interpreter/values/time.ts";
import {
  dateOf,
  durationOf,
  momentOf,
  moneyOf,
  numberOf,
  rowOf,
  timeOf,
  type Value,
} from "../interpreter/values/value.ts";
import {
  emptyWorld,
  findRow,
  valueOf as storedValue,
  withRow,
  type Caller,
  type Program,
  type World,
} from "../interpreter/world/world.ts";

type Plain = null | boolean | number | string | readonly string[];
export type PlainRow = Readonly<Record<string, Plain>>;
export type PlainRows = Readonly<Record<string, Readonly<Record<string, PlainRow>>>>;

export const now = Date.parse("2026-03-17T10:00:00Z");

export type Play = {
  readonly program: Program;
  /** `rows`: by entity, then id. People need no rows: they are named by `people`. */
  readonly world: (rows?: PlainRows, roles?: Readonly<Record<string, string>>) => World;
  readonly create: (entity: string, values: PlainRow, id?: string) => Act;
  readonly update: (entity: string, id: string, values: PlainRow) => Act;
  readonly remove: (entity: string, id: string) => Act;
  readonly step: (entity: string, id: string, transition: string, values?: PlainRow) => Act;
};

const people = ["ann", "bo", "cara"];

/** A fragment holds only the sections that it needs. */
export function play(fragment: string): Play {
  const compiled = compile(completeDocument(fragment).source);
  const errors = compiled.problems.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    errors.map(({ code, address, message }) => `${code} ${address}: ${message}`),
    [],
  );
  const program = programOf(compiled);
  const values = (entity: string, plain: PlainRow) => valuesOf(program, entity, plain);
  return {
    program,
    world: (rows = {}, roles = {}) => {
      let world: World = {
        ...emptyWorld(program, now),
        assigned: Object.entries(roles).map(([person, role]) => ({ person, role })),
      };
      for (const id of people) {
        const own = new Map<string, Value>([
          ["name", id],
          ["email", `${id}@example.test`],
          ...values("user", rows["user"]?.[id] ?? {}),
        ]);
        world = withRow(world, filledRow(world, null, { entity: "user", id, values: own }).row);
      }
      for (const [entity, some] of Object.entries(rows)) {
        if (entity === "user") continue;
        for (const [id, plain] of Object.entries(some)) {
          const filled = filledRow(world, null, { entity, id, values: values(entity, plain) });
          world = withRow(filled.world, filled.row);
        }
      }
      return world;
    },
    create: (entity, plain, id = "new") => ({ kind: "create", entity, id, values: values(entity, plain) }),
    update: (entity, id, plain) => ({ kind: "update", entity, id, values: values(entity, plain) }),
    remove: (entity, id) => ({ kind: "delete", entity, id }),
    step: (entity, id, transition, plain = {}) => ({
      kind: "transition",
      entity,
      id,
      transition,
      values: values(entity, plain),
    }),
  };
}

function valuesOf(program: Program, entity: string, plain: PlainRow): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(plain).map(([name, value]) => [
      name,
      valueOf(program, fieldOf(program, entity, name)?.type, name, value),
    ]),
  );
}

function valueOf(program: Program, type: FieldType | undefined, name: string, plain: Plain): Value {
  if (plain === null || typeof plain === "boolean") return plain;
  if (name === "created_by" || name === "updated_by") return rowOf("user", String(plain));
  if (name === "created_at" || name === "updated_at") return momentOf(Date.parse(String(plain)));
  switch (type?.kind) {
    case "date":
      return dateOf(dayFrom(String(plain)));
    case "datetime":
      return momentOf(Date.parse(String(plain)));
    case "time":
      return timeOf(timeFrom(String(plain)));
    case "duration":
      return durationOf(Number(plain));
    case "reference":
    case "belongs to":
      return rowOf(targetOf(program, type) ?? "", String(plain));
    case "several":
      return (plain as readonly string[]).map((id) => rowOf(entityOf(program, type.entity), id));
    case "money": {
      const { digits, scale } = amountScale(String(plain));
      return moneyOf(digits, scale);
    }
    default: {
      if (typeof plain !== "number") return plain;
      const { digits, scale } = amountScale(String(plain));
      return numberOf(digits, scale);
    }
  }
}

/** The world afterwards; it has to be done. */
export function worldAfter(world: World, me: Caller, act: Act): World {
  const outcome = attempt(world, me, act);
  if ("refused" in outcome) assert.fail(`refused: ${JSON.stringify(outcome.refused)}`);
  return outcome.done;
}

/** It has to be refused, with these codes: `FORBIDDEN`, `REQUIRED title`. */
export function refused(world: World, me: Caller, act: Act, ...codes: readonly string[]): void {
  const outcome = attempt(world, me, act);
  if (!("refused" in outcome)) assert.fail(`done, instead of ${codes.join(", ")}`);
  // A row that is written more than once may break the same rule each time.
  const told = new Set(outcome.refused.map(reportedAs));
  assert.deepEqual([...told], codes);
}

/** `1.50` as digits and scale. */
function amountScale(text: string): { readonly digits: bigint; readonly scale: number } {
  const [whole = "0", fraction = ""] = text.split(".");
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length };
}

/** A stored value as a text; undefined where there is no row. */
export function shown(world: World, entity: string, id: string, field: string): string | null | undefined {
  const row = findRow(world, entity, id);
  return row === undefined ? undefined : textOf(storedValue(row, field));
}
