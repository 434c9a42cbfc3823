// Stands in until the slice is written.
import type { Slice } from "../../section.ts";
import type { States } from "./model.ts";

export const check: Slice<States>["check"] = () => [];
