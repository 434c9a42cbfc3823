// A cell in backticks: `null` for no value at all, or a moment that is reckoned from when the row is written.
import { isArray, isSetBySystem } from "../../../field-types/index.ts";
import type { Known } from "../../../expression/analysis/decider.ts";
import { readExpression } from "../../../expression/parsing/read.ts";
import type { Kind } from "../../../expression/type.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import { rowScope } from "../../../model/scopes.ts";
import type { Place, Problem } from "../../../problem.ts";
import { spanOf, type Text } from "../../../text/text.ts";
import type { FoundField } from "../find.ts";
import type { RowSet } from "../model.ts";
import { mustBeFixed, neverEmpty } from "./problems.ts";

/** `typed`: known to the database only, when the row is written. `known`: null, or a list without items. */
export type Code = { readonly known: Known } | { readonly typed: Typed };

const moments: readonly Kind["kind"][] = ["date", "datetime", "time"];

/** Elsewhere the backticks are part of a text, or of no value at all. */
export const isCode = (code: Text, { schema }: FoundField): boolean =>
  isNull(code) || (schema !== undefined && moments.includes(schema.type.kind));

const isNull = ({ text }: Text): boolean => text.trim() === "null";

type At = {
  readonly set: RowSet;
  readonly key: string;
  readonly address: string;
  readonly context: CheckContext;
  readonly problems: Problem[];
};

/** Undefined where something is wrong. */
export function readCode(code: Text, column: FoundField, at: At): Code | undefined {
  if (isNull(code)) return readNull(code, column, at);
  const { set, address, context, problems } = at;
  if (column.schema === undefined) return undefined;
  const before = problems.length;
  const expression = readExpression(code, address, problems);
  if (problems.length > before) return undefined;
  const what = `"${column.label}"`;
  const type = { ...column.schema.type, empty: false };
  const checked = context.check(expression, rowScope(undefined), { kind: "type", type, what });
  for (const problem of checked.problems) problems.push(problem);
  if (checked.typed === undefined) return undefined;
  const why = whyNotFixed(set, checked.reads);
  if (why === undefined) return { typed: checked.typed };
  problems.push(mustBeFixed.at({ span: spanOf(code), address }, set.kind, why));
  return undefined;
}

function whyNotFixed({ kind }: RowSet, { others, wholes, clock }: Reads): "rows" | "clock" | undefined {
  if (others.size > 0 || wholes.size > 0) return "rows";
  // What comes with every installation is the same in all of them, whenever it is written.
  return kind === "Seed" && clock ? "clock" : undefined;
}

type Reads = ReturnType<CheckContext["check"]>["reads"];

function readNull(code: Text, { field, schema, label }: FoundField, { key, address, problems }: At): Code | undefined {
  const place: Place = { span: spanOf(code), address };
  if (field !== undefined && (field.type === undefined || schema === undefined)) return undefined;
  if (field?.type !== undefined && isArray(field.type) && field.required === "no") return { known: [] };
  const mayBeEmpty = field?.type !== undefined && !isSetBySystem(field.type) && schema?.type.empty === true;
  if (mayBeEmpty) return { known: null };
  problems.push(neverEmpty.at(place, label, key, field === undefined || field.default !== undefined));
  return undefined;
}
