// Which steps a row can take now, for this person, and why not: by the same expressions that the database asks.
import type { ApplicationTransition } from "@writ/language/product";
import { rowContext } from "../product/context.ts";
import type { Product } from "../product/product.tsx";
import { ask, isRightGap, may, whyNot } from "../product/rights.ts";
import type { WireRow } from "../values/row.ts";
import { messageAhead, messageFor } from "../../words/refusal.ts";
import { readsOf } from "./select.ts";

export type Step = {
  readonly transition: ApplicationTransition;
  /** The field that holds the state. */
  readonly field: string;
  /** Undefined: possible, as far as a browser can tell. */
  readonly reason: string | undefined;
  /** Where it leads, as far as that is known; the state that it is in where it stays. */
  readonly to: string | undefined;
};

/** In the order of the document; steps that no role of this person has are none of their business. */
export function stepsOf(entity: string, row: WireRow, product: Product): readonly Step[] {
  const known = product.application.entities[entity];
  return (known?.machines ?? []).flatMap(({ field, transitions }) =>
    transitions.flatMap((transition): readonly Step[] => {
      if (!transition.isButton || !hasRoleFor(entity, transition.id, product)) return [];
      const state = String(row[field] ?? "");
      return [{ transition, field, ...judge(entity, row, state, transition, field, product) }];
    }),
  );
}

function hasRoleFor(entity: string, transition: string, product: Product): boolean {
  const { application, roles } = product;
  const right = `transition:${transition}`;
  const allowed = application.entities[entity]?.rights[right] ?? [];
  return allowed.some(({ role }) => roles.some((held) => held.role === role)) || isRightGap(right, entity, product);
}

function judge(
  entity: string,
  row: WireRow,
  state: string,
  transition: ApplicationTransition,
  field: string,
  product: Product,
): Pick<Step, "reason" | "to"> {
  const { say, word, language, application } = product;
  const type = application.entities[entity]?.fields[field]?.type;
  const stateLabel = type?.kind === "state" ? word(type.choices.find(({ id }) => id === state)?.label ?? state) : state;
  const ways = transition.ways.filter(({ from }) => from.includes(state));
  const to = targetIn(ways, state);
  if (transition.notShown) return { reason: messageFor("NOT_SHOWN", language, application), to };
  const context = rowContext(product, entity, row);
  const right = `transition:${transition.id}`;
  if (may(right, entity, context, product) === "no")
    return { reason: messageFor(whyNot(right, entity, context, product), language, application), to };
  if (ways.length === 0) return { reason: say("notNow", { state: stateLabel }), to };
  // What is asked for is on the row when the condition looks at it, so only what does not read it is known ahead.
  const asked = new Set(transition.asks.map((one) => one.field));
  const targets = [...new Set(ways.map((way) => way.to))];
  const failures = targets.map((target) =>
    ways.find(
      (way) =>
        way.to === target &&
        !readsOf([way.onlyIf]).some(([first]) => first !== undefined && asked.has(first)) &&
        ask(way.onlyIf, context) === "no",
    ),
  );
  const open = targets.findIndex((_, index) => failures[index] === undefined);
  if (open >= 0) return { reason: undefined, to: targets[open] === "same" ? state : targets[open] };
  return { reason: messageAhead(failures[0]?.otherwise ?? "CONFLICT", language, application), to };
}

function targetIn(ways: ApplicationTransition["ways"], state: string): string | undefined {
  const targets = new Set(ways.map(({ to }) => to));
  const [only] = targets;
  return targets.size === 1 ? (only === "same" ? state : only) : undefined;
}

/** What has to be known of a row for all of this. */
export function stepPaths(
  entity: string,
  { application }: Pick<Product, "application">,
): readonly (readonly string[])[] {
  const known = application.entities[entity];
  if (known === undefined) return [];
  const machines = known.machines;
  const rights = Object.entries(known.rights).flatMap(([action, allowed]) =>
    /^(?:transition:|update$|delete$)/.test(action) ? allowed.map(({ when }) => when) : [],
  );
  const guards = machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ ways }) => ways.map(({ onlyIf }) => onlyIf)),
  );
  return [...machines.map(({ field }) => [field]), ...readsOf([...rights, ...guards])];
}
