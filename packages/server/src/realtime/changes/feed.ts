// What channels know of the feed of changes: how to subscribe to it, and how it sends.
import type { Caller } from "../../gate/caller.ts";
import type { Frame, Version } from "../frames.ts";

/** One line of what a client listens to, with the number that it knows it by. */
export type SubscriptionRequest = { readonly id: number; readonly requested: Readonly<Record<string, unknown>> };

export type Subscriber = {
  readonly version: Version;
  readonly topic: string;
  /** Who it is now: tokens change while a client is connected. */
  readonly caller: () => Caller;
  /** Whether their patterns may take more time, after so many milliseconds. If not, the client was sent an error. */
  readonly mayGoOn: (milliseconds: number) => boolean;
  readonly send: (frame: Frame) => void;
  /** Reports that changes were missed, and that they are sent again. */
  readonly tell: (status: "ok" | "error", message: string) => void;
};

export type Subscription = { readonly end: () => void };

/** What it does, for the operator. */
export type FeedLoad = {
  /** Undefined: no client is connected, so that nothing is followed. */
  readonly slot: string | undefined;
  /** What the database lacks for it; nothing is ever followed then. */
  readonly lacking?: string;
  /** How many listen to each table; those of every table under no name. */
  readonly subscriptions: readonly { readonly table: string | undefined; readonly count: number }[];
  /** Changes that were read and not sent yet. */
  readonly waitingBytes: number;
};

export type ChangeFeed = {
  /** Ends when everything that is committed from then on arrives. Fails with a `LiveRefusal`. */
  readonly subscribe: (subscriber: Subscriber, wishes: readonly SubscriptionRequest[]) => Promise<Subscription>;
  /** While a client is connected, messages that the database sends arrive as well. */
  readonly keep: () => () => void;
  /** Whether messages that are committed from then on arrive; false where it may take any time. */
  readonly settled: () => Promise<boolean>;
  readonly load: () => FeedLoad;
  readonly stop: () => Promise<void>;
};
