// The edge of every command: where its output goes and where its files come from. Tests hand in their own.
export type Console = {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Whether the output goes to where colours are seen. */
  readonly colour: boolean;
  readonly columns: number;
  /** How far something is: a line in the place of the last one, none where it is empty. Undefined where no one watches. */
  readonly progress?: (line: string) => void;
  /** At most so many bytes, and one more where the file has more. */
  readonly read: (path: string, most: number) => Uint8Array;
  readonly write: (path: string, text: string) => void;
  /** Why a file cannot be written there, with its folder; undefined where it can. */
  readonly unwritable: (path: string) => string | undefined;
  /** Writes a file, and its folder, where there is nothing yet; throws where there is. */
  readonly create: (path: string, text: string) => void;
  readonly exists: (path: string) => boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Calls whenever a file was written, until the answer is called. */
  readonly watch: (path: string, changed: () => void) => () => void;
  /** When a user wants the process to end. */
  readonly untilStopped: () => Promise<void>;
  /** Asks a person yes or no, until the signal takes the question back, which fails; undefined where no one is there. */
  readonly ask?: (question: string, signal?: AbortSignal) => Promise<boolean>;
};

/**
 * 0: done; 1: the document has errors, is not formatted, or cannot be applied as it is; 2: the call or a file is no good;
 * 130: a user has ended it before it was done.
 */
export type ExitCode = 0 | 1 | 2 | 130;

/** What an operator has set; empty is nothing. */
export const settingIn = (environment: Console["environment"], name: string): string | undefined =>
  environment[name] === "" ? undefined : environment[name];
