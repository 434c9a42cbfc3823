// Random roles, conditions and rights of section 6: a row for every action, a cell for every role.
import type { Place, RandomConditions } from "./conditions.ts";
import { table, type Parts } from "./parts.ts";
import type { Draw } from "./draw.ts";
import type { Outline, OutlineEntity, OutlineRole } from "./outline.ts";

/** A condition, whether it mentions me, and the entity whose row it takes for my own. */
type Named = { readonly name: string; readonly me: boolean; readonly giver: string | undefined };

export function matrixOf(
  draw: Draw,
  outline: Outline,
  conditions: RandomConditions,
  parts: Parts,
  code: (name: string) => string,
): string {
  const conditionRows: (readonly string[])[] = [];
  const named = new Map<string, readonly Named[]>();
  for (const entity of outline.entities) {
    const plain: Place = { rows: [{ text: entity.id, entity: entity.name }], me: false, items: 0 };
    const own = ["fair", "near"].map((word, index): Named => {
      const me = index === 1;
      const name = `${entity.name.toLowerCase()} ${word}`;
      const otherwise = draw.once(4) ? code(`${entity.id.toUpperCase()}_NOT_${word.toUpperCase()}`) : "";
      conditionRows.push([name, entity.name, `\`${conditions.condition({ ...plain, me }, 2)}\``, otherwise]);
      return { name, me, giver: undefined };
    });
    named.set(entity.name, parts.conditions ? own : []);
    if (outline.tenant !== undefined && leadsToTenant(outline, entity)) {
      const name = `${entity.name.toLowerCase()} allowed`;
      const text = draw.pick([
        "my_membership.kind == 'member'",
        "my_membership.kind != 'guest'",
        "my_membership.created_by != me",
      ]);
      conditionRows.push([name, entity.name, `\`${text}\``, ""]);
      if (parts.conditions) named.set(entity.name, [...own, { name, me: true, giver: "Membership" }]);
    }
  }
  const header = ["For", "May", ...outline.roles.map(({ name }) => name)];
  const rows = outline.entities.flatMap((entity) => {
    const cells = () => outline.roles.map((role) => cellOf(draw, outline, entity, role, named.get(entity.name) ?? []));
    if (entity.name === "User")
      return draw.once(3)
        ? []
        : [["User", "read", ...cells()], ...(draw.once(2) ? [["User", "update", ...cells()]] : [])];
    const actions = ["create", "read", "update", "delete", ...transitionsOf(entity)];
    const fields = parts.fields ? fieldRows(draw, entity) : [];
    return [...actions, ...fields].map((action) => [entity.name, action, ...cells()]);
  });
  const used = new Set(rows.flatMap((row) => row.slice(2).flatMap((cell) => cell.split(/ and not | or | and |^not /))));
  return [
    table(
      ["Role", "Given by", "Within"],
      outline.roles.map((role) => [role.name, role.givenBy, withinOf(role)]),
    ),
    "",
    table(
      ["Condition", "For", "Holds when", "Otherwise"],
      conditionRows.filter(([name]) => used.has(name ?? "")),
    ),
    "",
    table(
      header,
      rows.filter(([, ...cells]) => cells.length > 0),
    ),
  ].join("\n");
}

const withinOf = ({ within, via }: OutlineRole): string =>
  within === undefined ? "" : via === undefined ? within : `${within} via ${via}`;

function leadsToTenant({ entities, tenant }: Outline, entity: OutlineEntity): boolean {
  for (let at: OutlineEntity | undefined = entity; at !== undefined;) {
    if (at.name === tenant) return true;
    const parent: string | undefined = at.parent;
    at = entities.find((one) => one.name === parent);
  }
  return false;
}

/** With via, a row is inside by the reference of that name, its own or that of what it belongs to. */
function isInside(outline: Outline, entity: OutlineEntity, role: OutlineRole): boolean {
  if (role.within === undefined) return true;
  if (role.via === undefined) return leadsToTenant(outline, entity);
  if (entity.name === role.within) return true;
  const via = role.via;
  for (let at: OutlineEntity | undefined = entity; at !== undefined;) {
    if (at.fields.some((field) => field.name === via)) return true;
    const parent: string | undefined = at.parent;
    at = outline.entities.find((one) => one.name === parent);
  }
  return false;
}

function transitionsOf(entity: OutlineEntity): readonly string[] {
  return entity.fields.some(({ sort }) => sort === "state") ? ["Take", "Finish", "Look again"] : [];
}

function fieldRows(draw: Draw, entity: OutlineEntity): readonly string[] {
  const settable = entity.fields.filter((field) => field.given);
  const hidable = entity.fields.filter(
    ({ hidable: may, required, sort }) => may && (required !== "" || sort === "rows") && sort !== "other",
  );
  const set = draw.some(settable, 2).map(({ name }) => `set ${name}${draw.pick(["", "", " on create", " on update"])}`);
  const makers = draw.once(4) ? ["Created by", "Updated by"] : [];
  const hidden = draw.once(2) ? [...draw.some(hidable, 2).map(({ name }) => name), ...makers] : [];
  const see = hidden.map((name) => `see ${name}`);
  return [...set, ...see];
}

function cellOf(
  draw: Draw,
  outline: Outline,
  entity: OutlineEntity,
  role: OutlineRole,
  named: readonly Named[],
): string {
  if (!isInside(outline, entity, role)) return "no";
  const usable = named.filter(
    (one) => (!one.me || !role.open) && (one.giver === undefined || one.giver === role.giver),
  );
  const atoms = [...usable.map(({ name }) => name), ...(role.open ? [] : ["own"])];
  const kind = draw.number(0, 9);
  if (kind < 3) return "yes";
  if (kind < 6 || atoms.length === 0) return "no";
  const [one, other] = [draw.pick(atoms), draw.pick(atoms)];
  if (kind < 8 || one === other) return draw.once(5) ? `not ${one}` : one;
  return draw.pick([`${one} and ${other}`, `${one} or ${other}`, `${one} and not ${other}`]);
}
