// Random effects: fields are set, rows below are made and deleted, after whatever may happen to a row.
import type { Place, RandomConditions } from "./conditions.ts";
import { sorts } from "../field-types/drawn.ts";
import type { Draw } from "./draw.ts";
import type { Outline, OutlineEntity } from "./outline.ts";

/** For, After, On, If, Do, With. */
export function effectRows(
  draw: Draw,
  outline: Outline,
  entity: OutlineEntity,
  conditions: RandomConditions,
): readonly (readonly string[])[] {
  const place: Place = { rows: [{ text: entity.id, entity: entity.name }], me: false, items: 0 };
  const guard = () => (draw.once(2) ? `\`${conditions.condition(place, 1)}\`` : "");
  const isMoving = entity.fields.some(({ sort }) => sort === "state");
  const changing = entity.fields.filter(
    (field) => field.given && (field.sort === "integer" || field.sort === "choice"),
  );
  const causes = [
    ...(isMoving ? ["Take", "Finish", "Look again"] : []),
    "create",
    "update",
    ...changing.map(({ name }) => `change of ${name}`),
  ];
  const row = (on: string, action: string, values: string) => [
    entity.name,
    draw.pick(causes),
    on,
    guard(),
    action,
    values,
  ];
  const sets = draw.some(settable(entity), 2).map(([field, value]) => row("", "set", `\`${field} = ${value}\``));
  const below = outline.entities.filter((other) => other.parent === entity.name);
  const made = below.filter(isEasilyMade).slice(0, 1);
  const makes = made
    .filter(() => draw.once(2))
    .map((other) => row("", `create ${other.name}`, `\`${entity.id} = ${entity.id}, title = 'made'\``));
  const list = entity.fields.find((field) => field.sort === "rows" && below.some(({ name }) => name === field.target));
  const deletes = list !== undefined && draw.once(3) ? [row(`on \`${entity.id}.${list.id}\``, "delete", "")] : [];
  return [...sets, ...makes, ...deletes];
}

/** Values that change nothing the second time, so that effects come to an end. */
const settable = (entity: OutlineEntity): readonly (readonly [string, string])[] =>
  entity.fields.flatMap((field): readonly (readonly [string, string])[] => {
    if (!field.given || field.required !== "no") return [];
    if (field.sort === "row" && field.target === "User") return [[field.id, `${entity.id}.created_by`]];
    const { set } = sorts[field.sort];
    return set === undefined ? [] : [[field.id, set]];
  });

/** All that it needs are a title and what it belongs to. */
const isEasilyMade = (entity: OutlineEntity): boolean =>
  entity.fields.some(({ name }) => name === "Title") &&
  entity.fields.every(
    (field) =>
      field.required !== "yes" || field.default !== "" || field.name === "Title" || field.name === entity.parent,
  );
