// What section 2 asks of the database: searches, and an index for each order and filter.
import type { Contribute } from "../../plan/design.ts";
import { indexesOf } from "./database/indexes.ts";
import { namesFound, searchesOf } from "./database/search.ts";

export const contribute: Contribute = (design) => ({
  objects: [...indexesOf(design), ...searchesOf(design), ...namesFound(design)],
});
