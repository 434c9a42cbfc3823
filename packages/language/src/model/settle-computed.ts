// Of each computed field, what only the others together tell: whether it may be empty, and whether it has a value at all.
import { spanOf } from "../text/text.ts";
import { checkExpression } from "../expression/check.ts";
import { causeOf, isDivision } from "../expression/check/check-point.ts";
import { childrenOf } from "../expression/children.ts";
import type { EntitySchema, FieldSchema, Schema } from "../expression/schema.ts";
import type { Expression } from "../expression/tree.ts";
import type { Typed } from "../expression/typed.ts";
import { findCircles, findComponents, isKnot } from "./circles.ts";
import { rowScope } from "./scopes.ts";

export type MutableEntity = EntitySchema & {
  readonly fields: Map<string, FieldSchema>;
  readonly openFields: Set<string>;
};
export type MutableSchema = Omit<Schema, "entities"> & { readonly entities: Map<string, MutableEntity> };

/** A field whose value comes from an expression: computed, or given by its default. */
export type WorkedOut = {
  readonly entity: string;
  readonly field: FieldSchema;
  readonly expression: Expression;
  /** Whether a user writes the row. */
  readonly me: "maybe" | "present";
};

/**
 * A computed value that is needed to work itself out, that stands for too many parts, or that is worked out of what is not
 * shown, has no value: it is an open field, so what reads it is not judged and not followed without end. `defaults`:
 * stored fields that may be empty as well where their default is.
 */
export function settleComputed(schema: MutableSchema, defaults: readonly WorkedOut[]): Schema {
  const all = [...schema.entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap((field): readonly WorkedOut[] =>
      field.store.kind === "computed"
        ? [{ entity: entity.id, field, expression: field.store.expression, me: "maybe" }]
        : [],
    ),
  );
  const reads = settleEmptiness(schema, [...all, ...defaults]);
  openUnknown(schema, all);
  const byKey = new Map(all.map((computed) => [keyOf(computed), computed]));
  const next = (key: string) => (reads.get(key) ?? []).filter((other) => byKey.has(other));
  const sizes = new Map<string, number>();
  const outsized = new Set<string>();
  for (const component of findComponents([...byKey.keys()], next)) {
    const isCircle = isKnot(component, next);
    for (const key of component) {
      const computed = byKey.get(key);
      if (computed === undefined) continue;
      if (!isCircle) sizes.set(key, sizeOf(typedOf(computed, schema), sizes));
      if (!isCircle && (sizes.get(key) ?? 0) <= mostParts) continue;
      if (!isCircle) outsized.add(key);
      open(schema, computed.entity, computed.field.id);
    }
  }
  return { ...schema, computedCircles: findCircles([...byKey.keys()], next), outsizedFields: outsized };
}

/** A value computed from a part that is not shown is unknown too, and so is one computed from that value. */
function openUnknown(schema: MutableSchema, all: readonly WorkedOut[]): void {
  const unknown = new Set(all.filter((computed) => typedOf(computed, schema) === undefined));
  for (const { entity, field } of unknown) open(schema, entity, field.id);
  if (unknown.size > 0)
    openUnknown(
      schema,
      all.filter((computed) => !unknown.has(computed)),
    );
}

function open(schema: MutableSchema, entity: string, field: string): void {
  schema.entities.get(entity)?.fields.delete(field);
  schema.entities.get(entity)?.openFields.add(field);
}

/** Where rights are decided, a computed value of the row stands for what it is worked out of, each time it is read. */
export const mostParts = 2000;

/** With the computed fields of its own row written out. */
function sizeOf(typed: Typed | undefined, sizes: ReadonlyMap<string, number>): number {
  if (typed === undefined) return 0;
  const isOwn = typed.node === "field" && typed.of.node === "scope";
  const own = isOwn ? sizes.get(`${typed.entity}.${typed.field}`) : undefined;
  return childrenOf(typed).reduce((sum, child) => sum + sizeOf(child, sizes), own ?? 1);
}

const typedOf = ({ expression, entity, me }: WorkedOut, schema: Schema): Typed | undefined =>
  checkExpression(expression, schema, rowScope(entity, { me }), { kind: "any" }).typed;

const keyOf = ({ entity, field }: WorkedOut): string => `${entity}.${field.id}`;

/**
 * Whether a computed value may be empty follows from its expression, which may read other computed values. All begin as
 * never empty; whatever turns out otherwise makes those that read it be looked at again, until nothing changes. Gives
 * what each computed field reads, all as `ticket.late`.
 */
function settleEmptiness(schema: MutableSchema, all: readonly WorkedOut[]): ReadonlyMap<string, readonly string[]> {
  const reads = new Map<string, readonly string[]>();
  const readers = new Map<string, WorkedOut[]>();
  let waiting = all;
  let hasChanged = false;
  for (let first = true; waiting.length > 0; first = false) {
    const again = new Set<WorkedOut>();
    for (const computed of waiting) {
      const checked = checkExpression(computed.expression, schema, rowScope(computed.entity, { me: computed.me }), {
        kind: "any",
      });
      if (first) {
        const own = [...checked.reads.own].map((field) => `${computed.entity}.${field}`);
        const keys = new Set([...own, ...checked.reads.others]);
        reads.set(keyOf(computed), [...keys]);
        for (const read of keys) {
          const others = readers.get(read);
          if (others) others.push(computed);
          else readers.set(read, [computed]);
        }
      }
      const now = schema.entities.get(computed.entity)?.fields.get(computed.field.id);
      if (!checked.typed?.type.empty || now === undefined || now.type.empty) continue;
      const by = emptyBy(checked.typed, computed.expression, schema);
      const empty = { ...now, type: { ...now.type, empty: true }, ...(by === undefined ? {} : { emptyBy: by }) };
      schema.entities.get(computed.entity)?.fields.set(now.id, empty);
      hasChanged = true;
      for (const reader of readers.get(`${computed.entity}.${now.id}`) ?? []) again.add(reader);
    }
    waiting = first && hasChanged ? all : [...again];
  }
  return reads;
}

/** The division that may leave it empty, also where another computed value divides. */
function emptyBy(typed: Typed, { text, address }: Expression, schema: MutableSchema): FieldSchema["emptyBy"] {
  const cause = causeOf(typed);
  if (cause.node === "field") return schema.entities.get(cause.entity)?.fields.get(cause.field)?.emptyBy;
  if (!isDivision(cause)) return undefined;
  const { start, end } = cause.right;
  return { span: spanOf(text, cause.start, cause.end), address, divisor: text.text.slice(start, end) };
}
