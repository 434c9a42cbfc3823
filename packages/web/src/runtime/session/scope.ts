// The thing that somebody works in now, such as one of their organisations: remembered, and followed by the menu.
import type { Application, ApplicationScreen } from "@writ/language/product";
import { useSyncExternalStore } from "react";
import { scopeKey } from "../../preload/remembered.ts";
import { namePaths } from "../data/select.ts";
import { addressOf, type Parameters } from "../product/addresses.ts";
import type { WireRow } from "../values/row.ts";
import type { HeldRole, Product } from "../product/product.tsx";

/** By entity: the row that was chosen last. */
export type Scope = Readonly<Record<string, WireRow>>;

const keyOf = (person: string) => `${scopeKey}${person}`;
const listeners = new Set<() => void>();
let known: { readonly text: string; readonly scope: Scope } = { text: "", scope: {} };

/** Only what addresses and names need is kept, and it is nobody's right: whether it may be seen, the database says again. */
export function chooseScope(
  entity: string,
  row: WireRow,
  { application, person }: Pick<Product, "application" | "person">,
): void {
  if (person === undefined) return;
  const before = readScope(person.id);
  const needed = new Set([
    "id",
    ...namePaths(entity, application).flatMap(([first]) => first ?? []),
    ...addressFields(entity, application),
  ]);
  const plain = Object.fromEntries(
    [...needed]
      .sort()
      .flatMap((name) => (typeof row[name] === "string" || typeof row[name] === "number" ? [[name, row[name]]] : [])),
  );
  const text = JSON.stringify({ ...before, [entity]: plain });
  if (text === localStorage.getItem(keyOf(person.id))) return;
  localStorage.setItem(keyOf(person.id), text);
  for (const listener of listeners) listener();
}

/** What addresses of screens name of an entity's rows. */
export const addressFields = (entity: string, { screens }: Application): readonly string[] => [
  ...new Set(
    screens.flatMap(({ route }) =>
      route.flatMap((step) => (step.kind === "parameter" && step.entity === entity ? [step.field] : [])),
    ),
  ),
];

function readScope(person: string): Scope {
  const text = localStorage.getItem(keyOf(person)) ?? "";
  if (text === known.text) return known.scope;
  try {
    const read: unknown = JSON.parse(text);
    known = { text, scope: typeof read === "object" && read !== null ? (read as Scope) : {} };
  } catch {
    known = { text, scope: {} };
  }
  return known.scope;
}

const nothing: Scope = {};

/** What was chosen, as far as this person still has a role in it. */
export function useScope({ person, roles }: Pick<Product, "person" | "roles">): Scope {
  const scope = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => (person === undefined ? nothing : readScope(person.id)),
  );
  const isHeld = Object.values(scope).every((row) => roles.some(({ within }) => within === row["id"]));
  if (isHeld) return scope;
  return Object.fromEntries(
    Object.entries(scope).filter(([, row]) => roles.some(({ within }) => within === row["id"])),
  );
}

/** For a screen below something: only the roles that are held in that very thing count. */
export function rolesIn(
  screen: ApplicationScreen,
  scope: Scope,
  { application, roles }: Pick<Product, "application" | "roles">,
): readonly HeldRole[] {
  const things = screen.route.flatMap((step) => (step.kind === "parameter" ? [step.entity] : []));
  return roles.filter(({ role, within }) => {
    const entity = application.roles.find(({ id }) => id === role)?.within;
    const chosen = entity === undefined || !things.includes(entity) ? undefined : scope[entity];
    return within === null || chosen === undefined || chosen["id"] === within;
  });
}

type Routed = Pick<ApplicationScreen, "route">;

/**
 * Where a screen of the menu is, in what was chosen. What the present address names is not asked for it: whoever works there
 * has chosen it by coming, and whoever only looks in from outside would take its screens for their own. Whatever else that
 * address names may be inside of something else, and counts only where it names what was chosen too.
 */
export function addressInMenu(
  screen: Routed,
  scope: Scope,
  parameters: Parameters,
  { screens }: { readonly screens: readonly Routed[] },
): string | undefined {
  const parametersOf = ({ route }: Routed) => route.flatMap((step) => (step.kind === "parameter" ? [step] : []));
  const chosen = Object.fromEntries(
    parametersOf(screen).flatMap(({ entity }) => (scope[entity] === undefined ? [] : [[entity, scope[entity]]])),
  );
  const named = screens.flatMap(parametersOf);
  const isThere = Object.entries(chosen).every(([entity, row]) =>
    named.some((step) => step.entity === entity && parameters[step.name] === String(row[step.field])),
  );
  return addressOf(screen, chosen, isThere ? parameters : {});
}

let made: { readonly entity: string; readonly row: WireRow; readonly by: string | undefined } | undefined;

/** Whoever makes a thing to work in goes on in it, as soon as they have a role there. */
export function chooseOnceHeld(entity: string, row: WireRow, { person }: Pick<Product, "person">): void {
  made = { entity, row, by: person?.id };
}

/** What was made last, once the person has a role in it; it is not said again. */
export function takeMade(entity: string, { person, roles }: Pick<Product, "person" | "roles">): WireRow | undefined {
  // Somebody else may have signed in since.
  if (made?.entity !== entity || made.by !== person?.id || !roles.some(({ within }) => within === made?.row["id"]))
    return undefined;
  const { row } = made;
  made = undefined;
  return row;
}
