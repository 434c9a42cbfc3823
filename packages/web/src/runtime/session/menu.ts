// The menu of a person, and the screen of it that they see first.
import type { ApplicationScreen } from "@writ/language/product";
import type { Parameters } from "../product/addresses.ts";
import type { Product } from "../product/product.tsx";
import { useProduct } from "../product/product.tsx";
import { isFor } from "../product/rights.ts";
import { addressInMenu, rolesIn, useScope, type Scope } from "./scope.ts";

export type MenuEntry = { readonly screen: ApplicationScreen; readonly address: string };

/** What the document has in its menu for this person; what needs parameters appears where they are known or were chosen. */
export function menuOf(product: Product, scope: Scope, parameters: Parameters): readonly MenuEntry[] {
  const { application, person } = product;
  return application.screens.flatMap((screen): readonly MenuEntry[] => {
    const roles = rolesIn(screen, scope, product);
    if (!screen.menu || !isFor(screen, { application, roles }, person !== undefined)) return [];
    const address = addressInMenu(screen, scope, parameters, application);
    return address === undefined ? [] : [{ screen, address }];
  });
}

/**
 * Where a user begins who has just signed in: the first screen of the menu for a role that not every user has, because
 * that is what they are here for; else `/`, or the first screen of the menu where `/` is not for them.
 */
function startAddress(product: Product, scope: Scope): string {
  const { application, person } = product;
  const menu = menuOf(product, scope, {}).filter(({ screen }) => screen.kind !== "new");
  const isOwn = ({ screen }: MenuEntry) => {
    const held = new Set(rolesIn(screen, scope, product).map(({ role }) => role));
    return application.roles.some(({ id, heldBy }) => heldBy === "some" && held.has(id) && screen.for.includes(id));
  };
  const own = menu.find(isOwn);
  if (own !== undefined) return own.address;
  const isFirst = ({ route }: ApplicationScreen) => route.length === 0;
  const root = application.screens.find(isFirst);
  if (root !== undefined && isFor(root, product, person !== undefined)) return "/";
  return menu[0]?.address ?? "/";
}

export function useStart(): string {
  const product = useProduct();
  return startAddress(product, useScope(product));
}
