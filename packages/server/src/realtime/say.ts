// What a client sends on a channel: a broadcast, or its own presence. Each function returns the reply to it.
import type { Channel } from "./channel.ts";
import type { Incoming } from "./frames.ts";
import { isLooking, lookerOf } from "./looking.ts";
import type { LiveService } from "./service.ts";

type Answer = readonly ["ok" | "error", object];

const done: Answer = ["ok", {}];
const refused = (reason: string): Answer => ["error", { reason }];

export function broadcast(channel: Channel, { payload, spoken }: Incoming, service: LiveService): Answer {
  if (!channel.rights.write.broadcast)
    return refused(`You do not have permissions to write to this Channel topic: ${channel.topic.name}`);
  const told = spoken === undefined ? { event: "broadcast", text: JSON.stringify(payload ?? {}) } : { spoken };
  service.broadcast(channel.topic, told, channel.joinRequest.self ? undefined : channel.member);
  return done;
}

/** Under their own account, and with no words of a client's but whether they are changing it. */
function look(channel: Channel, said: unknown, presences: LiveService["presences"]): Answer {
  const person = lookerOf(channel.caller);
  if (person === undefined) return refused("Only who is signed in looks at a row");
  const isEditing = (said as { readonly editing?: unknown } | null)?.editing === true;
  const now = presences.track(channel.topic, person, isEditing ? { editing: true } : {}, channel.tracked);
  if (now === undefined) return refused("Too many presences on this topic");
  channel.tracked = now;
  channel.isPresent = true;
  return done;
}

export function presence(channel: Channel, payload: unknown, { presences, limits }: LiveService): Answer {
  const { event, payload: said = {} } = (payload ?? {}) as { readonly event?: unknown; readonly payload?: unknown };
  const { topic, joinRequest, tracked } = channel;
  switch (typeof event === "string" ? event.toLowerCase() : "") {
    case "track": {
      if (!channel.rights.write.presence)
        return refused(`You do not have permissions to write to this Channel topic: ${topic.name}`);
      if (isLooking(topic)) return look(channel, said, presences);
      if (typeof said !== "object" || said === null || Array.isArray(said))
        return refused("Presence track payload must be a map");
      if (Buffer.byteLength(JSON.stringify(said)) > limits.presenceBytes) return refused("Track message size exceeded");
      const now = presences.track(topic, joinRequest.presenceKey, said, tracked);
      if (now === undefined) return refused("Too many presences on this topic");
      channel.tracked = now;
      channel.isPresent = true;
      return done;
    }
    case "untrack":
      if (tracked !== undefined) presences.untrack(topic, tracked);
      channel.tracked = undefined;
      return done;
    default:
      return refused("Unknown presence event");
  }
}
