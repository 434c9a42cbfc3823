// What every part of the application works with: the document, the backend, who is there, and in which language.
import type { Backend } from "../data/backend.ts";
import type { Application } from "@writ/language/product";
import { createContext, use } from "react";
import type { WireRow } from "../values/row.ts";
import type { Say } from "../../words/say.ts";

export { contextOf, rowContext } from "./context.ts";

export type UserRole = { readonly role: string; readonly within: string | null };

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
  /** Undefined: a visitor. */
  readonly person: Person | undefined;
  readonly roles: readonly UserRole[];
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
