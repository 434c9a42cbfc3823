// Where cases are tried: a product that runs from a fresh copy, reached as its clients reach it, and its owner's connection.
import type { Client } from "pg";

export type Ground = {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  /** The cluster's superuser: stands for a user who runs the product, reads what is there afterwards, and proves nothing by itself. */
  readonly owner: Client;
  /** Another connection of theirs, for nothing but laying what is there beforehand: no trigger fires on it. */
  readonly laying: Client;
  /** Does all that is due by the product's clock. */
  readonly work: () => Promise<void>;
};
