// What section 2 asks of the database: searches, an index for each order and filter, and what no filter can say.
import type { Contribute } from "../../plan/design.ts";
import { indexesOf } from "./database/indexes.ts";
import { shownOf } from "./database/shown.ts";
import { namesFound, searchesOf } from "./database/search.ts";

export { canBeEvaluated, matchesName, isReadByField, routeParameter, shownName } from "./database/shown.ts";
export { findReferencePaths, type ReferencePaths } from "./reference-paths.ts";

export const contribute: Contribute = (design) => ({
  objects: [...indexesOf(design), ...searchesOf(design), ...namesFound(design), ...shownOf(design)],
});
