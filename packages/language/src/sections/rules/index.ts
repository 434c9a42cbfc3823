// Section 5 as a slice.
import type { Slice } from "../../section.ts";
import { check } from "./check.ts";
import type { Rules } from "./model.ts";
import { parse } from "./parse.ts";
import { resolve } from "./resolve.ts";

export const rules: Slice<Rules> = { parse, resolve, check };
