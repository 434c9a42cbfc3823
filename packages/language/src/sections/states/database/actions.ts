// What an effect does, as statements of PL/pgSQL about `given`, its row, and `other`, the row of On.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Assignment } from "../../../expression/tree.ts";
import { parameterType } from "../../../model/parameter-type.ts";
import type { Design } from "../../../plan/design.ts";
import { jsonObject, jsonOf } from "../../../plan/json.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import { bodyJson } from "../../../plan/outgoing.ts";
import type { Names } from "../../../plan/target.ts";
import type { Call } from "../../calls/model.ts";
import type { EffectAction } from "../model.ts";
import { type DatabaseEffect } from "./effect-rows.ts";
import { findTransition } from "./machines.ts";
import { mailSql } from "./mails.ts";
import { doSql } from "./transitions.ts";

type Action<Kind extends EffectAction["kind"]> = Extract<EffectAction, { readonly kind: Kind }>;

export function actionSql(one: DatabaseEffect, names: Names, design: Design): string {
  const { effect, target, other } = one;
  const { do: action } = effect;
  const row = effect.on === undefined || other === undefined ? "given" : "other";
  switch (action?.kind) {
    case undefined:
      return "";
    case "set": {
      const sets = action.values.map(
        ({ field, value }) => `${quoteIdentifier(field.id)} = ${design.print(value, "strict", names)}`,
      );
      return `UPDATE ${tableName(target, design)} AS _written SET ${sets.join(", ")} WHERE _written.id = ${row}.id;`;
    }
    case "create":
      return createSql(action, target ?? "", names, design);
    case "do":
      return stepSql(action, target ?? "", row, names, design);
    case "delete": {
      const id = action.on ? design.print(action.on, "strict", names) : `${row}.id`;
      return `DELETE FROM ${tableName(target, design)} AS _gone WHERE _gone.id = ${id};`;
    }
    case "mail":
    case "notify":
      return mailSql(action, one, names, design);
    case "call":
      return callSql(action, one, names, design);
  }
}

const tableName = (entity: string | undefined, design: Design): string =>
  printPlace(tableOf(design.layout, entity ?? ""));

function createSql(action: Action<"create">, target: string, names: Names, design: Design): string {
  const fields = action.values.map(({ field }) => quoteIdentifier(field.id));
  const values = action.values.map(({ value }) => design.print(value, "strict", names));
  const table = tableName(target, design);
  return fields.length === 0
    ? `INSERT INTO ${table} DEFAULT VALUES;`
    : `INSERT INTO ${table} (${fields.join(", ")}) VALUES (${values.join(", ")});`;
}

/** What cannot start refuses everything that led to it. */
function stepSql(action: Action<"do">, target: string, row: string, names: Names, design: Design): string {
  const id = action.on ? design.print(action.on, "strict", names) : `${row}.id`;
  const transition = findTransition(target, action.transition.id, design);
  const asked = jsonObject(valuesJson(action.values, (field) => field, names, design));
  if (transition === undefined) {
    // Its states are not shown, so it is unknown whether it can start.
    return `PERFORM writ.refuse(writ.problem('NOT_SHOWN', NULL, ${quoteText(`4/${action.transition.label}`)}));`;
  }
  return doSql(target, transition.id, id, asked, "false");
}

const valuesJson = (
  values: readonly Assignment[],
  nameOf: (field: string) => string,
  names: Names,
  design: Design,
): readonly (readonly [string, string])[] =>
  values.map(({ field, value }) => [nameOf(field.id), jsonOf(design.print(value, "strict", names))]);

/** A call waits in the outbox with all that it takes: its inputs and its body as they are now. Secrets are added later. */
function callSql(action: Action<"call">, one: DatabaseEffect, names: Names, design: Design): string {
  const call = design.compiled.lookup.calls.get(action.call.id);
  if (call === undefined) return "";
  const given = valuesJson(action.values, (field) => field, names, design);
  const inputs = [...given, ...ownInputs(call, new Set(given.map(([name]) => name)), one, design)];
  const values = Object.fromEntries(inputs.map(([name, json]) => [`input.${name}`, json]));
  const payload = jsonObject([
    ["entity", quoteText(one.entity)],
    ["row", "given.id"],
    ["person", "auth.uid()"],
    ["input", jsonObject(inputs)],
    ...(call.body
      ? [["body", bodyJson(call.body, bodyNames(call, action, names, values, design), design)] as const]
      : []),
  ]);
  return `PERFORM writ.enqueue('call', ${quoteText(call.name.id)}, ${payload}, ${quoteText(one.effect.address)});`;
}

/**
 * An input of the effect's own entity is its row where no other value is given; so is one of the entity that On names.
 */
function ownInputs(
  call: Call,
  named: ReadonlySet<string>,
  { entity, other }: DatabaseEffect,
  design: Design,
): readonly (readonly [string, string])[] {
  return call.in.flatMap((parameter): readonly (readonly [string, string])[] => {
    const type = parameterType(parameter, design.compiled.lookup);
    if (named.has(parameter.name.id) || type?.kind !== "row") return [];
    if (type.entity === other) return [[parameter.name.id, "to_jsonb(other.id)"]];
    return type.entity === entity ? [[parameter.name.id, "to_jsonb(given.id)"]] : [];
  });
}

/** In a body, an input is the value that With gives it, and one named after its entity is that row. */
function bodyNames(
  call: Call,
  action: Action<"call">,
  names: Names,
  own: Readonly<Record<string, string>>,
  design: Design,
): Names {
  const values: Record<string, string> = {};
  const rows: Record<string, string> = { ...names.rows };
  for (const parameter of call.in) {
    const { id } = parameter.name;
    const type = parameterType(parameter, design.compiled.lookup);
    const given = action.values.find(({ field }) => field.id === id);
    const printed = given ? design.print(given.value, "strict", names) : undefined;
    const implied = own[`input.${id}`]?.replace(/^to_jsonb\((.*)\)$/, "$1");
    const value = printed ?? implied ?? "NULL";
    values[`input.${id}`] = value;
    if (type?.kind === "row" && type.entity === id && given) {
      delete rows[id];
      values[id] = value;
    }
  }
  return { rows, values };
}
