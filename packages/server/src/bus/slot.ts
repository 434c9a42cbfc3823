// The place of one process among those that serve a product together, and what of the machine each of them may have.
import type { Socket } from "node:net";
import { availableParallelism } from "node:os";
import { aloneBus, type Bus } from "./bus.ts";

export type ProcessSlot = {
  /** From one; a process that comes in the place of another one has its number. */
  readonly number: number;
  readonly count: number;
  readonly bus: Bus;
  readonly connections: ConnectionShare;
  /** Where another process listens and hands on what comes; without it this one listens itself. */
  readonly incoming?: Incoming;
};

/** Connections that another process has let in. */
export type Incoming = {
  readonly port: number;
  /** Until the answer is called, which is when no more are taken. */
  readonly begin: (take: (socket: Socket) => void) => () => void;
};

/** Connections to the database for requests: of accounts and jobs, and of data. */
export type ConnectionShare = { readonly owner: number; readonly data: number };

const usualOwner = 8;
const usualData = () => 4 * availableParallelism();

export const onlySlot = (): ProcessSlot => ({
  number: 1,
  count: 1,
  bus: aloneBus,
  connections: { owner: usualOwner, data: usualData() },
});

/** Of each process, besides those for requests: sessions, claims, the catalogue, uploads, and the lock of the changes. */
const connectionsOfProcess = 5;
/** For commands beside the product, for imports, for SQL of operators, and for what a process leaves that has just ended. */
const connectionsKept = 6;
/** Work of one request may need two. */
const least: ConnectionShare = { owner: 2, data: 2 };

/** All connections of so many processes, at the most. */
const connectionsOf = (count: number, { owner, data }: ConnectionShare): number =>
  count * (owner + data + connectionsOfProcess) + connectionsKept;

/** How many connections a database should allow so that so many processes have all that they want. */
export const connectionsFor = (count: number): number => connectionsOf(count, wantedShare(count));

/** What each of so many processes has of the connections that the database allows; undefined where that is too little. */
export function shareConnections(count: number, allowed: number): ConnectionShare | undefined {
  const each = Math.floor((allowed - connectionsKept) / count) - connectionsOfProcess;
  if (each < least.owner + least.data) return undefined;
  const wanted = wantedShare(count);
  if (each >= wanted.owner + wanted.data) return wanted;
  const owner = Math.max(least.owner, Math.floor((each * wanted.owner) / (wanted.owner + wanted.data)));
  return { owner, data: each - owner };
}

/** The largest number of processes that so many connections are enough for. */
export const mostProcesses = (allowed: number): number =>
  Math.max(0, Math.floor((allowed - connectionsKept) / (connectionsOfProcess + least.owner + least.data)));

const wantedShare = (count: number): ConnectionShare => ({
  owner: Math.max(4, Math.ceil(usualOwner / count)),
  data: Math.max(4, Math.ceil(usualData() / count)),
});

/** One process's part of what all of them may have, and never less than `least`. */
export const partOf = (whole: number, { count }: Pick<ProcessSlot, "count">, smallest = 1): number =>
  count === 1 ? whole : Math.max(Math.min(whole, smallest), Math.ceil(whole / count));
