// What components may know of the document, for `writ/screen`: beside the types for clients, in one file.
import type { Compiled } from "../compile.ts";
import type { Screen } from "../sections/screens/model.ts";
import { clientTypes } from "./client-types.ts";

/** The document has no errors. */
export function screenTypes(compiled: Compiled): string {
  const screens = compiled.model.screens.screens.filter(({ kind }) => kind?.kind === "component");
  // Without a component that imports it, the module would not be there to be added to.
  return `${clientTypes(compiled)}
import type {} from "writ/screen";

declare module "writ/screen" {
  interface Register {
    database: Database;
    screens: {
${screens.map((screen) => printScreen(screen)).join("")}    };
  }
}
`;
}

function printScreen({ name, route, takes }: Screen): string {
  const parameters = (route?.segments ?? []).flatMap((segment) =>
    segment.kind === "fixed" ? [] : [`${segment.name}: ${JSON.stringify(segment.entity.id)};`],
  );
  const entities = takes.map((entity) => JSON.stringify(entity.id));
  // Without Takes the document does not restrict it, and all of them may be requested.
  const taken = entities.length === 0 ? 'keyof Database["public"]["Tables"]' : entities.join(" | ");
  return `      ${/^[a-z_]\w*$/i.test(name.id) ? name.id : JSON.stringify(name.id)}: { route: {${parameters.length === 0 ? "" : ` ${parameters.join(" ")} `}}; takes: ${taken} };
`;
}
