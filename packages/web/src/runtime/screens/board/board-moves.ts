// Where a card may be moved, and why not elsewhere: known before it is dropped.
import { ownOf } from "../../../words/own-of.ts";
import type { ApplicationField } from "@writ/language/product";
import { messageFor } from "../../../words/refusal.ts";
import { stepsOf, type Step } from "../../data/steps.ts";
import { rowContext } from "../../product/context.ts";
import type { Product } from "../../product/product.tsx";
import { may, whyNot } from "../../product/rights.ts";
import type { WireRow } from "../../values/row.ts";

export type Move =
  | { readonly kind: "stays" }
  | { readonly kind: "steps"; readonly steps: readonly Step[] }
  | { readonly kind: "sets" }
  | { readonly kind: "impossible"; readonly reason: string };

/** `column`: a state or a choice, empty for rows that have none. */
export function moveTo(column: string, entity: string, field: ApplicationField, row: WireRow, product: Product): Move {
  const now = String(ownOf(row, field.id) ?? "");
  if (now === column) return { kind: "stays" };
  const { say, word, language, application } = product;
  if (field.type.kind !== "state") {
    const context = rowContext(product, entity, row);
    const set = `set:${field.id}:update`;
    const isRuled = application.entities[entity]?.rights[set] !== undefined;
    const refused = ["update", ...(isRuled ? [set] : [])].find(
      (right) => may(right, entity, context, product) === "no",
    );
    if (refused === undefined && (isRuled || !field.auto)) return { kind: "sets" };
    const code = refused === undefined ? "FORBIDDEN" : whyNot(refused, entity, context, product);
    return { kind: "impossible", reason: messageFor(code, language, application) };
  }
  const steps = stepsOf(entity, row, product).filter((step) => step.field === field.id);
  const leading = steps.filter(
    ({ to, transition }) => to === column || transition.ways.some((way) => way.to === column && way.from.includes(now)),
  );
  const open = leading.filter(({ reason }) => reason === undefined);
  if (open.length > 0) return { kind: "steps", steps: open };
  const label = field.type.choices.find(({ id }) => id === now)?.label ?? now;
  return { kind: "impossible", reason: leading[0]?.reason ?? say("notNow", { state: word(label) }) };
}
