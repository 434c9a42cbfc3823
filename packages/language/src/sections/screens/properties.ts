// Which properties, tables and blocks each kind of screen has.
import type { ScreenKind, ScreenProperty } from "./model.ts";

const rows: readonly ScreenProperty[] = ["Where", "Sort", "Search", "Filter by", "Opens", "Buttons", "Empty"];

export const propertiesOf: Readonly<Record<ScreenKind["kind"], readonly ScreenProperty[]>> = {
  list: ["Show", ...rows, "Import", "Page size"],
  board: ["Columns", "Card", ...rows, "Page size"],
  calendar: ["Show", "Card", ...rows],
  detail: ["Show", "Add", "Buttons"],
  new: ["Ask", "Preset", "Then", "Buttons"],
  edit: ["Ask", "Preset", "Then", "Buttons"],
  dashboard: ["Buttons"],
  page: ["Buttons"],
  component: ["Code", "Takes", "Buttons"],
};

/** `Empty (fr)` stands wherever `Empty` may. */
export const emptyInLanguage = /^Empty \((?<language>[a-z]{2,3}(?:-[A-Z]{2})?)\)$/;

export const isEmptyInLanguage = (property: string): property is `Empty (${string})` => emptyInLanguage.test(property);

export const allProperties: readonly ScreenProperty[] = [...new Set(Object.values(propertiesOf).flat())];
