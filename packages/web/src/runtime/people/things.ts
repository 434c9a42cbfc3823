// The things that roles are held in: what they are called, and in which of them the reader may give a role.
import { useQuery } from "@tanstack/react-query";
import type { ApplicationField, ApplicationRole } from "@writ/language/product";
import { quoted } from "../values/quoted.ts";
import { nameOf } from "../data/name.ts";
import { readRows } from "../data/rows.ts";
import { namePaths } from "../data/select.ts";
import { useProduct, type Product } from "../product/product.tsx";
import type { PersonOfRoles } from "./person-line.tsx";

export type ThingNames = { readonly nameOf: (role: ApplicationRole, thing: string) => string };

/** So many ids fit into an address. */
const most = 100;

/** Asked with the reader's own rights: what they may not read is called by what it is alone. */
export function useThings(people: readonly PersonOfRoles[]): ThingNames {
  const product = useProduct();
  const required = people.flatMap((person) => person.in_things);
  const names = useThingNames(
    required.map(({ role, within }) => [product.application.roles.find(({ id }) => id === role)?.within ?? "", within]),
  );
  return {
    nameOf: ({ within = "" }, thing) =>
      names.get(thing) ?? product.word(product.application.entities[within]?.label ?? within),
  };
}

/** Pairs of an entity and an id. */
export function useThingNames(wanted: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const product = useProduct();
  const keys = [...new Set(wanted.map(([entity, id]) => `${entity}/${id}`))].toSorted();
  const result = useQuery({
    queryKey: ["things", keys, product.person?.id ?? null],
    queryFn: async ({ signal }) => {
      const entities = [...new Set(wanted.map(([entity]) => entity))].filter(
        (entity) => product.application.entities[entity] !== undefined,
      );
      const parts = await Promise.all(
        entities.map(async (entity) => {
          const ids = [...new Set(wanted.flatMap(([of, id]) => (of === entity ? [id] : [])))];
          return namesOf(entity, ids, product, signal);
        }),
      );
      return new Map(parts.flat());
    },
    enabled: keys.length > 0,
    placeholderData: (before) => before,
  });
  return result.data ?? new Map();
}

async function namesOf(
  entity: string,
  ids: readonly string[],
  product: Product,
  signal: AbortSignal,
): Promise<readonly (readonly [string, string])[]> {
  const paths = namePaths(entity, product.application);
  const parts = Array.from({ length: Math.ceil(ids.length / most) }, (_, part) =>
    ids.slice(part * most, (part + 1) * most),
  );
  const rows = await Promise.all(
    parts.map(async (some) => {
      const conditions = [`id.in.(${some.map(quoted).join(",")})`];
      return readRows({ entity, paths, conditions, search: "", order: [], size: most }, [], most, product, signal);
    }),
  );
  return rows.flat().map((row) => [String(row["id"]), nameOf(entity, row, product)] as const);
}

/** Undefined where the reader may give it in any thing, or the database has to say in which. */
export function assignableThings(
  { within, assignedBy }: ApplicationRole,
  { application, roles }: Pick<Product, "application" | "roles">,
): readonly string[] | undefined {
  const held = roles.filter(({ role }) => assignedBy.includes(role));
  const isIn = held.every(
    (one) => one.within !== null && application.roles.find(({ id }) => id === one.role)?.within === within,
  );
  return isIn ? [...new Set(held.flatMap((one) => one.within ?? []))] : undefined;
}

/** As a field that names one of them, so that they are searched for as everywhere. */
export const fieldOfThing = (entity: string, label: string): ApplicationField => ({
  id: "within",
  label,
  notes: "",
  required: true,
  auto: false,
  type: { kind: "reference", entity, belongs: false },
  setOnce: false,
  stored: true,
  default: undefined,
  gaps: [],
});
