// The filters of lists that several field types share: words, ranges, choices.
import { quoted } from "../values/quoted.ts";
import type { FilterType } from "./field-type.ts";

export const byWords: FilterType = {
  conditions: (column, chosen) => [`${column}.ilike.${quoted(`*${chosen.replaceAll(/[*%]/g, "")}*`)}`],
  options: () => undefined,
  input: "words",
};

/** Written `from..to`; `endOf`: the last value of what is given. */
export const byRange = (input: "date" | "time" | "number", endOf = (to: string): string => to): FilterType => ({
  conditions: (column, chosen) => {
    const [from = "", to = ""] = chosen.split("..");
    return [
      ...(from === "" ? [] : [`${column}.gte.${quoted(from)}`]),
      ...(to === "" ? [] : [`${column}.lte.${quoted(endOf(to))}`]),
    ];
  },
  options: () => undefined,
  input,
});

/** Of one value; "-" stands for what is empty. */
export function amongValues(column: string, chosen: string): readonly string[] {
  const values = chosen.split(",").filter((one) => one !== "-");
  const some = values.length === 0 ? [] : [`${column}.in.(${values.map(quoted).join(",")})`];
  const empty = chosen.split(",").includes("-") ? [`${column}.is.null`] : [];
  const all = [...some, ...empty];
  return all.length > 1 ? [`or(${all.join(",")})`] : all;
}

/** Of several values: those that have any of them. */
export const overlapping = (column: string, chosen: string): readonly string[] => [
  `${column}.ov.${quoted(`{${chosen.split(",").map(quoted).join(",")}}`)}`,
];
