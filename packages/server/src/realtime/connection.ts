// One socket: its messages one after the other, its channels, and what ends it.
import { type WebSocket } from "ws";
import type { Wish } from "./changes/feed.ts";
import { endedWords } from "../keys/ended-sessions.ts";
import { endChannel, enterTopic, lookAgain, openChannel, systemMessage, type Channel } from "./channel.ts";
import { readFrame, writeFrame, type Frame, type Incoming, type Version } from "./frames.ts";
import { wireTopic } from "./hub.ts";
import { readJoin, tokenIn } from "./join.ts";
import { newAllowance, take } from "./limits.ts";
import { tellWhenHeard, tellWhenReady, type Tell } from "./ready.ts";
import { broadcast, presence } from "./say.ts";
import { LiveRefusal, reasonOf, type LiveService } from "./service.ts";
import { checkGoesOn } from "./who.ts";
import type { Share } from "./shares.ts";

export type Connection = {
  /** From time to time: whether it is alive, and whether those who joined still may. */
  readonly look: () => Promise<void>;
  /** A session has ended: whoever joined with it hears nothing more from this moment. */
  readonly end: (session: string) => void;
  readonly channels: () => number;
  readonly shown: () => Connected;
};

/** A socket, as whoever looks after the product may see it: no token, and nothing of what is said on it. */
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
/** Whoever goes on after being told to slow down so often is not listening. */
const mostIgnored = 500;
let wishes = 0;

