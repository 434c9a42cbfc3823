// One stream of changes for all processes: the one that holds a lock in PostgreSQL reads it, and passes on what it reads.
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import type { Bus } from "../../bus/bus.ts";
import type { Database } from "../../postgres/index.ts";
import { letters } from "./decode.ts";
import { openStream, type StreamListener, type Stream } from "./stream.ts";

export type Streams = {
  /** From when it is there, nothing that is committed is missed. One at a time. */
  readonly open: (heard: StreamListener) => Promise<Stream>;
  readonly end: () => Promise<void>;
};

export const ownStreams = (database: Database): Streams => ({
  open: async (heard) => openStream(database, heard),
  end: async () => undefined,
});

/** Of the process that reads the changes. */
const readerLock = 7_765_831;

const names = {
  /** Of a process that wants to be told. */
  follow: "changes.follow",
  leave: "changes.leave",
  /** With `isSlow`: nothing more for now. */
  pace: "changes.pace",
  /** Of the process that reads. */
  begun: "changes.begun",
  read: "changes.read",
  over: "changes.over",
} as const;

type Begun = { readonly to: string; readonly slot: string; readonly messages: readonly string[] };

/** Longer than a process takes to answer; one that is still waiting for its slot answers when it has it. */
const askAgainMilliseconds = 500;
const mostBytes = 256 * 1024;

type Reading = {
  readonly stream: Stream;
  readonly lock: Client;
  /** What is told of tables before rows of theirs, and the transaction that is being read: whoever comes later needs both. */
  readonly relations: Map<number, Buffer>;
  begin: Buffer | undefined;
  /** On their way to the others. */
  packed: string[];
  bytes: number;
};

/** What has to be known of those that are to come. */
const messagesBefore = (reading: Reading | undefined): readonly Buffer[] =>
  reading === undefined ? [] : [...reading.relations.values(), ...(reading.begin === undefined ? [] : [reading.begin])];

export class SharedStreams implements Streams {
  readonly #database: Database;
  readonly #bus: Bus;
  readonly #stops: readonly (() => void)[];
  /** What this process does with changes, however they come. */
  #heard: StreamListener | undefined;
  #reading: Reading | undefined;
  /** Those that this process reads for, or will. */
  readonly #followers = new Set<string>();
  readonly #slow = new Set<string>();
  /** The process that reads for this one. */
  #reader: string | undefined;
  #found: ((begun: Begun, from: string) => void) | undefined;
  #isEnded = false;

