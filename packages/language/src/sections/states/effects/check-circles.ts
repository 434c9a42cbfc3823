// Effects that lead back to themselves with nothing in between that could end it: the first write could never be saved.
import { findCircles, findKnots } from "../../../model/circles.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import { childrenOf } from "../../../expression/children.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { Assignment } from "../../../expression/tree.ts";
import type { Problem } from "../../../problem.ts";
import type { Effect } from "../model.ts";
import type { CheckedEffect } from "./check-effect.ts";
import { causeOf, eventsOf, stateChanges, type Event } from "./events.ts";
import { circle } from "./problems.ts";

/** From one event to the next that surely follows it; without an effect where a transition changes the state itself. */
type Link = { readonly from: Event; readonly to: Event; readonly effect: CheckedEffect | undefined };

/**
 * Only what happens in any case counts: an If, a list that may be empty and a row that may be missing can end a circle,
 * and at run time they must. A `set` whose value does not depend on the circle gives the same value the second time,
 * which changes nothing; such a link is taken out before circles are looked for.
 */
export function checkCircles(effects: readonly CheckedEffect[], context: CheckContext): readonly Problem[] {
  const links = [
    ...stateChanges(context).map(([from, to]): Link => ({ from, to, effect: undefined })),
    ...effects.flatMap((effect) => sureLinks(effect, context)),
  ];
  return knotsOf(links).flatMap((knot) => {
    const known = knowKnot(knot, context);
    const lasting = knot.filter((link) => !settles(link, known));
    return findCircles([...new Set(lasting.map(({ from }) => from))], followers(lasting)).map((events) =>
      report(events, lasting),
    );
  });
}

function sureLinks(effect: CheckedEffect, context: CheckContext): readonly Link[] {
  const from = causeOf(effect, context);
  const { if: guard, notShown } = effect.effect;
  const isOpen = notShown.includes("If") || notShown.includes("On");
  const isSure = effect.isSure && !isOpen && (guard === undefined || effect.condition?.always === true);
  if (from === undefined || !isSure) return [];
  return eventsOf(effect, context).map((to) => ({ from, to, effect }));
}

/** The links within each knot of events that lead to each other. */
function knotsOf(links: readonly Link[]): readonly (readonly Link[])[] {
  const knots = findKnots([...new Set(links.map(({ from }) => from))], followers(links));
  const place = new Map(knots.flatMap((knot, index) => [...knot].map((event) => [event, index] as const)));
  const groups = knots.map((): Link[] => []);
  for (const link of links) {
    const knot = place.get(link.from);
    if (knot !== undefined && knot === place.get(link.to)) groups[knot]?.push(link);
  }
  return groups;
}

function followers(links: readonly Link[]): (event: Event) => readonly Event[] {
  const next = new Map<Event, Event[]>();
  for (const { from, to } of links) {
    const others = next.get(from);
    if (others) others.push(to);
    else next.set(from, [to]);
  }
  return (event) => next.get(event) ?? [];
}

/** What is said of a knot as a whole: what it changes, how, and whether rows come and go in it. */
type Knot = {
  readonly context: CheckContext;
  /** `ticket.priority` */
  readonly changed: ReadonlySet<string>;
  /** By event, the texts of the values that are given to the field; "" for what is no value. */
  readonly values: ReadonlyMap<Event, ReadonlySet<string>>;
  readonly isMoving: boolean;
};

function knowKnot(links: readonly Link[], context: CheckContext): Knot {
  const values = new Map<Event, Set<string>>();
  for (const { to, effect } of links) {
    const texts = values.get(to) ?? new Set();
    values.set(to, texts.add(effect ? (valueFor(effect.effect, to)?.value.text.text ?? "") : ""));
  }
  const changed = new Set(links.map(({ to }) => to.replace(/^change /, "")));
  return { context, changed, values, isMoving: links.some(({ to }) => !to.startsWith("change ")) };
}

