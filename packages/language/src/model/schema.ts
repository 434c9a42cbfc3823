// From the model to what the checker of expressions must know: every field's type, with its emptiness worked out.
import { decision } from "../expression/kinds.ts";
import type { FieldSchema, RoleSchema, Schema } from "../expression/schema.ts";
import type { Expression, Tree } from "../expression/tree.ts";
import type { Kind, Type } from "../expression/type.ts";
import { emptyText } from "../text/text.ts";
import type { Entity, Field } from "../sections/entities/model.ts";
import type { State } from "../sections/states/model.ts";
import { address } from "../clause/clause.ts";
import { isOpenSetting } from "./open-setting.ts";
import { constantOf } from "../clause/value-kinds.ts";
import { gatherWriting, isOpenEmptiness, mayBeEmpty, type Writing } from "./emptiness.ts";
import { buildLookup, type Lookup } from "../names/lookup.ts";
import type { Model } from "./model.ts";
import { settleComputed, type MutableEntity, type MutableSchema, type WorkedOut } from "./settle-computed.ts";
import { choiceKind, kindOfValue, knownRow, referredEntity } from "../field-types/index.ts";

export function buildSchema(model: Model, lookup: Lookup = buildLookup(model)): Schema {
  const writing = gatherWriting(model, lookup);
  const moneyScale = model.constants.settings.currency?.minorUnits ?? 2;
  const schema: MutableSchema = {
    entities: new Map(),
    constants: new Map(
      model.constants.constants.flatMap((constant) => {
        const known = constant.value && constantOf(constant.value, moneyScale);
        const { id, label } = constant.name;
        return known && id !== "" ? [[id, { id, label, ...known }] as const] : [];
      }),
    ),
    openConstants: new Set(
      model.constants.constants.flatMap(({ name, value }) =>
        value === undefined || !constantOf(value, moneyScale) ? [name.id] : [],
      ),
    ),
    roles: new Map(
      model.permissions.roles.map((role): [string, RoleSchema] => [
        role.name.label,
        {
          label: role.name.label,
          within: role.within && role.within.entity.id,
          isOpen: role.notShown.includes("Given by") || role.notShown.includes("Within"),
        },
      ]),
    ),
    moneyScale,
  };
  schema.entities.set("user", entitySchema(undefined, lookup, writing, model));
  for (const entity of lookup.entities.values()) {
    if (entity.name.id !== "") schema.entities.set(entity.name.id, entitySchema(entity, lookup, writing, model));
  }
  return settleComputed(schema, optionalDefaults(model, lookup, schema));
}

/** Fields that are not required and get a value from an expression: where that is empty, they are. */
const optionalDefaults = ({ entities }: Model, lookup: Lookup, schema: MutableSchema): readonly WorkedOut[] =>
  entities.entities.flatMap((entity) =>
    entity.fields.flatMap((stated): readonly WorkedOut[] => {
      const { id } = entity.name;
      const field = schema.entities.get(id)?.fields.get(stated.name.id);
      const isOptional = stated.required === "no" && lookup.fields.get(id)?.get(stated.name.id) === stated;
      return !isOptional || field === undefined || stated.default?.kind !== "expression"
        ? []
        : [{ entity: id, field, expression: stated.default.expression, me: "present" }];
    }),
  );

function entitySchema(entity: Entity | undefined, lookup: Lookup, writing: Writing, model: Model): MutableEntity {
  const id = entity?.name.id ?? "user";
  const fields = new Map<string, FieldSchema>();
  const openFields = new Set<string>();
  const add = (field: FieldSchema) => fields.set(field.id, field);
  const machines = lookup.machines.get(id) ?? [];
  for (const field of entity?.fields ?? []) {
    if (entity === undefined || field.name.id === "") continue;
    // The second field of a name is reported as such; it is to cause nothing else.
    if (lookup.fields.get(id)?.get(field.name.id) !== field) continue;
    const built = fieldSchema(entity, field, lookup, writing);
    if (built) add(isOpenEmptiness(field, model) ? { ...built, openEmptiness: true } : built);
    else openFields.add(field.name.id);
  }
  const column = (name: string, label: string, type: Type) => add({ id: name, label, type, store: { kind: "column" } });
  column("id", "Id", { kind: "text", empty: false });
  column("created_at", "Created at", { kind: "datetime", empty: false });
  column("created_by", "Created by", { kind: "row", entity: "user", empty: true });
  column("updated_at", "Updated at", { kind: "datetime", empty: false });
  column("updated_by", "Updated by", { kind: "row", entity: "user", empty: true });
  if (id === "user") {
    column("name", "Name", { kind: "text", empty: false });
    // Empty until the address is confirmed, unless sign-in requires a confirmed address.
    const email: Type = { kind: "text", empty: !model.constants.settings.confirmedAddress };
    const openEmptiness = isOpenSetting("Confirmed address", model);
    add({ id: "email", label: "Email", type: email, store: { kind: "column" }, openEmptiness });
  }
  const states = machines.flatMap((machine) => machine.states);
  if (states.length === 0 && entity?.fields.some(({ type }) => type?.kind === "state")) openFields.add("ended");
  else if (states.length > 0 && !fields.has("ended")) add(endedField(id, entity, lookup));
  return {
    id,
    label: entity?.name.label ?? "User",
    oneRow: entity?.oneRow ?? false,
    fields,
    openFields,
    isOpen: entity?.bodyNotShown === true,
  };
}

