// Which screens are above one, as its address leads through them, and the way back where there was nothing before.
import { useRouter } from "@tanstack/react-router";
import type { ApplicationScreen, RouteStep } from "@writ/language/product";
import { useProduct, type Product } from "../session/product.tsx";
import { isFor } from "../session/rights.ts";
import { addressOf } from "./addresses.ts";
import { useGo, useRouteParameters } from "./use-go.ts";

/** Those whose routes this one begins with. The start page is above what no other page is above, and no menu leads to. */
export function screensAbove(screen: ApplicationScreen, product: Product): readonly ApplicationScreen[] {
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
  return [at(0) ?? []].flat();
}

const isSame = (one: RouteStep, other: RouteStep | undefined): boolean =>
  one.kind === "fixed"
    ? other?.kind === "fixed" && one.text === other.text
    : other?.kind === "parameter" && one.name === other.name && one.entity === other.entity;

/** Where one came from; whoever came by an address is led to the screen above. */
export function useGoBack(screen: ApplicationScreen): () => void {
  const product = useProduct();
  const router = useRouter();
  const parameters = useRouteParameters();
  const go = useGo();
  return () => {
    const above = screensAbove(screen, product).at(-1);
    if (router.history.canGoBack()) router.history.back();
    else void go((above && addressOf(above, {}, parameters)) ?? "/");
  };
}
