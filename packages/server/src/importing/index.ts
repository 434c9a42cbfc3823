// What the command line and the console use of imports.
export { importRows, type ImportOptions } from "./import-rows.ts";
export { ImportRefused } from "./refused.ts";
export { mostProblems } from "./report.ts";
export type { ImportReport, RowProblem } from "./response-types.ts";
export type { RefusedRow } from "./state.ts";
export { textOf } from "./source/table.ts";
