// The next page of a list begins behind the last row of the one before, whatever was added or deleted meanwhile.
import { quoted } from "../values/quoted.ts";

/** `column`: with a slash behind a reference: `category/name`. */
export type OrderKey = { readonly column: string; readonly descending: boolean };

/** Empty values come last in both directions, as in the request of the list. */
export const orderBy = (keys: readonly OrderKey[]): string =>
  [...keys, { column: "id", descending: false }]
    // A column behind a reference stands in the parentheses of what is asked for with it.
    .map(
      ({ column, descending }) => `${column.replace(/(.*)\/(.*)/, "_$1($2)")}.${descending ? "desc" : "asc"}.nullslast`,
    )
    .join(",");

/** A condition that holds for the rows behind this one; `values` are those of its keys, as the wire wrote them. */
export function behind(keys: readonly OrderKey[], values: readonly (string | null)[], id: string): string {
  const all = [...keys, { column: "id", descending: false }];
  const given = [...values, id];
  const same = (index: number): string => {
    const value = given[index];
    return value === null || value === undefined
      ? `${all[index]?.column}.is.null`
      : `${all[index]?.column}.eq.${quoted(value)}`;
  };
  const arms = all.flatMap(({ column, descending }, index): readonly string[] => {
    const value = given[index];
    // Behind what is empty there is nothing but what is empty too.
    if (value === null || value === undefined) return [];
    const further = `${column}.${descending ? "lt" : "gt"}.${quoted(value)}`;
    const after = column === "id" ? further : `or(${further},${column}.is.null)`;
    const before = all.slice(0, index).map((_, each) => same(each));
    return [before.length === 0 ? after : `and(${[...before, after].join(",")})`];
  });
  return `or(${arms.join(",")})`;
}
