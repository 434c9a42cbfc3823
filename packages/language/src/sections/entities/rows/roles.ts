// The column Roles of sample people: the roles that no rule gives them, as a person would give them.
import { spanOf, splitText, type Text } from "../../../text/text.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import type { Problem } from "../../../problem.ts";
import { readReference, type Reference } from "../../../text/name.ts";
import type { RowSet } from "../model.ts";
import { findField } from "../find.ts";
import { wrongRole } from "./problems.ts";

/** A field of that name comes first. */
export const isRolesColumn = (column: Reference, set: RowSet, entity: EntitySchema, context: CheckContext): boolean =>
  column.label === "Roles" &&
  set.kind === "Sample" &&
  entity.id === "user" &&
  findField(context, entity.id, column) === undefined;

type At = {
  readonly address: string;
  readonly model: Model;
  readonly context: CheckContext;
  readonly problems: Problem[];
};

/** Their identifiers. */
export function readRoles(cell: Text, { address, model, context, problems }: At): readonly string[] {
  const { roles } = context.lookup;
  return splitText(cell).flatMap((part) => {
    const { id, label } = readReference(part);
    const role = roles.get(id) ?? [...roles.values()].find(({ name }) => name.label === label);
    const place = { span: spanOf(part), address: `${address}/Roles` };
    if (role === undefined) {
      const known = [...roles.values()].map(({ name }) => name.label);
      if (model.permissions.status.kind !== "not shown")
        problems.push(wrongRole.at(place, part.text, known, undefined));
      return [];
    }
    if (role.notShown.length > 0 || role.isUnread) return [];
    const kinds = new Set(role.givenBy.map(({ kind }) => kind));
    const isAssigned = kinds.has("named at installation") || kinds.has("assigned by");
    if (isAssigned && role.within === undefined) return [role.name.id];
    const why = kinds.has("anyone")
      ? "every visitor has it"
      : kinds.has("signed in")
        ? "every signed-in user has it"
        : role.within !== undefined && isAssigned
          ? `it is held within one ${role.within.entity.label}`
          : "rows give it";
    problems.push(wrongRole.at(place, role.name.label, [], why));
    return [];
  });
}
