// Which column of a file becomes which field, and how the server is asked for it.
import type { ImportLook } from "@writ/server/response-types";

export type Plan = {
  /** In the order of the columns; "": it is left out. */
  readonly fields: readonly string[];
  /** A unique field by which rows are found that are there already; "": each row is new. */
  readonly updateBy: string;
};

export const planOf = ({ columns }: ImportLook): Plan => ({
  fields: columns.map(({ field }) => field ?? ""),
  updateBy: "",
});

export const withField = ({ fields, updateBy }: Plan, at: number, field: string): Plan => {
  const chosen = fields.with(at, field);
  return { fields: chosen, updateBy: chosen.includes(updateBy) ? updateBy : "" };
};

/** Labels of fields that a new row needs and that no column brings. */
export const missingIn = ({ fields: all }: ImportLook, { fields }: Plan): readonly string[] =>
  all.filter(({ id, required }) => required && !fields.includes(id)).map(({ label }) => label);

export function queryOf({ heads }: ImportLook, { fields, updateBy }: Plan): readonly (readonly [string, string])[] {
  return [
    ...heads.flatMap((head, at): readonly (readonly [string, string])[] => {
      const field = fields[at] ?? "";
      // Columns without a name are left out anyway.
      if (head === "") return [];
      return [field === "" ? ["ignore", head] : ["map", `${head}=${field}`]];
    }),
    ...(updateBy === "" ? [] : [["update_by", updateBy] as const]),
  ];
}
