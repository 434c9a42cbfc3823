// Section 6 as a slice.
import type { Slice } from "../../section.ts";
import { check } from "./check.ts";
import type { Permissions } from "./model.ts";
import { parse } from "./parse.ts";
import { resolve } from "./resolve.ts";

export const permissions: Slice<Permissions> = { parse, resolve, check };
