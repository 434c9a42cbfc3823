// What a component knows of where it is: who looks, which rows the address names, how to get to other screens.
import { useMemo } from "react";
import { screenNamed } from "../runtime/product/addresses.ts";
import { openAddress } from "../runtime/routing/open-address.ts";
import { useGo as useGoTo, useRouteParameters } from "../runtime/routing/use-go.ts";
import { useProduct, type UserRole } from "../runtime/product/product.tsx";
import type { WireRow } from "../runtime/values/row.ts";
import type { RouteOf, ScreenName } from "./register.ts";
import { useSurroundings } from "../runtime/screens/surroundings.tsx";

export type Me = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** `within`: the id of the row in which it holds. */
  readonly roles: readonly UserRole[];
};

/** Undefined: no one is signed in. */
export function useMe(): Me | undefined {
  const { person, roles } = useProduct();
  return useMemo(
    () => person && { id: person.id, name: String(person.row["name"] ?? ""), email: person.email, roles },
    [person, roles],
  );
}

export const useRoute = <Screen extends ScreenName>(): RouteOf<Screen> => useSurroundings().route as RouteOf<Screen>;

export type Screens = {
  /** Undefined where the screen is not for this reader, or where a row is missing that its route names. */
  readonly addressOf: (screen: string, rows?: Readonly<Record<string, object>>) => string | undefined;
  readonly go: (address: string) => Promise<void>;
};

/** Screens by their identifiers, rows by their entities: `addressOf("issue", { issue, project })`. */
export function useScreens(): Screens {
  const product = useProduct();
  const parameters = useRouteParameters();
  const go = useGoTo();
  return useMemo(
    () => ({
      addressOf: (id, rows = {}) => {
        const screen = screenNamed(id, product.application);
        if (screen === undefined) throw new Error(`the document has no screen "${id}"`);
        return openAddress(screen, rows as Readonly<Record<string, WireRow>>, product, parameters);
      },
      go: async (address) => go(address),
    }),
    [product, parameters, go],
  );
}
