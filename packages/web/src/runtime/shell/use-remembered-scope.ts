// A user who opens a page inside something, such as an organisation, works in it from then on.
import type { ApplicationScreen } from "@writ/language/product";
import { useEffect } from "react";
import { rowsByEntity, type RouteRows } from "../routing/read-route.ts";
import type { Product } from "../product/product.tsx";
import { chooseScope } from "../session/scope.ts";

export function useRememberedScope(
  screen: ApplicationScreen,
  route: RouteRows | undefined,
  { application, person, roles }: Product,
): void {
  useEffect(() => {
    if (route === undefined || person === undefined) return;
    const rows = rowsByEntity(screen, route);
    for (const entity of application.scopes) {
      const row = rows[entity];
      if (row !== undefined && roles.some(({ within }) => within === row["id"]))
        chooseScope(entity, row, { application, person });
    }
  }, [screen, route, application, person, roles]);
}
