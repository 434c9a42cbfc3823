// What every part of the application works with: the document, the backend, who is there, and in which language.
import type { Backend } from "../data/backend.ts";
import type { Application, Context, Row, Value } from "@writ/language/product";
import { dateOf, Undecided } from "@writ/language/runtime";
import { createContext, use } from "react";
import { rowFor, type WireRow } from "../values/row.ts";
import type { Say } from "../words/say.ts";

export type HeldRole = { readonly role: string; readonly within: string | null };

export type Person = {
  readonly id: string;
  readonly email: string;
  /** With an account, and without an address. */
  readonly isVisitor: boolean;
  readonly row: WireRow;
};

export type Product = {
  readonly application: Application;
  readonly backend: Backend;
  /** Undefined: nobody is signed in. */
  readonly person: Person | undefined;
  readonly roles: readonly HeldRole[];
  /** Signed in, but for a second factor. */
  readonly isHalfIn: boolean;
  readonly language: string;
  /** The language as it is written where the reader lives: for dates and numbers. */
  readonly locale: string;
  /** In which the reader is shown moments, and writes them. Expressions know the document's alone. */
  readonly timeZone: string;
  readonly say: Say;
  /** A name of the document in the reader's language. */
  readonly word: (name: string) => string;
  readonly setLanguage: (language: string) => void;
};

const ProductContext = createContext<Product | undefined>(undefined);
export const ProductProvider = ProductContext.Provider;

export function useProduct(): Product {
  const product = use(ProductContext);
  if (product === undefined) throw new Error("useProduct stands inside <ProductProvider>");
  return product;
}

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
    today: dateOf(now, application.timeZone),
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

/** A row that is not there yet, or was not asked for, is undecided. */
const known = (scope: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  new Proxy(scope, {
    get: (target, name) => {
      if (typeof name === "string" && !Object.hasOwn(target, name)) throw new Undecided(`${name} is not known here`);
      return Reflect.get(target, name);
    },
  });

export const rowContext = (product: Product, entity: string, wire: WireRow): Context =>
  contextOf(product, { [entity]: rowFor(entity, wire, product.application) });
