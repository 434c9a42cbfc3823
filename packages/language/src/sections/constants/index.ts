// Section 9 as a slice.
import type { Slice } from "../../section.ts";
import { check } from "./check.ts";
import type { Constants } from "./model.ts";
import { parse } from "./parse.ts";
import { resolve } from "./resolve.ts";

export const constants: Slice<Constants> = { parse, resolve, check };
