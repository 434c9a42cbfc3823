// Which properties, tables and blocks each kind of screen has.
import type { ScreenKind } from "./model.ts";

const rows = ["Where", "Sort", "Search", "Filter by", "Opens", "Buttons", "Empty"];

export const propertiesOf: Readonly<Record<ScreenKind["kind"], readonly string[]>> = {
  list: ["Show", ...rows, "Page size"],
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

export const allProperties: readonly string[] = [...new Set(Object.values(propertiesOf).flat())];
