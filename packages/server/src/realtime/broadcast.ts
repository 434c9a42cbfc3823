// What clients say on a topic, told to everyone who is on it, whichever process their sockets are with.
import type { Bus } from "../bus/bus.ts";
import type { OutgoingMessage } from "./frames.ts";
import type { Hub, Member, Topic } from "./hub.ts";

/** `except`: whoever says it, where they do not want to hear it themselves. */
export type Broadcast = (topic: Topic, told: OutgoingMessage, except?: Member) => void;

/** Bytes as text. */
type Sent = { readonly topic: Topic } & (
  | { readonly event: string; readonly text: string }
  | { readonly spoken: { readonly event: string; readonly isJson: boolean; readonly base64: string } }
);

const subject = "live.broadcast";

export function broadcastsTo(hub: Hub, bus: Bus): { readonly broadcast: Broadcast; readonly stop: () => void } {
  const stop = bus.subscribe<Sent>(subject, ({ topic, ...sent }) => {
    hub.tell(topic, "spoken" in sent ? { spoken: bytesOf(sent.spoken) } : sent, "broadcast");
  });
  return {
    broadcast: (topic, told, except) => {
      hub.tell(topic, told, "broadcast", except);
      if (bus.others().length > 0) bus.publish(subject, { topic, ...textOf(told) });
    },
    stop,
  };
}

const bytesOf = ({ event, isJson, base64 }: { event: string; isJson: boolean; base64: string }) => ({
  event,
  isJson,
  bytes: Buffer.from(base64, "base64"),
});

const textOf = (told: OutgoingMessage) =>
  "spoken" in told
    ? {
        spoken: {
          event: told.spoken.event,
          isJson: told.spoken.isJson,
          base64: Buffer.from(told.spoken.bytes).toString("base64"),
        },
      }
    : told;
