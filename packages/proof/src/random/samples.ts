// Sample rows of a random document: one of each entity whose own rules refuse none, and a person who writes them.
import { cellOf, mayBeNull } from "../field-types/drawn-cells.ts";
import type { Draw } from "./draw.ts";
import type { Outline, OutlineEntity, OutlineField } from "./outline.ts";
import { table } from "./parts.ts";

const keyOf = (entity: string): string => `${entity.slice(0, 1).toLowerCase()}1`;

type Sections = { readonly rules: string; readonly matrix: string };

export function samplesText(draw: Draw, outline: Outline, { rules, matrix }: Sections): string {
  const isRuled = (entity: string) => rules.includes(`| ${entity} |`);
  const mayBeCleared = (entity: string, { name, default: given }: OutlineField) =>
    given === "" || (!matrix.includes(`| ${entity} | set ${name}`) && isWritten(entity, matrix));
  const user = outline.entities.find(({ name }) => name === "User");
  const keys = new Map([["User", "ann"]]);
  const person = rowText(draw, user, { keys, mayBeCleared }, [
    ["Name", "Ann"],
    ["Email", "ann@example.test"],
    ...(outline.roles.some(({ name }) => name === "Boss")
      ? [["Roles", draw.pick(["Boss", "Boss, Agent", ""])] as const]
      : []),
  ]);
  const sets = [`### Sample: User\n\n${person}`];
  for (const entity of outline.entities) {
    const needed = entity.fields.filter(({ sort, required }) => sort === "row" && required === "yes");
    const lacks = needed.some(({ target = "" }) => !keys.has(target) && target !== entity.name);
    if (entity === user || lacks || isRuled(entity.name)) continue;
    keys.set(entity.name, keyOf(entity.name));
    sets.push(`### Sample: ${entity.name}\n\n${rowText(draw, entity, { keys, mayBeCleared })}`);
  }
  return sets.join("\n\n");
}

/** A client who may write a row may clear what is not required. */
const isWritten = (entity: string, matrix: string): boolean =>
  matrix
    .split("\n")
    .some((line) =>
      new RegExp(`^\\| ${entity} \\| [^|]*\\b(?:create|update)\\b[^|]*\\|(?! no \\|(?: no \\|)*$)`).test(line),
    );

type Known = {
  readonly keys: ReadonlyMap<string, string>;
  readonly mayBeCleared: (entity: string, field: OutlineField) => boolean;
};
type Cell = readonly [column: string, cell: string];

function rowText(draw: Draw, entity: OutlineEntity | undefined, known: Known, first: readonly Cell[] = []): string {
  const { keys } = known;
  const name = entity?.name ?? "User";
  const fields = entity?.fields.filter(({ given }) => given) ?? [];
  const cells: readonly Cell[] = [
    ["Key", keys.get(name) ?? ""],
    ...first,
    ...fields.flatMap((field): readonly Cell[] => {
      const cell = written(draw, name, field, known);
      return cell === undefined ? [] : [[field.name, cell]];
    }),
    ...(name === "User" || !draw.once(2) ? [] : [["Created at", "`now - days(3)`"] as const]),
  ];
  return table(
    cells.map(([column]) => column),
    [cells.map(([, cell]) => cell)],
  );
}

/** Undefined where the table has no such column. */
function written(draw: Draw, entity: string, field: OutlineField, { keys, mayBeCleared }: Known): string | undefined {
  const { required, target = "" } = field;
  const value = target === "" ? cellOf(draw, field) : keys.get(target);
  if (value === undefined) return undefined;
  if (required === "yes") return value;
  return draw.pick([
    value,
    value,
    "",
    ...(mayBeNull(field) && mayBeCleared(entity, field) ? ["`null`", "`null`"] : []),
  ]);
}
