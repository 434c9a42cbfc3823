// What every file of this folder throws where it expects to fail: one failure with a code and what to do about it.

export class DatabaseFailure extends Error {
  readonly code: string;
  /** What to do about it. */
  readonly hint: string;

  constructor(code: string, { message, hint }: Words, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseFailure";
    this.code = code;
    this.hint = hint;
  }
}

export type Words = { readonly message: string; readonly hint: string };

/** One code with its words. */
export type FailureClass<Arguments extends readonly unknown[]> = {
  readonly code: string;
  readonly title: string;
  readonly words: (...args: Arguments) => Words;
};

/** The arguments of its words are known from them. */
export const failureClass = <Arguments extends readonly unknown[]>(one: FailureClass<Arguments>) => one;

export function failure<Arguments extends readonly unknown[]>(
  { code, words }: FailureClass<Arguments>,
  ...args: Arguments
): DatabaseFailure {
  return new DatabaseFailure(code, words(...args));
}

/** The code that the operating system, or PostgreSQL, gives an error: `ENOSPC`, `28P01`. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

export const messageOf = (error: unknown): string =>
  error instanceof AggregateError && error.message === ""
    ? error.errors.map(messageOf).join("; ")
    : error instanceof Error
      ? error.message
      : String(error);
