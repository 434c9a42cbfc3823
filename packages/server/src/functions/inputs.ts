// What a call runs with: its inputs, with the rows that they name, its secrets, and in whose name it acts.
import type { Call } from "@writ/language/model";
import type { Caller } from "../rest/handle.ts";
import type { Invocation } from "./invoke.ts";
import type { Read } from "./process/process.ts";
import { readRows, type Acting } from "./rows.ts";
import type { CallService } from "./service.ts";
import { checkValues } from "./values.ts";

export type Inputs =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly wrong: { readonly code: string; readonly field: string } };

/** By the name of the input: the entity of its row. */
export const entitiesOf = (call: Call, service: CallService): ReadonlyMap<string, string> =>
  new Map(
    call.in.flatMap(({ name, type }) =>
      type?.kind === "reference" ? [[name.id, idOfEntity(type.entity.id, service)] as const] : [],
    ),
  );

/** A row of each input that is one, as the caller may read it. */
export async function readInputs(
  { call, input, isRequested, unnamed }: Invocation,
  entities: ReadonlyMap<string, string>,
  acting: Acting,
  { pool, owner, edition }: CallService,
): Promise<Inputs> {
  if (unnamed !== undefined) return { values: unnamed };
  const checked = await checkValues(input, call.in, edition()?.compiled.lookup.constants ?? new Map(), owner);
  if ("wrong" in checked) return checked;
  const values = { ...checked.values };
  for (const [name, entity] of entities) {
    const id = values[name];
    if (typeof id !== "string") continue;
    const asked: Read = { as: isRequested ? "caller" : "system", entity, where: { id }, limit: 1 };
    const [row] = await pool.withConnection(async (client) => readRows(client, asked, acting));
    if (row === undefined) return { wrong: { code: "NOT_FOUND", field: name } };
    values[name] = row;
  }
  return { values };
}

export const actingFor = (call: Call, caller: Caller): Acting => ({
  caller,
  // It passes rights and no rule, for this run only: no key of the service leaves this process.
  system: {
    role: "service_role",
    claims: { role: "service_role", call: call.name.id },
    signedIn: true,
    settings: caller.settings,
  },
});

const idOfEntity = (named: string, { edition }: CallService): string =>
  edition()?.compiled.lookup.entities.get(named)?.name.id ?? named;

/** Text: the name of the one that is not there. */
export function secretsOf({ secrets }: Call, { secretOf }: CallService): Readonly<Record<string, string>> | string {
  const known: Record<string, string> = {};
  for (const { name } of secrets) {
    const value = secretOf(name);
    if (value === undefined || value === "") return name;
    known[name] = value;
  }
  return known;
}
