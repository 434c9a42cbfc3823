// Section 4 as a slice.
import type { Slice } from "../../section.ts";
import { check } from "./check.ts";
import type { States } from "./model.ts";
import { parse } from "./parse.ts";
import { resolve } from "./resolve.ts";

export { resolveActions } from "./effects/resolve.ts";

export const states: Slice<States> = { parse, resolve, check };
