// Who is on which topic, and telling all of them something.
import { writeMessage, type Frame, type OutgoingMessage, type Version } from "./frames.ts";

export type Member = {
  readonly version: Version;
  readonly send: (frame: Frame) => void;
  /** Of a private topic: whether policies let them hear broadcasts, and who is there. */
  readonly hears: (kind: Kind) => boolean;
};

export type Kind = "broadcast" | "presence";

/** A private topic and a public one of the same name are two. */
export type Topic = { readonly name: string; readonly isPrivate: boolean };

export type Hub = {
  readonly enter: (topic: Topic, member: Member) => void;
  readonly leave: (topic: Topic, member: Member) => void;
  readonly tell: (topic: Topic, told: OutgoingMessage, kind: Kind, except?: Member) => void;
  /** Every topic that clients are on, and how many are. */
  readonly topics: () => readonly (Topic & { readonly members: number })[];
};

export const keyOf = ({ name, isPrivate }: Topic): string => `${isPrivate ? "private" : "public"}:${name}`;

/** As clients name it. */
export const wireTopic = (name: string): string => `realtime:${name}`;

export function createHub(): Hub {
  const topics = new Map<string, Set<Member>>();
  return {
    enter: (topic, member) => {
      const key = keyOf(topic);
      const members = topics.get(key);
      if (members === undefined) topics.set(key, new Set([member]));
      else members.add(member);
    },
    leave: (topic, member) => {
      const key = keyOf(topic);
      const members = topics.get(key);
      members?.delete(member);
      if (members?.size === 0) topics.delete(key);
    },
    tell: (topic, told, kind, except) => {
      const members = topics.get(keyOf(topic));
      if (members === undefined) return;
      const write = writeMessage(told, wireTopic(topic.name));
      for (const member of members) {
        if (member === except || !member.hears(kind)) continue;
        const frame = write(member.version);
        if (frame !== undefined) member.send(frame);
      }
    },
    topics: () =>
      [...topics].map(([key, members]) => ({
        name: key.slice(key.indexOf(":") + 1),
        isPrivate: key.startsWith("private:"),
        members: members.size,
      })),
  };
}
