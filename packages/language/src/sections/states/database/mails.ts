// Mails and notices of effects: one entry of the outbox for each person, with the values that the words will need.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { jsonObject, typedOf } from "../../../plan/json.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import { mailValues } from "../../../plan/outgoing.ts";
import type { Names } from "../../../plan/target.ts";
import type { Role } from "../../permissions/model.ts";
import type { EffectAction, Recipient } from "../model.ts";
import type { DatabaseEffect } from "./effect-rows.ts";

type Sending = Extract<EffectAction, { readonly kind: "mail" | "notify" }>;

/**
 * Which language it is written in, and where an address is, is known when it is sent; what the row said is known now.
 */
export function mailSql(action: Sending, one: DatabaseEffect, names: Names, design: Design): string {
  const mail = design.compiled.lookup.mails.get(action.mail.id);
  if (mail === undefined || action.to === undefined) return "";
  const about = mail.entity.id;
  const row = names.rows?.[about] ?? "given";
  const payload = jsonObject([
    ["entity", quoteText(about)],
    ["row", `${row}.id`],
    ["to", "_reached.recipient"],
    ["values", mailValues(mail, names, design)],
  ]);
  const queued = `writ.enqueue(${quoteText(action.kind)}, ${quoteText(mail.name.id)}, ${payload}, ${quoteText(one.effect.address)})`;
  return `PERFORM ${queued} FROM (${recipientsSql(action.to, one, names, design)}) AS _reached (recipient);`;
}

/** `{"person": id}` or `{"address": text}`; each once, and none where a value is empty. */
function recipientsSql(to: Recipient, one: DatabaseEffect, names: Names, design: Design): string {
  const select = (key: "person" | "address", from: string) => {
    const isThere = key === "person" ? "_to.one IS NOT NULL" : "_to.one <> ''";
    return `SELECT DISTINCT jsonb_build_object(${quoteText(key)}, _to.one) FROM ${from} WHERE ${isThere}`;
  };
  if (to.kind === "role") {
    const role = design.compiled.lookup.roles.get(to.role.id);
    if (role === undefined) return "SELECT NULL::jsonb WHERE false";
    const thing = thingSql(role, to, one, names, design);
    return select("person", `unnest(writ.people_of_role(${quoteText(role.name.id)}, ${thing})) AS _to (one)`);
  }
  const type = typedOf(to.expression, design)?.type;
  const of = type?.kind === "list" ? type.of : type;
  const key = of?.kind === "row" ? "person" : "address";
  const value = design.print(to.expression, "strict", names);
  if (value === "NULL") return "SELECT NULL::jsonb WHERE false";
  return select(key, to.kind === "each" ? `unnest(${value}) AS _to (one)` : `(SELECT ${value}) AS _to (one)`);
}

/** The row that a role is held in: the one that is named, or the one that the effect's row belongs to. */
function thingSql(
  role: Role,
  to: Extract<Recipient, { readonly kind: "role" }>,
  { entity, other }: DatabaseEffect,
  names: Names,
  design: Design,
): string {
  if (role.within === undefined) return "NULL::uuid";
  if (to.within !== undefined) return design.print(to.within, "strict", names);
  const target = role.within.entity.id;
  const paths = [entity, ...(other === undefined ? [] : [other])].flatMap((from) => {
    const path = pathTo(from, target, role.within?.via?.id, design, new Set());
    return path === undefined ? [] : [{ from, path }];
  });
  const [first] = paths;
  if (first === undefined) return "NULL::uuid";
  return first.path.reduce<{ readonly sql: string; readonly entity: string }>(
    ({ sql, entity: at }, { field, leadsTo }, index) => ({
      entity: leadsTo,
      sql:
        index === 0
          ? `${names.rows?.[first.from] ?? "given"}."${field}"`
          : `(SELECT _way."${field}" FROM ${printPlace(tableOf(design.layout, at))} AS _way WHERE _way.id = ${sql})`,
    }),
    { sql: `${names.rows?.[first.from] ?? "given"}.id`, entity: first.from },
  ).sql;
}

type Way = readonly { readonly field: string; readonly leadsTo: string }[];

/** The references that lead from a row to what a role is held in: chains of "belongs to", or the one that via names. */
function pathTo(
  entity: string,
  target: string,
  via: string | undefined,
  design: Design,
  walked: ReadonlySet<string>,
): Way | undefined {
  if (entity === target && (via === undefined || walked.size === 0)) return [];
  if (walked.has(entity)) return undefined;
  const { lookup } = design.compiled;
  const fields = lookup.fields.get(entity);
  const named = via === undefined ? undefined : fields?.get(via);
  if (named?.type && "entity" in named.type && named.type.entity.id === target)
    return [{ field: named.name.id, leadsTo: target }];
  for (const { name, type } of fields?.values() ?? []) {
    if (type?.kind !== "belongs to") continue;
    const leadsTo = type.entity.id;
    const rest = pathTo(leadsTo, target, via, design, new Set([...walked, entity]));
    if (rest) return [{ field: name.id, leadsTo }, ...rest];
  }
  return undefined;
}
