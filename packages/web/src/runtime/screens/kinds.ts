// The code of each kind of screen, loaded where it is wanted: by the screen itself, or by a user who knows it sooner.
import type { Application, ApplicationScreen } from "@writ/language/product";
import { lazy } from "../../kit/lazy.ts";
import { markdown } from "../fields/show-field.tsx";
import { screenAt } from "../product/screen-at.ts";
import type { RouteRows } from "../routing/read-route.ts";

export type ScreenProps = { readonly screen: ApplicationScreen; readonly route: RouteRows };

export const kinds = {
  detail: lazy<ScreenProps>(async () => (await import("./detail.tsx")).Detail),
  new: lazy<ScreenProps>(async () => (await import("./new-row.tsx")).NewRow),
  edit: lazy<ScreenProps>(async () => (await import("./edit-row.tsx")).EditRow),
  board: lazy<ScreenProps>(async () => (await import("./board.tsx")).Board),
  calendar: lazy<ScreenProps>(async () => (await import("./calendar.tsx")).Calendar),
  dashboard: lazy<ScreenProps>(async () => (await import("./dashboard.tsx")).Dashboard),
  page: lazy<ScreenProps>(async () => (await import("./page.tsx")).Page),
  component: lazy<ScreenProps>(async () => (await import("./component.tsx")).OwnScreen),
} as const;

/** Callers do not wait for it: the component that draws the screen does. */
export function loadScreen({ kind }: ApplicationScreen, { entities }: Application): void {
  const fields = Object.values(entities).flatMap(({ fields: own }) => Object.values(own));
  const parts = [
    ...(kind === "list" || kind === "not shown" ? [] : [kinds[kind]]),
    // It would be seen as it was written first.
    ...(kind === "detail" && fields.some(({ type }) => type.kind === "Markdown text") ? [markdown] : []),
  ];
  for (const { load } of parts) void load();
}

/** How long nothing new is begun after the first screen: its rows come, what is loaded after these, and fingers. */
const rest = 5000;

/**
 * Loads what may be opened next, a kind at a time while the page is idle; not on a metered or slow line. Returns a
 * function that cancels it.
 */
export function loadWhenIdle(application: Application): () => void {
  const line = (navigator as { readonly connection?: { readonly saveData: boolean; readonly effectiveType: string } })
    .connection;
  if (line !== undefined && (line.saveData || line.effectiveType !== "4g")) return () => {};
  let isGivenUp = false;
  const load = ([screen, ...others]: readonly ApplicationScreen[]) => {
    if (isGivenUp || screen === undefined) return;
    loadScreen(screen, application);
    whenIdle(() => load(others));
  };
  const byKind = new Map(application.screens.map((screen) => [screen.kind, screen]));
  const timer = setTimeout(() => whenIdle(() => load([...byKind.values()])), rest);
  return () => {
    isGivenUp = true;
    clearTimeout(timer);
  };
}

/** Not every browser tells. */
const whenIdle = (then: () => void): unknown =>
  "requestIdleCallback" in globalThis ? requestIdleCallback(then) : setTimeout(then, 100);

/** While the server is still asked who is there: most often they may see what they came for. */
export function loadScreenAt(path: string, application: Application): void {
  const screen = screenAt(path, application);
  if (screen !== undefined) loadScreen(screen, application);
}
