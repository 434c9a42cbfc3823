// One socket: its messages one after the other, its channels, and what ends it.
import { type WebSocket } from "ws";
import type { SubscriptionRequest } from "./changes/feed.ts";
import { endedWords } from "../keys/ended-sessions.ts";
import { endChannel, enterTopic, checkChannel, createChannel, systemMessage, type Channel } from "./channel.ts";
import { readFrame, writeFrame, type Frame, type Incoming, type Version } from "./frames.ts";
import { wireTopic } from "./hub.ts";
import { readJoin, tokenIn } from "./join.ts";
import { newAllowance, take, type Allowance } from "./limits.ts";
import { tellWhenFollowed, tellWhenReady, type Tell } from "./ready.ts";
import { broadcast, presence } from "./say.ts";
import { LiveRefusal, reasonOf, type LiveService } from "./service.ts";
import { subscribe } from "./subscribe.ts";
import { checkGoesOn } from "./who.ts";
import type { Share } from "./shares.ts";

/** A socket, as the operator may see it: no token, and nothing of what is said on it. */
export type Connected = {
  readonly since: Date;
  readonly heardAt: Date;
  readonly network: string;
  readonly channels: readonly string[];
  /** The accounts and roles that it has joined channels as. */
  readonly callers: readonly { readonly role: string; readonly account: string | undefined }[];
  /** What waits for it to be fetched. */
  readonly waitingBytes: number;
};

type Opened = {
  readonly version: Version;
  /** What it was opened with. */
  readonly token: string;
  /** Of the network that it comes from. */
  readonly share: Share;
};

const mostPending = 100;
/** A client that goes on after so many requests to slow down is not listening. */
const mostIgnored = 500;
export class Connection {
  readonly #socket: WebSocket;
  readonly #opened: Opened;
  readonly #service: LiveService;
  readonly #channels = new Map<string, Channel>();
  readonly #pending: Incoming[] = [];
  readonly #allowed: { readonly messages: Allowance; readonly joins: Allowance };
  readonly #since = new Date();
  #heardAt = performance.now();
  /** Messages beyond what it may send. */
  #ignored = 0;
  /** Subscriptions, each with a number of its own. */
  #subscriptions = 0;
  #isBusy = false;
  #isOver = false;

