// What the command line uses of archives.
export { exportArchive, type Exported } from "./export.ts";
export { importArchive, type Imported } from "./import.ts";