function fieldSchema(entity: Entity, field: Field, lookup: Lookup, writing: Writing): FieldSchema | undefined {
  const { type } = field;
  if (type === undefined) return undefined;
  const { id, label } = field.name;
  const empty = mayBeEmpty(entity, field, writing);
  const stated = (kind: Kind): FieldSchema => ({ id, label, type: { ...kind, empty }, store: { kind: "column" } });
  switch (type.kind) {
    case "list": {
      const row = knownRow(type.entity, lookup);
      if (!row) return undefined;
      const listed = row.entity;
      const via = type.via
        ? lookup.fields.get(listed)?.get(type.via.id)?.name.id
        : onlyReference(lookup, listed, entity.name.id);
      if (via === undefined) return undefined;
      return {
        id,
        label,
        type: { kind: "list", empty: false, of: { ...row, empty: false } },
        store: { kind: "reverse", entity: listed, via },
      };
    }
    case "several": {
      const of = knownRow(type.entity, lookup);
      return (
        of && {
          id,
          label,
          type: { kind: "list", empty: false, of: { ...of, empty: false } },
          store: { kind: "pairs", entity: of.entity },
        }
      );
    }
    case "several of":
    case "files": {
      const of: Kind = "choices" in type ? choiceKind(type.choices, listName(entity, field)) : { kind: "file" };
      return { id, label, type: { kind: "list", empty: false, of: { ...of, empty: false } }, store: { kind: "array" } };
    }
    case "computed": {
      const kind = kindOfValue(type.of, listName(entity, field), lookup);
      return (
        kind && { id, label, type: { ...kind, empty: false }, store: { kind: "computed", expression: type.expression } }
      );
    }
    case "state": {
      const states = statesOf(entity, field, lookup);
      // A field without states, which is reported at the field, has no known values.
      if (states.length === 0) return undefined;
      return stated({
        kind: "choice",
        of: `state of ${entity.name.label}`,
        codes: states.map((state) => state.name.id),
      });
    }
    default: {
      const kind = kindOfValue(type, listName(entity, field), lookup);
      const known = kind && stated(kind);
      return known && type.kind === "sequence number" ? { ...known, counts: true } : known;
    }
  }
}

/** The states of one state field: of the machine that names it, or of the only one. */
function statesOf(entity: Entity, field: Field, lookup: Lookup): readonly State[] {
  const machines = lookup.machines.get(entity.name.id) ?? [];
  const named = machines.filter((machine) => machine.field && machine.field.id === field.name.id);
  return (named.length > 0 ? named : machines.filter((machine) => machine.field === undefined)).flatMap(
    (machine) => machine.states,
  );
}

/** "priority of Ticket". */
function listName(entity: Entity, field: Field): string {
  return `${field.name.label.charAt(0).toLowerCase()}${field.name.label.slice(1)} of ${entity.name.label}`;
}

/** The one reference of `from` that names `to`; created_by and updated_by never count. */
function onlyReference(lookup: Lookup, from: string, to: string): string | undefined {
  const found = [...(lookup.fields.get(from)?.values() ?? [])].filter(({ type }) => referredEntity(type) === to);
  return found.length === 1 ? found[0]?.name.id : undefined;
}

/** `ended`: the row is in a state that is over; with several state fields, in all of them. */
function endedField(id: string, entity: Entity | undefined, lookup: Lookup): FieldSchema {
  const at = { start: 0, end: 0 };
  const never: Tree = { ...at, kind: "boolean", value: false };
  // Each field has states of its own: another one's are no values of it.
  const over = (field: Field, states: readonly State[]): Tree => {
    const codes = states.filter((state) => state.kind === "end").map((state) => state.name.id);
    if (codes.length === 0) return never;
    return {
      ...at,
      kind: "binary",
      operator: "in",
      left: { ...at, kind: "field", of: { ...at, kind: "name", name: id }, name: field.name.id, nameSpan: at },
      right: { ...at, kind: "list", items: codes.map((value): Tree => ({ ...at, kind: "text", value })) },
    };
  };
  const tree = (entity?.fields ?? [])
    .flatMap((field) =>
      entity === undefined || field.type?.kind !== "state" ? [] : [over(field, statesOf(entity, field, lookup))],
    )
    .reduce<Tree | undefined>(
      (left, right) => (left === undefined ? right : { ...at, kind: "binary", operator: "and", left, right }),
      undefined,
    );
  const expression: Expression = {
    address: address(4, entity?.name.label ?? "User", "ended"),
    text: emptyText(0),
    tree: tree ?? never,
  };
  return {
    id: "ended",
    label: "Ended",
    type: decision,
    store: { kind: "computed", expression },
  };
}
