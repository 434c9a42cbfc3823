// What a call is given when an effect asks for it, as texts: its inputs, and the values of its body.
import type { Assignment, Call } from "@writ/language/model";
import { isByChance, valueText, shownText, type TextValue, type TextValues } from "./mail-values.ts";
import { entityOf } from "../document/names.ts";
import type { Scope } from "../world/scope.ts";
import { isRow, type RowValue, type Value } from "../values/value.ts";

type Body = NonNullable<Call["body"]>;

/** `own`: the row of the effect; `other`: the one that On names. */
export function valuesOfCall(
  call: Call,
  given: readonly Assignment[],
  scope: Scope,
  { own, other }: { readonly own: RowValue | undefined; readonly other: RowValue | undefined },
): TextValues {
  const { program } = scope.world;
  const said = new Map<string, readonly TextValue[]>();
  const inputs = new Map<string, Value>();
  for (const { field, value } of given) {
    const result = value.tree === undefined ? null : program.evaluate(value.tree, scope);
    inputs.set(field.id, result);
    said.set(`input/${field.id}`, [
      value.tree === undefined || isByChance(program, value.tree) ? undefined : givenText(result, scope),
    ]);
  }
  // An input of the effect's own entity is its row where no other value is given; so is one of the entity that On
  // names.
  for (const { name, type } of call.in) {
    if (inputs.has(name.id) || type?.kind !== "reference") continue;
    const entity = entityOf(program, type.entity);
    const row = [other, own].find((one) => one?.entity === entity);
    if (row === undefined) continue;
    inputs.set(name.id, row);
    said.set(`input/${name.id}`, [givenText(row, scope)]);
  }
  if (call.body === undefined) return said;
  const fields = { entity: "input", id: "", values: inputs };
  const names = new Map(scope.names).set("input", { kind: "row", entity: "input", id: "", as: fields });
  // An input that is called after its entity is that row.
  for (const [name, value] of inputs) if (isRow(value) && value.entity === name) names.set(name, value);
  for (const [path, text] of bodyTexts(call.body, { ...scope, names }, "body")) said.set(path, [text]);
  return said;
}

function bodyTexts(body: Body, scope: Scope, path: string): readonly (readonly [string, TextValue])[] {
  switch (body.kind) {
    case "object":
      return body.entries.flatMap(({ key, value }) => bodyTexts(value, scope, `${path}/${key}`));
    case "list": {
      const items = body.items.map((item, index) => bodyTexts(item, scope, `${path}/${index}`));
      if (!body.items.every(({ kind }) => kind === "expression")) return items.flat();
      const texts = items.flat().map(([, text]) => text);
      return [[path, texts.includes(undefined) ? undefined : texts.toSorted().join()]];
    }
    case "expression": {
      const { tree } = body.expression;
      const { program } = scope.world;
      return [
        [
          path,
          tree === undefined || isByChance(program, tree) ? undefined : givenText(program.evaluate(tree, scope), scope),
        ],
      ];
    }
  }
}

/** A row is given by its id; the database draws the ids of rows that effects make. */
function givenText(value: Value, scope: Scope): TextValue {
  if (!isRow(value)) return shownText(value, scope);
  return value.id.startsWith("made ") ? undefined : value.id;
}

/** What waits to be sent, in the same form. */
export function callValues(input: unknown, body: unknown): TextValues {
  const leaves = (value: unknown, path: string): readonly (readonly [string, readonly TextValue[]])[] => {
    if (typeof value !== "object" || value === null) return [[path, [valueText(value)]]];
    // In whatever order: of rows there is none.
    if (Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null))
      return [[path, [valueText(value)]]];
    return Object.entries(value).flatMap(([key, one]) => leaves(one, `${path}/${key}`));
  };
  return new Map([
    ...(input === null || input === undefined ? [] : leaves(input, "input")),
    ...(body === null || body === undefined ? [] : leaves(body, "body")),
  ]);
}