  constructor(database: Database, bus: Bus) {
    this.#database = database;
    this.#bus = bus;
    this.#stops = [
      bus.subscribe(names.follow, (_, from) => this.#letFollow(from)),
      bus.subscribe(names.leave, (_, from) => this.#forget(from)),
      bus.subscribe<{ readonly isSlow: boolean }>(names.pace, ({ isSlow }, from) => this.#pace(from, isSlow)),
      bus.subscribe<Begun>(names.begun, (begun, from) => {
        if (begun.to === bus.process) this.#found?.(begun, from);
      }),
      bus.subscribe<readonly string[]>(names.read, (messages, from) => {
        if (from === this.#reader) this.#hear(messages);
      }),
      bus.subscribe(names.over, (_, from) => this.#lose(from)),
      bus.watchGone((gone) => {
        this.#forget(gone);
        this.#lose(gone);
      }),
    ];
  }

  readonly open = async (heard: StreamListener): Promise<Stream> => {
    while (!this.#isEnded) {
      this.#heard = heard;
      // It goes on reading for others after it had ended for itself.
      for (const message of messagesBefore(this.#reading)) heard.change(message);
      if (this.#reading !== undefined || (await this.#read())) {
        if (this.#reading !== undefined) return this.#ownStream(this.#reading);
      } else {
        const slot = await this.#follow();
        if (slot !== undefined && this.#reader !== undefined) return this.#followedStream(slot);
      }
    }
    throw new Error("the changes are not read any more");
  };

  readonly end = async (): Promise<void> => {
    this.#isEnded = true;
    for (const stop of this.#stops) stop();
    this.#followers.clear();
    await this.#close();
  };

  /** False where another process reads. */
  async #read(): Promise<boolean> {
    const lock = await this.#database.connect({ as: "owner", application_name: "writ changes" });
    let isLost = false;
    lock.once("end", () => {
      isLost = true;
      void this.#close();
    });
    try {
      const { rows } = await lock.query<{ got: boolean }>("SELECT pg_try_advisory_lock($1) AS got", [readerLock]);
      if (rows[0]?.got !== true) return await lock.end().then(() => false);
      const early: Buffer[] = [];
      let tell = (message: Buffer): void => void early.push(message);
      const stream = await openStream(this.#database, {
        change: (message) => tell(message),
        end: () => void this.#close(),
      });
      const reading: Reading = { stream, lock, relations: new Map(), begin: undefined, packed: [], bytes: 0 };
      this.#reading = reading;
      if (isLost) await this.#close();
      tell = (message) => this.#take(reading, message);
      for (const one of this.#followers) this.#letFollow(one);
      for (const message of early) tell(message);
      return true;
    } catch (failure) {
      await lock.end().catch(() => undefined);
      throw failure;
    }
  }

  /** The slot of the process that reads; undefined where it does not answer. */
  async #follow(): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#found = ({ slot, messages }, from) => {
      this.#found = undefined;
      this.#reader = from;
      this.#hear(messages);
      resolve(slot);
    };
    this.#bus.publish(names.follow, null);
    await Promise.race([promise, delay(askAgainMilliseconds, undefined, { ref: false })]);
    if (this.#found === undefined) return promise;
    this.#found = undefined;
    return undefined;
  }

  #ownStream({ stream }: Reading): Stream {
    return {
      slot: stream.slot,
      pause: () => this.#pace(this.#bus.process, true),
      resume: () => this.#pace(this.#bus.process, false),
      stop: async () => {
        this.#heard = undefined;
        this.#pace(this.#bus.process, false);
        if (this.#followers.size === 0) await this.#close();
      },
    };
  }

  #followedStream(slot: string): Stream {
    let wasSlow = false;
    const pace = (isSlow: boolean) => {
      if (isSlow !== wasSlow) this.#bus.publish(names.pace, { isSlow });
      wasSlow = isSlow;
    };
    return {
      slot,
      pause: () => pace(true),
      resume: () => pace(false),
      stop: async () => {
        this.#heard = undefined;
        this.#reader = undefined;
        this.#bus.publish(names.leave, null);
      },
    };
  }

  #hear(messages: readonly string[]): void {
    for (const message of messages) this.#heard?.change(Buffer.from(message, "base64"));
  }

  #take(reading: Reading, message: Buffer): void {
    if (message[0] === letters.R) reading.relations.set(message.readUInt32BE(1), message);
    else if (message[0] === letters.B) reading.begin = message;
    else if (message[0] === letters.C) reading.begin = undefined;
    this.#heard?.change(message);
    if (this.#followers.size === 0) return;
    if (reading.packed.length === 0) setImmediate(() => this.#passOn(reading));
    reading.packed.push(message.toString("base64"));
    reading.bytes += message.length;
    if (reading.bytes > mostBytes) this.#passOn(reading);
  }

  #passOn(reading: Reading): void {
    if (reading.packed.length > 0) this.#bus.publish(names.read, reading.packed);
    reading.packed = [];
    reading.bytes = 0;
  }

  /** From now on, with what it would lack: rows that were read before are no matter of its. */
  #letFollow(process: string): void {
    this.#followers.add(process);
    const reading = this.#reading;
    if (reading === undefined) return;
    this.#passOn(reading);
    const messages = messagesBefore(reading).map((one) => one.toString("base64"));
    this.#bus.publish(names.begun, { to: process, slot: reading.stream.slot, messages } satisfies Begun);
  }

  #forget(process: string): void {
    this.#pace(process, false);
    if (!this.#followers.delete(process) || this.#followers.size > 0 || this.#heard !== undefined) return;
    void this.#close();
  }

  /** The slowest one sets the pace: what it has not taken would fill its memory. */
  #pace(process: string, isSlow: boolean): void {
    const before = this.#slow.size;
    if (isSlow) this.#slow.add(process);
    else this.#slow.delete(process);
    if (before === 0 && this.#slow.size > 0) this.#reading?.stream.pause();
    if (before > 0 && this.#slow.size === 0) this.#reading?.stream.resume();
  }

  /** Another process has stopped reading for this one. */
  #lose(process: string): void {
    if (this.#reader !== process) return;
    this.#reader = undefined;
    this.#endHearing();
  }

  async #close(): Promise<void> {
    const reading = this.#reading;
    if (reading === undefined) return;
    this.#reading = undefined;
    this.#slow.clear();
    this.#passOn(reading);
    this.#bus.publish(names.over, null);
    this.#endHearing();
    await reading.stream.stop();
    await reading.lock.end().catch(() => undefined);
  }

  #endHearing(): void {
    const heard = this.#heard;
    this.#heard = undefined;
    heard?.end();
  }
}
