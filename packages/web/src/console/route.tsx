// Where one is in the console: the page that the address names, and what it says besides.
import { useSyncExternalStore, type MouseEvent, type ReactNode } from "react";
import { homeFor, pages, type PageName } from "./page-names.ts";
import { settings } from "./settings.ts";

export type Route = { readonly page: PageName; readonly search: URLSearchParams };

const home = homeFor(settings.development);

export const addressOf = (page: PageName, search: Readonly<Record<string, string>> = {}): string => {
  const parameters = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== "")).toString();
  return `${page === home ? "/_/" : `/_/console/${page}`}${parameters === "" ? "" : `?${parameters}`}`;
};

const subscribe = (listener: () => void) => {
  addEventListener("popstate", listener);
  return () => removeEventListener("popstate", listener);
};

export function go(address: string, isReplacing = false): void {
  if (isReplacing) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  // The browser tells of its own steps alone.
  dispatchEvent(new PopStateEvent("popstate"));
}

export function useRoute(): Route {
  const address = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const { pathname, searchParams } = new URL(address, location.origin);
  const name = pathname.split("/").at(-1) ?? "";
  return { page: pages.find((one) => one === name) ?? home, search: searchParams };
}

type WayLinkProps = {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly isHere?: boolean;
};

export function RouteLink({ to, children, className, isHere = false }: WayLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} className={className} onClick={follow} {...(isHere ? { "aria-current": "page" as const } : {})}>
      {children}
    </a>
  );
}
