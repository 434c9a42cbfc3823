// What expressions of the document may ask in a browser: who is there, what time it is, and the row that they are about.
import type { Context, Row, Value } from "@writ/language/product";
import { dateOf, Undecided } from "@writ/language/runtime";
import { rowFor } from "../field-types/row-values.ts";
import type { WireRow } from "../values/row.ts";
import type { Product } from "./product.tsx";

/** What an expression may ask in a browser; what only the database knows is undecided. */
export function contextOf(
  product: Pick<Product, "application" | "person" | "roles">,
  scope: Readonly<Record<string, Value>> = {},
): Context {
  const { application, person, roles } = product;
  const now = Date.now();
  return {
    scope: known(scope),
    me: person === undefined ? null : rowFor("user", person.row, application),
    now,
    // Few expressions ask for it, and working out the first one takes as long as drawing a list.
    get today() {
      return dateOf(now, application.timeZone);
    },
    timeZone: application.timeZone,
    rows: (entity) => {
      throw new Undecided(`all rows of ${entity}`);
    },
    hasRole: (of: Row, role: string) => {
      if (of.id !== person?.id) throw new Undecided("the roles of somebody else");
      const known = application.roles.find(({ id, label }) => id === role || label === role);
      return roles.some((held) => held.role === known?.id);
    },
  };
}

/** A row that does not exist yet, or was not requested, is undecided. */
const known = (scope: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  new Proxy(scope, {
    get: (target, name) => {
      if (typeof name === "string" && !Object.hasOwn(target, name)) throw new Undecided(`${name} is not known here`);
      return Reflect.get(target, name);
    },
  });

export const rowContext = (product: Product, entity: string, wire: WireRow): Context =>
  contextOf(product, { [entity]: rowFor(entity, wire, product.application) });