  constructor(socket: WebSocket, opened: Opened, service: LiveService) {
    const { limits } = service;
    this.#socket = socket;
    this.#opened = opened;
    this.#service = service;
    this.#allowed = { messages: newAllowance(limits.messages), joins: newAllowance(limits.joins) };
    socket.on("message", (data, isBinary) => {
      if (Buffer.isBuffer(data)) this.#arrive(data, isBinary);
    });
    socket.once("close", () => {
      this.#isOver = true;
      this.#pending.length = 0;
      for (const channel of this.#channels.values()) this.#leave(channel);
    });
    // What is wrong with it closes it.
    socket.on("error", () => undefined);
  }

  /** A session has ended: channels that joined with it receive nothing more from this moment. */
  end(session: string): void {
    for (const channel of this.#channels.values())
      if (channel.caller.claims["session_id"] === session) this.#shut(channel, endedWords);
  }

  channels(): number {
    return this.#channels.size;
  }

  shown(): Connected {
    const channels = [...this.#channels.values()];
    return {
      since: this.#since,
      heardAt: new Date(Date.now() - (performance.now() - this.#heardAt)),
      network: this.#opened.share.network,
      channels: channels.map(({ topic }) => topic.name),
      callers: channels.map(({ caller: { role, claims } }) => ({ role, account: claims.sub })),
      waitingBytes: this.#socket.bufferedAmount,
    };
  }

  /** From time to time: whether it is alive, and whether those who joined still may. */
  async look(): Promise<void> {
    const { limits } = this.#service;
    const now = performance.now();
    if (now - this.#heardAt > limits.silenceMilliseconds) return this.#socket.terminate();
    for (const channel of this.#channels.values()) {
      if (channel.isOver) continue;
      await this.#lookAgain(channel, channel.token, now - channel.askedAt > limits.policyMilliseconds);
    }
  }

  #arrive(data: Buffer, isBinary: boolean): void {
    const { limits } = this.#service;
    const { version, share } = this.#opened;
    this.#heardAt = performance.now();
    const message = readFrame(data, isBinary, version);
    if (message === undefined) return this.#socket.close(1003, "no message");
    if (!take(this.#allowed.messages, limits.messages) || !take(share.messages, limits.messagesOfOne)) {
      const channel = this.#channels.get(message.topic);
      if (channel !== undefined) this.#shut(channel, "Too many messages per second");
      if (++this.#ignored > mostIgnored) this.#socket.terminate();
      return;
    }
    if (!this.#isBusy) return this.#begin(message);
    this.#pending.push(message);
    if (this.#pending.length >= mostPending) this.#socket.pause();
  }

  #begin(message: Incoming): void {
    const done = this.#handle(message);
    if (done === undefined) return;
    this.#isBusy = true;
    void this.#drain(done);
  }

  /** One after the other, for as long as there are any. */
  async #drain(first: Promise<void>): Promise<void> {
    let done: Promise<void> | undefined = first;
    for (;;) {
      try {
        await done;
      } catch (failure) {
        this.#service.log.failure(failure, { during: "message" });
      }
      if (this.#pending.length < mostPending / 2 && this.#socket.isPaused) this.#socket.resume();
      const next = this.#pending.shift();
      if (next === undefined) break;
      done = this.#handle(next);
    }
    this.#isBusy = false;
  }

  /** A promise only where there is something to wait for. */
  #handle(message: Incoming): Promise<void> | undefined {
    const { topic, event, payload } = message;
    if (topic === "phoenix" && event === "heartbeat") return void this.#reply(message, "ok");
    if (event === "phx_join" && topic.startsWith(wireTopic(""))) return this.#join(message);
    const channel = this.#channels.get(topic);
    if (channel === undefined) return void this.#reply(message, "error", { reason: "unmatched topic" });
    // What was sent before the channel was joined again is not meant for it.
    if (message.joinRef !== null && message.joinRef !== channel.joinRef) return undefined;
    switch (event) {
      case "phx_leave":
        this.#leave(channel);
        this.#reply(message, "ok");
        return void this.#sendClosed(channel);
      case "access_token":
        return this.#renew(channel, tokenIn((payload as { readonly access_token?: unknown } | null)?.access_token));
      case "broadcast": {
        const refusal = broadcast(channel, message, this.#service);
        if (channel.joinRequest.ack) this.#reply(message, ...refusal);
        return undefined;
      }
      case "presence":
        return void this.#reply(message, ...presence(channel, payload, this.#service));
      default:
        return undefined;
    }
  }

  async #join(message: Incoming): Promise<void> {
    try {
      const channel = await this.#openChannel(message);
      // A client that has joined receives all database changes from then on, or a message once it does.
      const isHeard = await this.#service.changes.settled();
      if (!this.#isOver) this.#enter(channel, message, isHeard);
    } catch (failure) {
      if (!(failure instanceof LiveRefusal)) this.#service.log.failure(failure, { during: "join" });
      const reason =
        failure instanceof LiveRefusal ? reasonOf(failure) : "UnknownErrorOnChannel: Unknown Error on Channel";
      this.#reply(message, "error", { reason });
    }
  }

  /** Fails with a `LiveRefusal`. A channel of the same name that it had joined before still ends. */
  async #openChannel(message: Incoming): Promise<Channel> {
    const { limits } = this.#service;
    const { version, token, share } = this.#opened;
    const name = message.topic.slice(wireTopic("").length);
    if (name === "") throw new LiveRefusal("TopicNameRequired", "You must provide a topic name");
    const before = this.#channels.get(message.topic);
    if (before !== undefined) {
      this.#leave(before);
      this.#sendClosed(before);
    }
    if (!take(this.#allowed.joins, limits.joins) || !take(share.joins, limits.joinsOfOne))
      throw new LiveRefusal("ClientJoinRateLimitReached", "Too many joins per second");
    if (this.#channels.size >= limits.channelsOfSocket || share.channels >= limits.channelsOfOne)
      throw new LiveRefusal("ChannelRateLimitReached", "Too many channels");
    const joinRequest = readJoin(message.payload);
    if (joinRequest.changes.length > limits.subscriptionsOfChannel)
      throw new LiveRefusal("InvalidJoinPayload", "Too many subscriptions on one channel");
    return createChannel(
      {
        topic: { name, isPrivate: joinRequest.isPrivate },
        wire: message.topic,
        joinRef: message.joinRef ?? message.ref,
        joinRequest,
        token: joinRequest.token ?? token,
        queueKey: share.network,
      },
      { version, send: (frame) => this.#send(frame) },
      this.#service,
    );
  }

  #enter(channel: Channel, message: Incoming, isHeard: boolean): void {
    const { ended, presences } = this.#service;
    const { joinRequest, topic, wire } = channel;
    checkGoesOn(channel.caller, ended);
    this.#channels.set(wire, channel);
    this.#opened.share.channels++;
    enterTopic(channel, this.#service);
    const requests = joinRequest.changes.map((requested): SubscriptionRequest => ({
      id: ++this.#subscriptions,
      requested,
    }));
    this.#reply(message, "ok", { postgres_changes: requests.map(({ id, requested }) => ({ ...requested, id })) });
    if (joinRequest.isPresenceWanted && channel.rights.read.presence) {
      const state = JSON.stringify(presences.state(topic));
      this.#send(writeFrame({ topic: wire, event: "presence_state" }, state, this.#opened.version));
    }
    const tell: Tell = (status, words) => this.#tell(channel, "system", status, words);
    if (joinRequest.isReadyWanted)
      void tellWhenReady(channel, this.#service, tell, (words) => this.#shut(channel, words));
    if (requests.length > 0) void this.#subscribe(channel, requests);
    else if (!isHeard) void tellWhenFollowed(channel, this.#service, tell);
  }

  async #subscribe(channel: Channel, requests: readonly SubscriptionRequest[]): Promise<void> {
    const { version, share } = this.#opened;
    const send = (frame: Frame) => channel.isOver || this.#send(frame);
    const tell: Tell = (status, words) => this.#tell(channel, "postgres_changes", status, words);
    await subscribe(channel, requests, { version, share, send, tell }, this.#service);
  }

  #renew(channel: Channel, token: string | undefined): Promise<void> | undefined {
    return token === undefined || token === channel.token ? undefined : this.#lookAgain(channel, token, true);
  }

  async #lookAgain(channel: Channel, token: string, isPolicyDue: boolean): Promise<void> {
    try {
      await checkChannel(channel, token, this.#service, this.#opened.share.network, { isPolicyDue });
    } catch (failure) {
      // The database is away, or busy: it is asked again the next time, and nothing new is allowed meanwhile.
      if (!(failure instanceof LiveRefusal)) return this.#service.log.failure(failure, { during: "policies" });
      this.#shut(channel, failure.message);
    }
  }

  #leave(channel: Channel): void {
    if (this.#channels.get(channel.wire) !== channel) return;
    this.#channels.delete(channel.wire);
    this.#opened.share.channels--;
    endChannel(channel, this.#service);
  }

  #shut(channel: Channel, message: string): void {
    if (channel.isOver) return;
    this.#tell(channel, "system", "error", message);
    this.#leave(channel);
    this.#sendClosed(channel);
  }

  #tell(channel: Channel, extension: "system" | "postgres_changes", status: "ok" | "error", message: string): void {
    if (!channel.isOver) this.#send(systemMessage(channel, extension, status, message, this.#opened.version));
  }

  #reply({ joinRef, ref, topic }: Incoming, status: "ok" | "error", response: object = {}): void {
    const body = JSON.stringify({ status, response });
    this.#send(writeFrame({ joinRef, ref, topic, event: "phx_reply" }, body, this.#opened.version));
  }

  #sendClosed({ wire, joinRef }: Channel): void {
    const head = { joinRef, ref: joinRef, topic: wire, event: "phx_close" };
    this.#send(writeFrame(head, "{}", this.#opened.version));
  }

  #send({ bytes, isBinary }: Frame): void {
    if (this.#isOver) return;
    this.#socket.send(bytes, { binary: isBinary });
    // The buffer of a client that does not read would grow without end.
    if (this.#socket.bufferedAmount > this.#service.limits.waitingBytes) this.#socket.terminate();
  }
}
