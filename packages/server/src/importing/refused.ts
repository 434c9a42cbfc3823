// Why nothing can be imported at all: the file, its columns or what was asked do not fit. Its message is for people.
import type { ImportReason } from "./response-types.ts";

/** `INVALID`: it does not fit. `IMPORTED`, `CUT_OFF`: what is known of the same file. `BUSY`: others import at this moment. */
export type ImportCode = "INVALID" | "IMPORTED" | "CUT_OFF" | "BUSY" | "NOT_FOUND" | "DATABASE";

type Details = {
  readonly code?: ImportCode;
  readonly command?: string;
  readonly rows?: number;
  readonly reason?: ImportReason;
};

export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
  readonly code: ImportCode;
  /** The same for people at a terminal, by its options. */
  readonly command: string;
  /** Of an import that was cut off: so many rows of the file are done. */
  readonly rows: number | undefined;
  readonly reason: ImportReason | undefined;

  constructor(message: string, { code = "INVALID", command = message, rows, reason }: Details = {}) {
    super(message);
    this.code = code;
    this.command = command;
    this.rows = rows;
    this.reason = reason;
  }
}
