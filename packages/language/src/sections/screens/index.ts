// Section 2: the screens, what each shows, and the routes that lead to them.
import type { Slice } from "../../section.ts";
import { check } from "./check.ts";
import type { Screens } from "./model.ts";
import { parse } from "./parse.ts";
import { resolve } from "./resolve.ts";

export const screens: Slice<Screens> = { parse, resolve, check };