export function openConnection(socket: WebSocket, { version, token, share }: Opened, service: LiveService): Connection {
  const { limits, log } = service;
  const channels = new Map<string, Channel>();
  const pending: Incoming[] = [];
  const allowed = { messages: newAllowance(limits.messages), joins: newAllowance(limits.joins) };
  const since = new Date();
  let heardAt = Date.now();
  let ignored = 0;
  let isBusy = false;
  let isOver = false;

  const send = ({ bytes, isBinary }: Frame) => {
    if (isOver) return;
    socket.send(bytes, { binary: isBinary });
    // Whoever does not fetch what they are sent would have it kept for them without end.
    if (socket.bufferedAmount > limits.waitingBytes) socket.terminate();
  };
  const reply = ({ joinRef, ref, topic }: Incoming, status: "ok" | "error", response: object = {}) =>
    send(writeFrame({ joinRef, ref, topic, event: "phx_reply" }, JSON.stringify({ status, response }), version));
  const closed = ({ wire, joinRef }: Channel) =>
    send(writeFrame({ joinRef, ref: joinRef, topic: wire, event: "phx_close" }, "{}", version));
  const end = (channel: Channel) => {
    if (channels.get(channel.wire) !== channel) return;
    channels.delete(channel.wire);
    share.channels--;
    endChannel(channel, service);
  };
  const shut = (channel: Channel, message: string) => {
    if (channel.isOver) return;
    send(systemMessage(channel, "system", "error", message, version));
    end(channel);
    closed(channel);
  };

  const join = async (message: Incoming): Promise<void> => {
    const name = message.topic.slice(wireTopic("").length);
    if (name === "") throw new LiveRefusal("TopicNameRequired", "You must provide a topic name");
    const before = channels.get(message.topic);
    if (before !== undefined) {
      end(before);
      closed(before);
    }
    if (!take(allowed.joins, limits.joins) || !take(share.joins, limits.joinsOfOne))
      throw new LiveRefusal("ClientJoinRateLimitReached", "Too many joins per second");
    if (channels.size >= limits.channelsOfSocket || share.channels >= limits.channelsOfOne)
      throw new LiveRefusal("ChannelRateLimitReached", "Too many channels");
    const asked = readJoin(message.payload);
    if (asked.changes.length > limits.subscriptionsOfChannel)
      throw new LiveRefusal("InvalidJoinPayload", "Too many subscriptions on one channel");
    const channel = await openChannel(
      {
        topic: { name, isPrivate: asked.isPrivate },
        wire: message.topic,
        joinRef: message.joinRef ?? message.ref,
        asked,
        token: asked.token ?? token,
        turn: share.network,
      },
      { version, send },
      service,
    );
    // Whoever is told that they are in hears all that the database says from then on, or is told when they do.
    const isHeard = await service.changes.settled();
    if (isOver) return;
    checkGoesOn(channel.caller, service.ended);
    channels.set(channel.wire, channel);
    share.channels++;
    enterTopic(channel, service);
    const listened = asked.changes.map((one): Wish => ({ id: ++wishes, asked: one }));
    reply(message, "ok", { postgres_changes: listened.map(({ id, asked: one }) => ({ ...one, id })) });
    if (asked.isPresenceWanted && channel.rights.read.presence)
      send(
        writeFrame(
          { topic: channel.wire, event: "presence_state" },
          JSON.stringify(service.presences.state(channel.topic)),
          version,
        ),
      );
    const tell: Tell = (status, words) =>
      channel.isOver || send(systemMessage(channel, "system", status, words, version));
    if (asked.isReadyWanted) void tellWhenReady(channel, service, tell, (words) => shut(channel, words));
    if (listened.length > 0) void listen(channel, listened);
    else if (!isHeard) void tellWhenHeard(channel, service, tell);
  };

  const listen = async (channel: Channel, listened: readonly Wish[]): Promise<void> => {
    const tell = (status: "ok" | "error", message: string) =>
      channel.isOver || send(systemMessage(channel, "postgres_changes", status, message, version));
    let isCut = false;
    try {
      const subscription = await service.changes.subscribe(
        {
          version,
          topic: channel.wire,
          caller: () => channel.caller,
          mayGoOn: (milliseconds) => {
            if (isCut || take(share.matching, limits.matchingOfOne, milliseconds)) return !isCut;
            isCut = true;
            channel.subscription?.end();
            tell("error", "The patterns of these filters take too long");
            return false;
          },
          send: (frame) => channel.isOver || send(frame),
          tell: (status, message) => void tell(status, message),
        },
        listened,
      );
      if (channel.isOver) return subscription.end();
      channel.subscription = subscription;
      tell("ok", "Subscribed to PostgreSQL");
    } catch (failure) {
      if (!(failure instanceof LiveRefusal)) log.failure(failure, { during: "subscribe" });
      tell("error", failure instanceof LiveRefusal ? reasonOf(failure) : "Unable to subscribe to changes");
    }
  };

  const renew = async (channel: Channel, given: unknown): Promise<void> => {
    const renewed = tokenIn(given);
    if (renewed === undefined || renewed === channel.token) return;
    await again(channel, renewed, true);
  };
  const again = async (channel: Channel, withToken: string, isPolicyDue: boolean): Promise<void> => {
    try {
      await lookAgain(channel, withToken, service, share.network, { isPolicyDue });
    } catch (failure) {
      // The database is away, or busy: it is asked again the next time, and nothing new is allowed meanwhile.
      if (!(failure instanceof LiveRefusal)) return log.failure(failure, { during: "policies" });
      shut(channel, failure.message);
    }
  };

  /** A promise only where there is something to wait for. */
  const handle = (message: Incoming): Promise<void> | undefined => {
    const { topic, event, payload } = message;
    if (topic === "phoenix" && event === "heartbeat") return void reply(message, "ok");
    const channel = channels.get(topic);
    if (event === "phx_join" && topic.startsWith(wireTopic("")))
      return join(message).catch((failure: unknown) => {
        if (!(failure instanceof LiveRefusal)) log.failure(failure, { during: "join" });
        const reason =
          failure instanceof LiveRefusal ? reasonOf(failure) : "UnknownErrorOnChannel: Unknown Error on Channel";
        reply(message, "error", { reason });
      });
    if (channel === undefined) return void reply(message, "error", { reason: "unmatched topic" });
    // What was sent before the channel was joined again is not meant for it.
    if (message.joinRef !== null && message.joinRef !== channel.joinRef) return undefined;
    switch (event) {
      case "phx_leave":
        end(channel);
        reply(message, "ok");
        return void closed(channel);
      case "access_token":
        return renew(channel, (payload as { readonly access_token?: unknown } | null)?.access_token);
      case "broadcast": {
        const refusal = broadcast(channel, message, service);
        if (channel.asked.ack) reply(message, ...refusal);
        return undefined;
      }
      case "presence":
        return void reply(message, ...presence(channel, payload, service));
      default:
        return undefined;
    }
  };

  /** One after the other, for as long as there are any. */
  const drain = async (first: Promise<void>): Promise<void> => {
    let done: Promise<void> | undefined = first;
    for (;;) {
      try {
        await done;
      } catch (failure) {
        log.failure(failure, { during: "message" });
      }
      if (pending.length < mostPending / 2 && socket.isPaused) socket.resume();
      const next = pending.shift();
      if (next === undefined) break;
      done = handle(next);
    }
    isBusy = false;
  };
  const step = (message: Incoming): void => {
    const done = handle(message);
    if (done === undefined) return;
    isBusy = true;
    void drain(done);
  };

  const arrive = (data: Buffer, isBinary: boolean) => {
    heardAt = Date.now();
    const message = readFrame(data, isBinary, version);
    if (message === undefined) return socket.close(1003, "no message");
    if (!take(allowed.messages, limits.messages) || !take(share.messages, limits.messagesOfOne)) {
      const channel = channels.get(message.topic);
      if (channel !== undefined) shut(channel, "Too many messages per second");
      if (++ignored > mostIgnored) socket.terminate();
      return;
    }
    if (!isBusy) return step(message);
    pending.push(message);
    if (pending.length >= mostPending) socket.pause();
  };

  socket.on("message", (data, isBinary) => {
    if (Buffer.isBuffer(data)) arrive(data, isBinary);
  });
  socket.once("close", () => {
    isOver = true;
    pending.length = 0;
    for (const channel of channels.values()) end(channel);
  });
  // What is wrong with it closes it.
  socket.on("error", () => undefined);

  return {
    end: (session) => {
      for (const channel of channels.values())
        if (channel.caller.claims["session_id"] === session) shut(channel, endedWords);
    },
    channels: () => channels.size,
    shown: () => ({
      since,
      heardAt: new Date(heardAt),
      network: share.network,
      channels: [...channels.values()].map(({ topic }) => topic.name),
      callers: [...channels.values()].map(({ caller: { role, claims } }) => ({ role, account: claims.sub })),
      waitingBytes: socket.bufferedAmount,
    }),
    look: async () => {
      const now = Date.now();
      if (now - heardAt > limits.silenceMilliseconds) return socket.terminate();
      for (const channel of channels.values()) {
        if (channel.isOver) continue;
        await again(channel, channel.token, now - channel.askedAt > limits.policyMilliseconds);
      }
    },
  };
}
