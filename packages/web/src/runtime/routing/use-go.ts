// Where one is and going somewhere else, with plain addresses.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Parameters } from "../product/addresses.ts";

export type Search = Readonly<Record<string, string | undefined>>;

export function useGo(): (address: string, options?: { readonly replace?: boolean }) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (address, { replace = false } = {}) => {
      // The console is another page.
      if (/^\/_\/(?:console\/[a-z-]+)?(?:\?|$)/.test(address)) return location.assign(address);
      const [to = "/", search = ""] = address.split("?");
      await navigate({ to, search: Object.fromEntries(new URLSearchParams(search)), replace } as never);
    },
    [navigate],
  );
}

export const useRouteParameters = (): Parameters => useParams({ strict: false });

/** What the address says behind its question mark, and a way to change some of it. */
export function useAddressSearch(): readonly [Search, (change: Search) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Search) => {
      void navigate({
        to: ".",
        search: (before: Search) => ({ ...before, ...changed }),
        replace: true,
        resetScroll: false,
      } as never);
    },
    [navigate],
  );
  return [search, change];
}
