// What random documents may hold, and how their tables are written.

export type Parts = {
  /** Each may be left out, so that a comparison can try one thing after the other. */
  readonly states: boolean;
  readonly rules: boolean;
  readonly effects: boolean;
  readonly computed: boolean;
  /** Rows `set F` and `see F`. */
  readonly fields: boolean;
  /** Conditions of section 6 in the cells of its matrix. */
  readonly conditions: boolean;
  /** A tenant, and roles that are held within it. */
  readonly tenants: boolean;
};

export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
