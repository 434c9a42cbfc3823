// One channel of one socket: what it was joined with, and what its client may do there.
import type { Caller } from "../gate/caller.ts";
import type { Subscription } from "./changes/feed.ts";
import type { Frame, Version } from "./frames.ts";
import { writeFrame } from "./frames.ts";
import type { Kind, Member, Topic } from "./hub.ts";
import type { JoinRequest } from "./join.ts";
import type { Tracked } from "./presence.ts";
import { isLooking, lookerOf } from "./looking.ts";
import { askTopic, everything, type TopicRights } from "./rights.ts";
import { LiveRefusal, type LiveService } from "./service.ts";
import { callerOf, checkGoesOn } from "./who.ts";

export type Channel = {
  readonly topic: Topic;
  /** As the client names it. */
  readonly wire: string;
  readonly joinRef: string | null;
  readonly joinRequest: JoinRequest;
  readonly member: Member;
  /** Change while a client is connected: a token is renewed, a role is lost. */
  token: string;
  caller: Caller;
  rights: TopicRights;
  askedAt: number;
  isPresent: boolean;
  tracked: Tracked | undefined;
  subscription: Subscription | undefined;
  isOver: boolean;
};

export type FrameSink = { readonly version: Version; readonly send: (frame: Frame) => void };

type JoinOptions = {
  readonly topic: Topic;
  readonly wire: string;
  readonly joinRef: string | null;
  readonly joinRequest: JoinRequest;
  readonly token: string;
  readonly queueKey: string;
};

const mayNotRead = (name: string) =>
  new LiveRefusal("Unauthorized", `You do not have permissions to read from this Channel topic: ${name}`);

/** Fails with a `LiveRefusal`: the token is invalid, or its owner may not read there. */
export async function createChannel(opening: JoinOptions, line: FrameSink, service: LiveService): Promise<Channel> {
  const { topic, wire, joinRef, joinRequest, token, queueKey } = opening;
  const caller = await callerOf(token, service.checkToken);
  const rights = topic.isPrivate ? await askTopic(caller, topic.name, service, queueKey) : everything;
  if (!rights.read.broadcast && !rights.read.presence) throw mayNotRead(topic.name);
  const member: Member = {
    version: line.version,
    send: line.send,
    hears: (kind: Kind) => channel.rights.read[kind],
  };
  const channel: Channel = {
    topic,
    wire,
    joinRef,
    joinRequest,
    member,
    token,
    caller,
    rights,
    askedAt: performance.now(),
    isPresent: joinRequest.isPresenceWanted,
    tracked: undefined,
    subscription: undefined,
    isOver: false,
  };
  return channel;
}

/** With another token, or the same one again: who it is, and what they may now. Fails where the channel has to end. */
export async function checkChannel(
  channel: Channel,
  token: string,
  service: LiveService,
  turn: string,
  { isPolicyDue }: { readonly isPolicyDue: boolean },
): Promise<void> {
  const caller = await callerOf(token, service.checkToken);
  const { topic } = channel;
  const before = channel.rights;
  const rights = topic.isPrivate && isPolicyDue ? await askTopic(caller, topic.name, service, turn) : before;
  checkGoesOn(caller, service.ended);
  channel.token = token;
  channel.caller = caller;
  channel.rights = rights;
  if (isPolicyDue) channel.askedAt = performance.now();
  if (
    (before.read.broadcast && !rights.read.broadcast) ||
    (before.read.presence && !rights.read.presence && channel.isPresent)
  )
    throw new LiveRefusal(
      "Unauthorized",
      `You no longer have permission to read from this Channel topic: ${topic.name}`,
    );
  // A client that may no longer announce its presence is removed, and so is one whose token became another person's.
  const isGone = !rights.write.presence || (isLooking(topic) && channel.tracked?.key !== lookerOf(caller));
  if (isGone && channel.tracked !== undefined) {
    service.presences.untrack(topic, channel.tracked);
    channel.tracked = undefined;
  }
}

export function enterTopic(channel: Channel, { hub }: LiveService): void {
  hub.enter(channel.topic, channel.member);
}

/** However it ends. */
export function endChannel(channel: Channel, { hub, presences }: LiveService): void {
  if (channel.isOver) return;
  channel.isOver = true;
  channel.subscription?.end();
  hub.leave(channel.topic, channel.member);
  if (channel.tracked !== undefined) presences.untrack(channel.topic, channel.tracked);
}

export const systemMessage = (
  { wire, topic }: Pick<Channel, "wire" | "topic">,
  extension: "system" | "postgres_changes",
  status: "ok" | "error",
  message: string,
  version: Version,
): Frame =>
  writeFrame(
    { topic: wire, event: "system" },
    JSON.stringify({ extension, status, message, channel: topic.name }),
    version,
  );
