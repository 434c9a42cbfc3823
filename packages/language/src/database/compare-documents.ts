// What a change of the document means for people and for rows that are there, beyond the objects that change.
import { guardExpression } from "../model/guard-expression.ts";
import type { Compiled } from "../compile.ts";
import { quoteIdentifier, quoteText } from "../expression/sql/sql-quote.ts";
import type { FieldSchema } from "../expression/schema.ts";
import type { Guard } from "../clause/guard.ts";
import type { Reference } from "../text/name.ts";
import { notOfType } from "../sections/entities/database.ts";
import type { Must, Rule } from "../sections/rules/model.ts";
import { compareRights } from "./compare-rights.ts";
import { risk } from "./compare-tables.ts";
import { designOf } from "./design-of.ts";
import type { Design } from "../plan/design.ts";
import { layoutOf, tableOf } from "../plan/layout.ts";
import type { Step } from "./step.ts";

export function compareDocuments(before: Compiled, after: Compiled): readonly Step[] {
  return [
    ...compareRights(before, after),
    ...lostChoices(before, after),
    ...narrowerTypes(before, after),
    ...newRules(before, after),
  ];
}

/** A shorter text, a smaller range, another pattern: stored values stay until a user writes them. */
function narrowerTypes(before: Compiled, after: Compiled): readonly Step[] {
  const [old, now] = [designOf(before), designOf(after)];
  return now.entities.flatMap((entity) => {
    const previous = before.lookup.entities.get(entity.name.id);
    return entity.fields.flatMap((field): readonly Step[] => {
      const { id, label } = field.name;
      const was = before.lookup.fields.get(entity.name.id)?.get(id);
      const isChoice =
        field.type?.kind === "one of" || field.type?.kind === "several of" || field.type?.kind === "state";
      if (previous === undefined || was === undefined || was.type?.kind !== field.type?.kind || isChoice) return [];
      const [allowed, wrong] = [notOfType(previous, was, old), notOfType(entity, field, now)];
      if (wrong === undefined || wrong === allowed) return [];
      const words = `n rows of ${entity.name.label} have values of ${label} that the new type does not allow; they stay until they are changed`;
      const question = risk("outlives", tableOf(old.layout, entity.name.id), wrong, words);
      const what = `${label} of ${entity.name.label} gets a narrower type`;
      return [{ kind: "tell", what, address: field.address, sql: [], risk: question }];
    });
  });
}

/** A state or choice that is removed while rows have it: they would be in none. */
function lostChoices(before: Compiled, after: Compiled): readonly Step[] {
  const layout = layoutOf(before);
  return [...before.schema.entities.values()].flatMap((entity) => {
    const now = after.schema.entities.get(entity.id);
    return [...entity.fields.values()].flatMap((field): readonly Step[] => {
      const [old, codes] = [codesOf(field), codesOf(now?.fields.get(field.id))];
      const lost = old?.filter((code) => codes !== undefined && !codes.includes(code)) ?? [];
      if (lost.length === 0 || field.store.kind === "computed") return [];
      const column = `given.${quoteIdentifier(field.id)}`;
      const list = `ARRAY[${lost.map(quoteText).join(", ")}]::text[]`;
      const where = field.store.kind === "array" ? `${column} && ${list}` : `${column} = ANY (${list})`;
      const words = `n rows of ${entity.label} are ${lost.join(" or ")}, which ${field.label} no longer has`;
      const address = fieldAddress(after, entity.id, field.id) ?? entity.id;
      const what = `${field.label} of ${entity.label} loses ${lost.join(", ")}`;
      return [{ kind: "tell", what, address, sql: [], risk: risk("breaks", tableOf(layout, entity.id), where, words) }];
    });
  });
}

function codesOf(field: FieldSchema | undefined): readonly string[] | undefined {
  if (field?.type.kind === "choice") return field.type.codes;
  return field?.type.kind === "list" && field.type.of.kind === "choice" ? field.type.of.codes : undefined;
}

function fieldAddress({ lookup }: Compiled, entity: string, field: string): string | undefined {
  return lookup.fields.get(entity)?.get(field)?.address;
}

/** A rule applies to later writes; existing rows that break it stay until a user writes them. */
function newRules(before: Compiled, after: Compiled): readonly Step[] {
  const design = designOf(after);
  const layout = layoutOf(before);
  const old = new Map(before.model.rules.rules.map((rule) => [rule.address, textOf(rule)]));
  return after.model.rules.rules.flatMap((rule): readonly Step[] => {
    const entity = rule.entity.id;
    if (old.get(rule.address) === textOf(rule) || !before.schema.entities.has(entity)) return [];
    const broken = brokenBy(rule, entity, design);
    if (broken === undefined) return [];
    const words = `n rows of ${rule.entity.label} break "${rule.name.label}"; they stay, and must satisfy it when they are next changed`;
    const what = `${old.has(rule.address) ? "another" : "a new"} rule "${rule.name.label}"`;
    return [
      {
        kind: "tell",
        what,
        address: rule.address,
        sql: [],
        risk: risk("outlives", tableOf(layout, entity), broken, words),
      },
    ];
  });
}

function textOf(rule: Rule): string {
  return `${rule.when ? guardText(rule.when) : ""} => ${rule.must ? mustText(rule.must) : ""}`;
}

/** The same wherever it stands in the document. */
function mustText(must: Must): string {
  const ids = (references: readonly Reference[]) => references.map(({ id }) => id).join(".");
  switch (must.kind) {
    case "guard":
      return guardText(must.guard);
    case "unique":
      return `unique ${ids(must.fields)}`;
    case "no circle":
      return `no circle ${must.field.id}`;
    case "no overlap":
      return `no overlap ${[must.from.id, must.to.id, ...must.per.map(ids), must.while?.text.text].join(" ")}`;
  }
}

const guardText = (guard: Guard): string => (guard.kind === "expression" ? guard.expression.text.text : guard.name.id);

/** Undefined where no query can tell: what was before the change is over. */
function brokenBy(rule: Rule, entity: string, design: Design): string | undefined {
  if (rule.must?.kind !== "guard") return undefined;
  const print = (guard: Guard): string | undefined => {
    const { lookup, checked } = design.compiled;
    const expression = guardExpression(guard, lookup);
    const found = expression && checked.get(expression);
    if (!found?.typed || found.reads.old) return undefined;
    return design.print(found.typed, "strict", { rows: { [entity]: "given" } });
  };
  const must = print(rule.must.guard);
  const when = rule.when ? print(rule.when) : "true";
  return must === undefined || when === undefined ? undefined : `(${when}) AND NOT (${must})`;
}
