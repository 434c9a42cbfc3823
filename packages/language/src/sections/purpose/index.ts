// Section 1 as a slice: prose, kept for people, and nothing to check.
import type { Slice } from "../../section.ts";
import type { Purpose } from "./model.ts";

export const purpose: Slice<Purpose> = {
  parse: ({ status, text, span, parts }) => {
    const prose = parts
      .flatMap((part) => part.prose)
      .map(({ start, end }) => text.slice(start - span.start, end - span.start));
    return { value: { number: 1, status, text: status.kind === "shown" ? prose.join("\n\n") : "" }, problems: [] };
  },
  resolve: (value) => value,
  check: () => [],
};
