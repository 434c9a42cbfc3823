// What the server sends to the console of the log. Types alone: the web application reads them too.
export type RecordView = {
  readonly number: number;
  readonly at: string;
  readonly level: "error" | "info";
  /** A request, a failure, what code printed. */
  readonly what: string;
  /** Of the request that it belongs to. */
  readonly id: string | null;
  /** File, line and column of the code that said it. */
  readonly place: string | null;
  readonly call: string | null;
  readonly said: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
};

export type LogsView = {
  /** Newest first. */
  readonly records: readonly RecordView[];
  readonly found: number;
  readonly kept: number;
  /** The number of the last one of all. */
  readonly newest: number;
};
