// A server that is measured: where it answers, what each piece of work is sent as, and which processes it is.
export type Work =
  | "point read"
  | "list of 20"
  | "two embeddings"
  | "filtered count"
  | "insert"
  | "update"
  | "transition"
  | "sign-in";

export type Sent = {
  readonly method: "GET" | "POST" | "PATCH" | "HEAD";
  /** One of them at random each time. */
  readonly paths: readonly string[];
  /** One of them at random each time. */
  readonly bodies?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
};

export type Measured = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were no success. */
  readonly failed: number;
  /** Seconds of processor time for each second that passed. */
  readonly processors: number;
  readonly megabytes: number;
};

export type Target = {
  readonly name: string;
  readonly url: string;
  readonly works: Readonly<Partial<Record<Work, Sent>>>;
  /** The processes whose time and memory are counted. */
  readonly processes: readonly number[];
  /** Asks by itself, and not through the network. */
  readonly load?: (work: Work, connections: number, seconds: number) => Measured;
  readonly stop: () => Promise<void>;
};

/** The same for every server. */
export const notes = 100_000;
export const topics = 20;
export const owners = 50_000;

/** A quarter of a page each. */
export const bodyOf = (n: number): string => `Note ${n}: `.padEnd(400, "something that was worth writing down, ");
export const person = { email: "ann@example.test", password: "a password that is long enough" };
