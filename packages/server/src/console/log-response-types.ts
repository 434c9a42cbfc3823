// What the server sends to the console of the log. Types alone: the web application reads them too.
export type RequestView = {
  readonly method: string;
  readonly path: string;
  /** 499: the client has left before it was answered. */
  readonly status: number;
  readonly milliseconds: number;
  readonly address: string;
  /** The address of an account, or what else a token stands for; null where nobody asked for it. */
  readonly caller: string | null;
};

export type RecordView = {
  readonly number: number;
  readonly at: string;
  readonly level: "error" | "warning" | "info";
  /** A request, a failure, what code printed. */
  readonly what: string;
  /** Of the request that it belongs to. */
  readonly id: string | null;
  /** File, line and column of the code that said it. */
  readonly place: string | null;
  readonly call: string | null;
  readonly said: string;
  /** Where it is a request. */
  readonly request: RequestView | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
};

export type LogsView = {
  /** Newest first. */
  readonly records: readonly RecordView[];
  readonly found: number;
  readonly kept: number;
  /** The number of the last one of all. */
  readonly newest: number;
  /** Whose records these are: of all processes that serve, but for those that did not answer in time. */
  readonly processes: { readonly answered: number; readonly asked: number };
};
