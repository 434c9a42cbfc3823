// Section 8 as a slice.
import type { Slice } from "../../section.ts";
import { check } from "./check.ts";
import type { Errors } from "./model.ts";
import { parse } from "./parse.ts";

export const errors: Slice<Errors> = { parse, resolve: (value) => value, check };
