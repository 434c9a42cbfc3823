// Which fields a form asks, those of Ask or all that may be given, without what the address or the system sets; and what they begin with.
import { ownOf } from "../../words/own-of.ts";
import type { ApplicationField, ApplicationScreen } from "@writ/language/product";
import { Undecided } from "@writ/language/runtime";
import { messageFor } from "../../words/refusal.ts";
import { emptyFor, typedOf, type Draft } from "../fields/draft.ts";
import type { Typed } from "../field-types/draft-type.ts";
import { draftTypeOf } from "../field-types/drafts.ts";
import { fieldTypeOf } from "../field-types/field-types.ts";
import { contextOf, rowContext, type Product } from "../product/product.tsx";
import { isRightGap, may, whyNot } from "../product/rights.ts";
import { unseenAs } from "../product/gaps.ts";
import { wireOf } from "../field-types/row-values.ts";
import type { WireRow } from "../values/row.ts";
import type { ReadOnly } from "./read-only-field.tsx";
import type { FormField } from "./row-form.tsx";

type Context = ReturnType<typeof contextOf>;

/** `row`: what is changed; undefined: a row is made. */
export function formFields(
  screen: Pick<ApplicationScreen, "entity" | "ask" | "preset">,
  row: WireRow | undefined,
  product: Product,
  fixed: readonly string[] = [],
): readonly FormField[] {
  const { application } = product;
  const entity = application.entities[screen.entity ?? ""];
  if (entity === undefined) return [];
  const moment = row === undefined ? "create" : "update";
  const preset = new Set([...screen.preset.map(({ field }) => field), ...fixed]);
  const asked =
    screen.ask ??
    Object.values(entity.fields)
      .filter(({ id }) => id !== "email" || entity.id !== "user")
      .map(({ id }) => id);
  return asked.flatMap((id): readonly FormField[] => {
    const field = entity.fields[id];
    if (field === undefined || preset.has(id)) return [];
    if (!isGivable(field, moment, entity.id, row, product)) {
      const held = heldAs(field, moment, entity.id, row, product);
      // Of what is not asked for by name, only what has a reason is there.
      const isThere = held?.kind === "not said" || held?.why !== undefined || screen.ask !== undefined;
      return held !== undefined && isThere ? [{ field, required: false, readOnly: held }] : [];
    }
    const unseen = row === undefined ? undefined : unseenAs(id, entity.id, row, product);
    // A hidden value satisfies a required field.
    if (unseen !== undefined) return [{ field, required: false, unseen }];
    return [
      { field, required: field.required && (field.default === undefined || fieldTypeOf(field.type).isTick !== true) },
    ];
  });
}

/** The initial draft of a form for an existing row. */
export const storedIn = (fields: readonly FormField[], row: WireRow, product: Product): Draft =>
  Object.fromEntries(
    fields.map(({ field, unseen }) => [
      field.id,
      // A box without a tick would say no.
      unseen !== undefined && fieldTypeOf(field.type).isTick ? "" : typedOf(ownOf(row, field.id), field, product),
    ]),
  );

type Starting = { readonly fields: readonly FormField[]; readonly initial: Draft };

/** For a new row. Fields for which the database has a default may be left out. */
export function startingFields(
  screen: Parameters<typeof formFields>[0],
  context: Context,
  product: Product,
  fixed?: readonly string[],
): Starting {
  const all = formFields(screen, undefined, product, fixed).map((one) => ({
    one,
    start: startOf(one.field, context, product),
  }));
  return {
    fields: all.map(({ one, start }) => (start === undefined ? { ...one, required: false } : one)),
    initial: Object.fromEntries(all.map(({ one: { field }, start }) => [field.id, start ?? emptyFor(field)])),
  };
}

/** Undefined where only the database can tell. */
function startOf(field: ApplicationField, context: Context, product: Product): Typed | undefined {
  if (field.default === undefined) return emptyFor(field);
  if (field.default === "unknown") return undefined;
  try {
    return typedOf(wireOf(field.default.run(context), field), field, product);
  } catch (failure) {
    if (failure instanceof Undecided || failure instanceof TypeError) return undefined;
    throw failure;
  }
}

/** Why a field of a form takes nothing; undefined where there is nothing to show either. */
function heldAs(
  field: ApplicationField,
  moment: "create" | "update",
  entity: string,
  row: WireRow | undefined,
  product: Product,
): ReadOnly | undefined {
  const key = `set:${field.id}:${moment}`;
  if (isRightGap(key, entity, product)) return { kind: "not said" };
  if (row === undefined || field.type.kind === "list") return undefined;
  const code = whyNot(key, entity, rowContext(product, entity, row), product);
  const why = code === "FORBIDDEN" ? undefined : messageFor(code, product.language, product.application);
  return { kind: "kept", row, why };
}

function isGivable(
  field: ApplicationField,
  moment: "create" | "update",
  entity: string,
  row: WireRow | undefined,
  product: Product,
): boolean {
  const { type, auto, setOnce, id } = field;
  if (!draftTypeOf(type).isGiven) return false;
  const key = `set:${id}:${moment}`;
  const context = row === undefined ? contextOf(product) : rowContext(product, entity, row);
  const isRuled = product.application.entities[entity]?.rights[key] !== undefined;
  // A `set` row narrows an ordinary field and opens one of the system's.
  if (isRuled) return may(key, entity, context, product) !== "no";
  return !auto && !(setOnce && moment === "update");
}
