// The column May: actions that their entity or call has, and fields that can be hidden or set.
import { withArticle } from "../../text/article.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { identifierOf } from "../../text/name.ts";
import { mayBeHidden, mayBeSet } from "../../model/field-rights.ts";
import { unknownField, unknownRole } from "../../clause/problems.ts";
import { systemFields } from "../../names/lookup.ts";
import type { Place, Problem } from "../../problem.ts";
import type { TransitionRow } from "../states/model.ts";
import type { Action, Right } from "./model.ts";
import { cannotHideOrSet, unknownAction } from "./problems.ts";

export function checkAction(right: Right, isCall: boolean, context: CheckContext): readonly Problem[] {
  const { action } = right;
  const { lookup, schema } = context;
  const place: Place = { span: action.span, address: right.address };
  if (isCall) {
    if (action.kind === "call" && lookup.calls.has(right.for.id)) return [];
    return [unknownAction.at(place, right.for.label, actionLabel(action), ["call"])];
  }
  const entity = right.for.id;
  if (action.kind === "transition") {
    const { label, id } = action.transition;
    const transitions = lookup.transitions.get(entity);
    const isOpen = lookup.machines.get(entity)?.some(({ bodyNotShown }) => bodyNotShown) === true;
    return transitions?.has(id) || isOpen
      ? []
      : [unknownRole.at(place, label, actionNames(transitions), elsewhere.get(id) ?? seeing(label, entity, context))];
  }
  if (action.kind !== "see" && action.kind !== "set") return [];
  const fields = schema.entities.get(entity)?.fields;
  const stored = lookup.fields.get(entity)?.get(action.field.id);
  const field = fields?.get(stored?.name.id ?? action.field.id);
  // A field whose type is wrong is reported in section 3.
  if (!field && (stored || schema.entities.get(entity)?.isOpen)) return [];
  if (!field) {
    const known = fields?.values().map((one) => one.label) ?? [];
    return [unknownField.at({ ...place, span: action.field.span }, right.for.label, action.field.label, known)];
  }
  const isOfSystem = !stored && systemFields.has(action.field.id);
  const type = isOfSystem ? "a field of the system" : stored?.type?.kind;
  const wrong = action.kind === "see" ? !mayBeHidden(stored) : isOfSystem || !mayBeSet(stored);
  if (!wrong) return [];
  const where = { ...place, span: action.field.span };
  return [cannotHideOrSet.at(where, actionLabel(action), inWords(type ?? "this"))];
}

/** Of several fields each is seen or set by itself: `see A, B` names an action B. */
const seeing = (label: string, entity: string, { lookup, schema }: CheckContext): string | undefined =>
  lookup.fields.get(entity)?.has(identifierOf(label)) === true ||
  schema.entities.get(entity)?.fields.has(identifierOf(label)) === true
    ? `see ${label}`
    : undefined;

/** Words of other tools for the four actions. */
const elsewhere: ReadonlyMap<string, string> = new Map(
  Object.entries({
    create: ["add", "insert", "new", "post"],
    read: ["view", "select", "show", "list", "get", "open"],
    update: ["edit", "change", "modify", "patch"],
    delete: ["remove", "destroy", "erase"],
    "create, update": ["write", "save"],
    "create, read, update, delete": ["all", "manage", "everything", "crud", "full"],
  }).flatMap(([actions, words]) => words.map((word) => [word, actions] as const)),
);
function* actionNames(transitions: ReadonlyMap<string, readonly TransitionRow[]> | undefined): Iterable<string> {
  yield* ["create", "read", "update", "delete"];
  for (const [row] of transitions?.values() ?? []) if (row) yield row.name.label;
}

function inWords(kind: string): string {
  if (kind === "computed") return "a computed value";
  if (kind === "several") return "a list";
  if (kind === "belongs to") return "a reference";
  return /^a |^this/.test(kind) ? kind : withArticle(kind);
}

export function actionLabel(action: Action): string {
  if (action.kind === "transition") return action.transition.label;
  if (action.kind === "see") return `see ${action.field.label}`;
  if (action.kind === "set") return `set ${action.field.label}${action.on ? ` on ${action.on}` : ""}`;
  return action.kind;
}
