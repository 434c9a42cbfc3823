// The way back from a screen, also where there was nothing before.
import { useRouter } from "@tanstack/react-router";
import type { ApplicationScreen } from "@writ/language/product";
import { useProduct } from "../product/product.tsx";
import { addressOf } from "../product/addresses.ts";
import { screensAbove } from "./screens-above.ts";
import { useGo, useRouteParameters } from "./use-go.ts";

/** Back to where the user came from; a user who came by an address goes to the screen above. */
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
