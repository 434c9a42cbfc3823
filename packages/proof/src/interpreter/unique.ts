// Values that no two rows may share: fields that are unique, together or by a rule. Empty values differ from each other.
import { fieldId, fieldsOf } from "./names.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { equal, type Value } from "./value.ts";
import { entityOf } from "./names.ts";
import { rowsOf, valueOf, type Program, type Row, type World } from "./world.ts";

type Unique = {
  readonly fields: readonly string[];
  readonly code: string;
  readonly clause: string;
  readonly ignoringCase: boolean;
};

export function brokenUniques(world: World, row: Row): readonly Refusal[] {
  return uniquesOf(world.program, row.entity).flatMap(({ fields, code, clause, ignoringCase }) => {
    const key = (one: Row) => fields.map((field) => folded(valueOf(one, field), ignoringCase));
    const own = key(row);
    if (own.includes(null)) return [];
    const taken = rowsOf(world, row.entity).some((other) => other.id !== row.id && equal(key(other), own));
    return taken ? [refuse(code, clause, fields.length === 1 ? fields[0] : undefined)] : [];
  });
}

/** The fields of which two rows may not have the same, alone or together with others. */
export const uniqueFields = (program: Program, entity: string): ReadonlySet<string> =>
  new Set(uniquesOf(program, entity).flatMap(({ fields }) => fields));

const folded = (value: Value, ignoringCase: boolean): Value =>
  ignoringCase && typeof value === "string" ? value.toLowerCase() : value;

function uniquesOf(program: Program, entity: string): readonly Unique[] {
  const { model, lookup } = program;
  const named = (fields: readonly { readonly id: string }[]) => fields.map(({ id }) => fieldId(program, entity, id));
  return [
    ...fieldsOf(program, entity).flatMap(({ name, type, address }): readonly Unique[] =>
      type === undefined || (type.unique === "no" && type.kind !== "random code")
        ? []
        : [{ fields: [name.id], code: "NOT_UNIQUE", clause: address, ignoringCase: type.unique === "ignoring case" }],
    ),
    ...(lookup.entities.get(entity)?.uniqueTogether ?? []).map(({ fields, address }) => ({
      fields: named(fields),
      code: "NOT_UNIQUE",
      clause: address,
      ignoringCase: false,
    })),
    ...model.rules.rules.flatMap((rule): readonly Unique[] =>
      rule.must?.kind !== "unique" || entityOf(program, rule.entity) !== entity
        ? []
        : [
            {
              fields: named(rule.must.fields),
              code: rule.otherwise?.label ?? "NOT_UNIQUE",
              clause: rule.address,
              ignoringCase: false,
            },
          ],
    ),
  ];
}