/** Whether a link sets a field to the same value every time, whatever else happens in the knot. */
function settles({ from, to, effect }: Link, { context, changed, values, isMoving }: Knot): boolean {
  const value = effect && to.startsWith("change ") ? valueFor(effect.effect, to) : undefined;
  const known = value && context.checked.get(value.value);
  if (!known?.typed || known.reads.old || values.get(to)?.size !== 1) return false;
  const own = effect?.entity?.id ?? "";
  const read = [...[...known.reads.own].map((field) => `${own}.${field}`), ...known.reads.others].filter((path) =>
    changed.has(path),
  );
  const isItself = from === to && read.every((path) => `change ${path}` === to);
  if (read.length > 0 && !(isItself && changesOnce(known.typed, own))) return false;
  // Where rows come, go and move in the circle, what is counted, added up or picked out of many may differ each time.
  return !isMoving || (known.reads.wholes.size === 0 && known.reads.others.size === 0);
}

/** Whether a field that is set to this, again and again, keeps what the first time gave it: `min(order.rank, 10)`. */
function changesOnce(typed: Typed, entity: string): boolean {
  const isOwn = (one: Typed) => one.node === "field" && one.of.node === "scope" && one.of.name === entity;
  const isFixed = (one: Typed): boolean => !isOwn(one) && childrenOf(one).every(isFixed);
  const one = (left: Typed, right: Typed) =>
    (isOwn(left) && (isOwn(right) || isFixed(right))) || (isFixed(left) && isOwn(right));
  switch (typed.node) {
    case "lower":
    case "slug":
    case "round":
      return isOwn(typed.of);
    case "lesser":
    case "greater":
      return one(typed.left, typed.right);
    case "conditional":
      return one(typed.then, typed.otherwise);
    default:
      return isOwn(typed);
  }
}

function valueFor({ do: action }: Effect, to: Event): Assignment | undefined {
  if (action?.kind !== "set" && action?.kind !== "do") return undefined;
  return action.values.find(({ field }) => to.endsWith(`.${field.id}`));
}

function report(events: readonly Event[], links: readonly Link[]): Problem {
  const steps = events.flatMap((from, index) => {
    const to = events[(index + 1) % events.length];
    return links.find((link) => link.from === from && link.to === to) ?? [];
  });
  // The circle is reported from the first of its effects on.
  const first = steps.reduce((best, { effect }, index) => (before(effect, steps[best]?.effect) ? index : best), 0);
  const turned = [...steps.slice(first), ...steps.slice(0, first)].flatMap(({ effect }) => effect ?? []);
  const begin = turned[0];
  const span = begin?.effect.do?.span ?? begin?.effect.span ?? { start: 0, end: 0 };
  const chain = [begin ? causeWords(begin) : "", ...turned.map(actionWords)];
  const others = turned.slice(1).flatMap(({ effect }) => effect.do?.span ?? effect.span);
  return circle.at({ span, address: begin?.effect.address ?? "4" }, chain, others);
}

function before(one: CheckedEffect | undefined, other: CheckedEffect | undefined): boolean {
  return one !== undefined && (other === undefined || one.effect.span.start < other.effect.span.start);
}

function causeWords({ effect, entity }: CheckedEffect): string {
  const label = entity?.label ?? effect.entity.label;
  const { after } = effect;
  if (after?.kind === "transition") return `${label} ${after.transition.label}`;
  return after?.kind === "change" ? `${label} change of ${after.field.label}` : `${label} ${after?.kind ?? ""}`;
}

/** `Answer`, `create Comment`, `set priority`: what is done, as its row says it. */
function actionWords({ effect, target }: CheckedEffect): string {
  const { do: action } = effect;
  switch (action?.kind) {
    case "do":
      return action.transition.label;
    case "create":
      return `create ${target?.label ?? action.entity.label}`;
    case "set":
      return `set ${action.values.map(({ field }) => field.id).join(", ")}`;
    case "delete":
      return `delete ${target?.label ?? ""}`.trim();
    default:
      return action?.kind ?? "";
  }
}
