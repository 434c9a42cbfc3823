// What every way in shares: the page's title, and where somebody goes once they are in.
import { useEffect } from "react";
import { useAddressSearch, useGo } from "../routing/use-go.ts";
import { useProduct } from "../session/product.tsx";
import { thenAddress } from "./then.ts";

/** The address to go to afterwards. */
export function useEntry(words: "signIn" | "signUp"): string {
  const { application, person, say } = useProduct();
  const [search] = useAddressSearch();
  const go = useGo();
  const then = thenAddress(search["then"]);
  useEffect(() => {
    document.title = `${say(words)} · ${application.title}`;
  }, [application.title, say, words]);
  useEffect(() => {
    if (person !== undefined) void go(then, { replace: true });
  }, [person, then, go]);
  return then;
}
