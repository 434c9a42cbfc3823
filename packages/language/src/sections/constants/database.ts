// Section 9 in the database: limits, counted where they are used up.
import type { Contribute } from "../../plan/design.ts";

export const contribute: Contribute = () => ({ objects: [] });
