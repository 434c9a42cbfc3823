// Where a component stands: its screen, and the rows that the address names.
import type { ApplicationScreen } from "@writ/language/product";
import { createContext, use } from "react";
import type { RouteRows } from "../routing/read-route.ts";

export type Surroundings = { readonly screen: ApplicationScreen; readonly route: RouteRows };

const SurroundingsContext = createContext<Surroundings | undefined>(undefined);
export const SurroundingsProvider = SurroundingsContext.Provider;

export function useSurroundings(): Surroundings {
  const result = use(SurroundingsContext);
  if (result === undefined) throw new Error("The hooks of writ/screen work inside a screen of the document only.");
  return result;
}
