// What the command line and the console use of imports.
export { importRows, type ImportOptions } from "./import-rows.ts";
export { ImportRefused } from "./refused.ts";
export type { ImportLook } from "./look.ts";
export { mostProblems, type ImportReport, type RowProblem } from "./report.ts";
export type { RefusedRow } from "./state.ts";
export { textOf } from "./source/table.ts";
