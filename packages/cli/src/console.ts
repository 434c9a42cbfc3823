// The edge of every command: where its output goes and where its files come from. Tests hand in their own.
export type Console = {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Whether the output goes to where colours are seen. */
  readonly colour: boolean;
  readonly columns: number;
  readonly read: (path: string) => Uint8Array;
  readonly write: (path: string, text: string) => void;
  readonly exists: (path: string) => boolean;
};

/** 0: done; 1: the document has errors, or is not formatted; 2: the call or a file is no good. */
export type ExitCode = 0 | 1 | 2;
