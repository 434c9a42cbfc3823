// What the expressions of a mail give when it is decided to send it, as texts: its words are printed with them later.
import type { Mail, Template, Tree } from "@writ/language/model";
import { dayText, timeText } from "../values/time.ts";
import { inTemplate } from "../document/expressions-in.ts";
import { partsOf } from "../document/mentions.ts";
import { fieldOf } from "../document/names.ts";
import { meaningOf } from "../field-types/meanings.ts";
import { rightsFor } from "../rights/rights.ts";
import { readField } from "../world/fields.ts";
import { scopeOf, type Scope } from "../world/scope.ts";
import { isList, isRow, quantity, type RowValue, type Value } from "../values/value.ts";
import type { Program } from "../world/world.ts";

/** Undefined: no one can foretell it. */
export type TextValue = string | null | undefined;

/** By language and part: `/subject`, `fr/text`; in the order in which they are written. */
export type TextValues = ReadonlyMap<string, readonly TextValue[]>;

export function valuesOfMail({ subject, text }: Mail, scope: Scope): TextValues {
  const { expressionGaps } = scope.world.program;
  const isKnown = ([, { parts }]: readonly [string, Template]) =>
    inTemplate(parts).every((one) => !expressionGaps.has(one));
  const parts = Object.entries({ subject, text }).map(
    ([part, templates]) => [part, new Map([...templates].filter(isKnown))] as const,
  );
  // Each language in which either of them is shown has both: what is not shown is said to be that, and needs no value.
  const languages = new Set(parts.flatMap(([, templates]) => [...templates.keys()]));
  return new Map(
    [...languages].flatMap((language) =>
      parts.map(([part, templates]) => [
        `${language}/${part}`,
        inTemplate(templates.get(language)?.parts ?? []).map(({ tree }) => saidBy(tree, scope)),
      ]),
    ),
  );
}

function saidBy(tree: Tree | undefined, scope: Scope): TextValue {
  const { program } = scope.world;
  if (tree === undefined || isByChance(program, tree)) return undefined;
  return shownText(program.evaluate(tree, scope), scope);
}

export function shownText(value: Value, scope: Scope): TextValue {
  if (value === null) return null;
  if (isRow(value)) return shownRow(value, scope);
  if (isList(value)) {
    const ids = value.map((one) => (isRow(one) ? one.id : shownText(one, scope)));
    return ids.some((one) => one === undefined || one?.startsWith("made ")) ? undefined : ids.toSorted().join();
  }
  if (typeof value === "string") return valueText(value);
  if (typeof value === "boolean") return String(value);
  if (value.kind === "date") return dayText(value.day);
  if (value.kind === "time") return timeText(value.at);
  const { digits, scale } = quantity(value);
  return value.kind === "datetime" ? String(digits) : valueText(Number(`${digits}e-${scale}`));
}

/** A row by what it is shown as, or by the first text that all its readers may see; an account by its name. */
export function shownRow(row: RowValue, { world, isSeen }: Scope): TextValue {
  const { program } = world;
  const shownAs = program.lookup.entities.get(row.entity)?.shownAs;
  const tree = shownAs !== undefined && program.expressionGaps.has(shownAs) ? undefined : shownAs?.tree;
  if (tree !== undefined) {
    const scope = scopeOf(world, null, { [row.entity]: row });
    const said = saidBy(tree, isSeen === undefined ? scope : { ...scope, isSeen });
    return said === null && isSeen !== undefined ? labelOf(row, program) : said;
  }
  if (row.entity === "user") return shownText(readField(row, "name", scopeOf(world, null)), scopeOf(world, null));
  const entity = program.lookup.entities.get(row.entity);
  const first = entity?.fields.find(
    ({ type, name }) =>
      type !== undefined &&
      meaningOf(type).namesRows &&
      rightsFor(program, row.entity, { kind: "see", field: name.id }).length === 0,
  );
  if (first?.type?.kind === "random code") return undefined;
  const text = first === undefined ? null : readField(row, first.name.id, scopeOf(world, null));
  return text === null ? labelOf(row, program) : shownText(text, scopeOf(world, null));
}

const labelOf = ({ entity }: RowValue, { lookup }: Program): string =>
  lookup.entities.get(entity)?.name.label ?? entity;

/** A value as JSON has it, in the one form in which both sides are compared: a moment by its milliseconds. */
export const valueText = (value: unknown): TextValue => {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(valueText).toSorted().join();
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+[+-][\d:]+$/.test(text) ? String(Date.parse(text)) : text;
};

/** Codes are drawn, files of effects lie in places by chance, and when a row was written last is not worked out. */
export function isByChance(program: Program, tree: Tree, passed: ReadonlySet<string> = new Set()): boolean {
  if (tree.kind === "field" && !passed.has(tree.name)) {
    if (tree.name === "updated_at" || tree.name === "updated_by") return true;
    const inside = new Set(passed).add(tree.name);
    for (const entity of ["user", ...program.lookup.entities.keys()]) {
      const type = fieldOf(program, entity, tree.name)?.type;
      if (type !== undefined && byChance.has(type.kind)) return true;
      const further = type?.kind === "computed" ? type.expression.tree : undefined;
      if (further !== undefined && isByChance(program, further, inside)) return true;
    }
  }
  return partsOf(tree).some((part) => isByChance(program, part, passed));
}

const byChance: ReadonlySet<string> = new Set(["random code", "file", "image", "files"]);
