// Whether the cells of a column name files, which only an import from a folder can bring.
import type { Column } from "../../console/rows/tables.ts";

export const isFileField = ({ type }: Column): boolean => type.kind === "files";
