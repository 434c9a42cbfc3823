// What the processes that serve one product say to each other: small messages in JSON, which nothing keeps.

export type Bus = {
  /** The name of this process, which no other one has or had. */
  readonly process: string;
  /** The others that serve at this moment. */
  readonly others: () => readonly string[];
  /**
   * To every other process, and never back to this one. What one process publishes arrives in that order; a process that
   * is starting hears what is published from then on.
   */
  readonly publish: (subject: string, message: unknown) => void;
  /** Until the answer is called. Each process checks nothing of what its own kind says. */
  readonly subscribe: <Message>(subject: string, heard: (message: Message, from: string) => void) => () => void;
  /** Called with each process that is gone, after all that it has published; until the answer is called. */
  readonly watchGone: (gone: (process: string) => void) => () => void;
};

/** Of the only process there is: no one hears it, and it costs nothing. */
export const aloneBus: Bus = {
  process: "1",
  others: () => [],
  publish: () => undefined,
  subscribe: () => () => undefined,
  watchGone: () => () => undefined,
};
