// The thing that a user works in now, such as one of their organisations: remembered, and followed by the menu.
import type { Application, ApplicationScreen } from "@writ/language/product";
import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { scopeKey } from "../../preload/remembered.ts";
import { namePaths } from "../data/select.ts";
import { addressOf, type Parameters } from "../product/addresses.ts";
import type { WireRow } from "../values/row.ts";
import type { UserRole, Product } from "../product/product.tsx";

/** By entity: the row that was chosen last. */
export type Scope = Readonly<Record<string, WireRow>>;

const keyOf = (person: string) => `${scopeKey}${person}`;

/** Storage itself tells other tabs alone. */
const changed = "writ:scope";

/** Keeps only what addresses and names need, and grants no right: the database checks each read again. */
export function chooseScope(
  entity: string,
  row: WireRow,
  { application, person }: Pick<Product, "application" | "person">,
): void {
  if (person === undefined) return;
  const before = parseScope(storedScope(person.id));
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
  if (text === storedScope(person.id)) return;
  localStorage.setItem(keyOf(person.id), text);
  dispatchEvent(new Event(changed));
}

/** What addresses of screens name of an entity's rows. */
export const addressFields = (entity: string, { screens }: Application): readonly string[] => [
  ...new Set(
    screens.flatMap(({ route }) =>
      route.flatMap((step) => (step.kind === "parameter" && step.entity === entity ? [step.field] : [])),
    ),
  ),
];

const storedScope = (person: string): string => localStorage.getItem(keyOf(person)) ?? "";

function parseScope(text: string): Scope {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? (read as Scope) : {};
  } catch {
    return {};
  }
}

function onChange(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}

/** What was chosen, as far as this person still has a role in it. */
export function useScope({ person, roles }: Pick<Product, "person" | "roles">): Scope {
  const text = useSyncExternalStore(onChange, () => (person === undefined ? "" : storedScope(person.id)));
  const scope = useMemo(() => parseScope(text), [text]);
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
): readonly UserRole[] {
  const things = screen.route.flatMap((step) => (step.kind === "parameter" ? [step.entity] : []));
  return roles.filter(({ role, within }) => {
    const entity = application.roles.find(({ id }) => id === role)?.within;
    const chosen = entity === undefined || !things.includes(entity) ? undefined : scope[entity];
    return within === null || chosen === undefined || chosen["id"] === within;
  });
}

type Routed = Pick<ApplicationScreen, "route">;

/**
 * Where a screen of the menu is, in the chosen scope. The scope of the present address does not count: a user who works
 * there has chosen it by coming, and a user who only looks in from outside would take its screens for their own. Other
 * parameters of that address may be inside of another scope, and count only where it names the chosen one too.
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

type Created = { readonly entity: string; readonly row: WireRow; readonly by: string | undefined };

const createdKey = ["created scope"];

/** A user who creates a thing to work in goes on in it, as soon as they have a role there. */
export function chooseOnceAssigned(
  queries: QueryClient,
  entity: string,
  row: WireRow,
  { person }: Pick<Product, "person">,
): void {
  queries.setQueryDefaults(createdKey, { gcTime: Infinity });
  queries.setQueryData<Created>(createdKey, { entity, row, by: person?.id });
}

/** What was created last, once the user has a role in it; once only. */
export function takeCreated(
  queries: QueryClient,
  entity: string,
  { person, roles }: Pick<Product, "person" | "roles">,
): WireRow | undefined {
  const created = queries.getQueryData<Created>(createdKey);
  // Another user may have signed in since.
  if (created?.entity !== entity || created.by !== person?.id) return undefined;
  if (!roles.some(({ within }) => within === created.row["id"])) return undefined;
  queries.removeQueries({ queryKey: createdKey });
  return created.row;
}
