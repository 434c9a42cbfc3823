// Section 3 as a slice.
import type { Slice } from "../../section.ts";
import { check } from "./check.ts";
import type { Entities } from "./model.ts";
import { parse } from "./parse.ts";
import { resolve } from "./resolve.ts";

export const entities: Slice<Entities> = { parse, resolve, check };
