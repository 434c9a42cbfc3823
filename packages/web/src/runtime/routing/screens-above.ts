// Which screens are above one, as its address leads through them.
import type { ApplicationScreen, RouteStep } from "@writ/language/product";
import type { Product } from "../product/product.tsx";
import { isFor } from "../product/rights.ts";

/**
 * Those whose routes this one begins with. Above what no other page is above, and no menu leads to, is the start page, or a
 * list of the same rows where the start page is about others.
 */
export function screensAbove(screen: ApplicationScreen, product: Above): readonly ApplicationScreen[] {
  const { application, person } = product;
  const at = (length: number) =>
    application.screens.find(
      (one) =>
        one.route.length === length &&
        one.kind !== "new" &&
        one.kind !== "edit" &&
        one.route.every((step, index) => isSame(step, screen.route[index])) &&
        isFor(one, product, person !== undefined),
    );
  const above = screen.route.flatMap((_, length) => (length === 0 ? [] : (at(length) ?? [])));
  if (above.length > 0 || screen.menu || screen.route.length === 0) return above;
  const start = at(0);
  const list = application.screens.find(
    (one) =>
      one.menu &&
      one.kind === "list" &&
      one.entity === screen.entity &&
      one.route.every(({ kind }) => kind === "fixed") &&
      isFor(one, product, person !== undefined),
  );
  const other = start?.entity === screen.entity ? undefined : list;
  return [other ?? start ?? []].flat();
}

type Above = Pick<Product, "application" | "person" | "roles">;

const isSame = (one: RouteStep, other: RouteStep | undefined): boolean =>
  one.kind === "fixed"
    ? other?.kind === "fixed" && one.text === other.text
    : other?.kind === "parameter" && one.name === other.name && one.entity === other.entity;
