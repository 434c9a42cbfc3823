// What section 2 asks of the database: searches, and an index for each order and filter.
import type { Contribute } from "../../plan/design.ts";

export const contribute: Contribute = () => ({ objects: [] });
