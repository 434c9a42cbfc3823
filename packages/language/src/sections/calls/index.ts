// Section 7 as a slice.
import type { Slice } from "../../section.ts";
import { check } from "./check.ts";
import type { Calls } from "./model.ts";
import { parse } from "./parse.ts";
import { resolve } from "./resolve.ts";

export const calls: Slice<Calls> = { parse, resolve, check };
