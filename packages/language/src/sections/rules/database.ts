// Section 5 in the database: what must hold of rows when a transaction ends.
import type { Contribute } from "../../plan/design.ts";

export const contribute: Contribute = () => ({ objects: [] });
