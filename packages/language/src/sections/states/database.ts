// Section 4 in the database: transitions as functions, effects in their order, and what time brings.
import type { Contribute } from "../../plan/design.ts";

export const contribute: Contribute = () => ({ objects: [] });
