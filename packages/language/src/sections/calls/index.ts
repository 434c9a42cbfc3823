// Stands in until the slice is written.
import type { Slice } from "../../section.ts";
import type { Calls } from "./model.ts";

export const calls: Slice<Calls> = {
  parse: (section) => ({ value: { number: 7, status: section.status, calls: [], mails: [] }, problems: [] }),
  check: () => [],
};
