// Entities as lists, details and forms need them: fields in order, what a row is shown as, rules on its own values.
import { isDecision } from "../expression/kinds.ts";
import { referredName } from "../plan/layout.ts";
import { recordOf } from "../text/own-of.ts";
import { dayNumber } from "../expression/constant.ts";
import type { Known } from "../expression/analysis/decider.ts";
import { printCode, type Code } from "../expression/javascript/javascript-code.ts";
import { systemFields } from "../names/lookup.ts";
import type { Design } from "../plan/design.ts";
import { checkedGuard } from "../plan/typed-guard.ts";
import { readLiteral } from "../sections/entities/database.ts";
import type { Entity, Field } from "../sections/entities/model.ts";
import type { ApplicationEntity, ApplicationField, ApplicationRule, ApplicationType } from "./application.ts";
import { formulaOf, type Source } from "../browser/formula.ts";
import { rightsOf, openRightsOf } from "./rights.ts";
import { machinesFor } from "./states.ts";
import { typeOf } from "./types.ts";

export function entityFor(entity: Entity, design: Design): ApplicationEntity<Source> {
  const { checked, lookup, schema } = design.compiled;
  const { id, label } = entity.name;
  const typed = entity.shownAs && checked.get(entity.shownAs)?.typed;
  const own = [...(lookup.fields.get(id)?.values() ?? [])].flatMap((field) => fieldFor(field, entity, design) ?? []);
  const fields = [...own, ...systemOnes(entity, design)];
  return {
    id,
    label,
    shownAs: formulaOf(typed, schema),
    fields: recordOf(fields.map((field) => [field.id, field])),
    history: entity.historyKept,
    orderedBy: entity.orderedBy.map(({ field, descending }) => ({
      field: field.id,
      descending,
    })),
    machines: machinesFor(id, design),
    rights: rightsOf(id, design),
    openRights: openRightsOf(id, design),
    rules: rulesFor(id, design),
    notShown: entity.bodyNotShown,
  };
}

function fieldFor(field: Field, entity: Entity, design: Design): ApplicationField<Source> | undefined {
  const { id, label } = field.name;
  const type = field.type ? typeOf(field.type, entity, id, design) : ({ kind: "not shown" } as const);
  if (id === "" || type === undefined) return undefined;
  const kind = field.type?.kind;
  const isComputed = kind === "computed" || kind === "sequence number" || kind === "random code" || kind === "state";
  const home = design.layout.computed.get(`${entity.name.id}.${id}`)?.home;
  return {
    id,
    label,
    notes: field.notes,
    required: field.required === "yes",
    auto: field.required === "auto" || isComputed,
    type,
    setOnce: field.type?.setOnce === true || kind === "belongs to",
    stored:
      kind === "computed"
        ? home === "column" || home === "kept"
        : kind !== undefined && kind !== "list" && kind !== "several",
    ...(kind === "computed" && type.kind === "reference" ? { relation: referredName(id) } : {}),
    default: defaultOf(field, type, design),
    gaps: field.notShown.map((column) => `${field.address}/${column}`),
  };
}

function defaultOf(
  { default: given, type }: Field,
  shown: ApplicationType,
  design: Design,
): ApplicationField<Source>["default"] {
  if (given === undefined || type === undefined) return undefined;
  const { model, checked, schema } = design.compiled;
  if (given.kind === "expression") return formulaOf(checked.get(given.expression)?.typed, schema) ?? "unknown";
  const read = readLiteral(given.text, type, model, design.context);
  if (!("value" in read) || read.value === undefined) return "unknown";
  return { run: { javascript: printCode(literalOf(read.value, shown)) }, reads: [] };
}

/** As expressions have values of this type. */
function literalOf(value: Known, type: ApplicationType): Code {
  if (typeof value === "object" && value !== null) {
    if (!("digits" in value)) return { code: "array", items: value.map((one) => literalOf(one, type)) };
    const missing = ("scale" in type ? type.scale : value.scale) - value.scale;
    return { code: "literal", value: value.digits * 10n ** BigInt(missing) };
  }
  return { code: "literal", value: type.kind === "date" ? dayNumber(String(value)) : value };
}

/** The fields that every row has by itself. */
function systemOnes(entity: Entity, { compiled: { schema, lookup } }: Design): readonly ApplicationField<Source>[] {
  const known = schema.entities.get(entity.name.id)?.fields;
  const stated = lookup.fields.get(entity.name.id);
  const names = [...systemFields.keys(), "ended", ...(entity.name.id === "user" ? ["name", "email"] : [])];
  return names.flatMap((id): readonly ApplicationField<Source>[] => {
    const field = known?.get(id);
    if (field === undefined || id === "id" || stated?.has(id) === true) return [];
    const { type } = field;
    const isName = entity.name.id === "user" && id === "name";
    return [
      {
        id,
        label: field.label,
        notes: "",
        required: isName,
        auto: !isName,
        type:
          type.kind === "row"
            ? { kind: "reference", entity: type.entity, belongs: false }
            : type.kind === "datetime" || isDecision(type)
              ? { kind: type.kind }
              : { kind: id === "email" ? "email" : "text" },
        setOnce: false,
        stored: field.store.kind === "column",
        default: undefined,
        gaps: [],
      },
    ];
  });
}

/** Rules that a form can look at before it is sent: those about the row's own values. */
function rulesFor(entity: string, design: Design): readonly ApplicationRule<Source>[] {
  const { model, schema } = design.compiled;
  return model.rules.rules.flatMap((rule): readonly ApplicationRule<Source>[] => {
    if (rule.entity.id !== entity) return [];
    if (rule.must?.kind !== "guard" || rule.otherwise === undefined || rule.notShown.length > 0) return [];
    const when = rule.when && checkedGuard(rule.when, entity, design);
    const must = checkedGuard(rule.must.guard, entity, design, {}, when ? [when] : []);
    const formula = formulaOf(must?.typed, schema);
    const given = when && formulaOf(when.typed, schema);
    const all = [...(formula?.reads ?? []), ...(given?.reads ?? [])];
    if (formula === undefined || (rule.when && given === undefined) || all.some((path) => path.length > 1)) return [];
    return [
      {
        id: rule.name.id,
        on: rule.on.map(({ id }) => id),
        when: given,
        must: formula,
        code: rule.otherwise.label,
        at: rule.at?.id,
      },
    ];
  });
}
