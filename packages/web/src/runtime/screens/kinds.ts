// The code of each kind of screen, loaded where it is wanted: by the screen itself, or by whoever knows it sooner.
import type { Application, ApplicationScreen } from "@writ/language/product";
import type { RouteRows } from "../routing/read-route.ts";

export type ScreenProps = { readonly screen: ApplicationScreen; readonly route: RouteRows };

export const loadKind = {
  detail: async () => ({ default: (await import("./detail.tsx")).Detail }),
  new: async () => ({ default: (await import("./new-row.tsx")).NewRow }),
  edit: async () => ({ default: (await import("./edit-row.tsx")).EditRow }),
  board: async () => ({ default: (await import("./board.tsx")).Board }),
  calendar: async () => ({ default: (await import("./calendar.tsx")).Calendar }),
  dashboard: async () => ({ default: (await import("./dashboard.tsx")).Dashboard }),
  page: async () => ({ default: (await import("./page.tsx")).Page }),
  component: async () => ({ default: (await import("./component.tsx")).OwnScreen }),
} as const;

/** The one whose form fits best. */
export function screenAt(path: string, { screens }: Application): ApplicationScreen | undefined {
  const steps = path.split("/").filter(Boolean);
  const fits = ({ route }: ApplicationScreen) =>
    route.length === steps.length && route.every((step, place) => step.kind !== "fixed" || step.text === steps[place]);
  const fixed = ({ route }: ApplicationScreen) => route.filter((step) => step.kind === "fixed").length;
  return screens.filter(fits).sort((one, other) => fixed(other) - fixed(one))[0];
}

/** While the server is still asked who is there: most often they may see what they came for. */
export function loadScreenAt(path: string, application: Application): void {
  const screen = screenAt(path, application);
  if (screen !== undefined && screen.kind !== "list") void loadKind[screen.kind]();
}
