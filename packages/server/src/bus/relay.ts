// The bus of one machine: what one process publishes goes through the process that started all of them to the others.
import type { Bus } from "./bus.ts";

/** `text`: the message, which the relay does not read. */
export type ToRelay = { readonly subject: string; readonly text: string };
export type FromRelay =
  | { readonly kind: "said"; readonly from: string; readonly subject: string; readonly text: string }
  | { readonly kind: "here"; readonly process: string }
  | { readonly kind: "gone"; readonly process: string };

export type RelayMember = {
  readonly publish: (said: ToRelay) => void;
  /** It serves, and others may ask it. */
  readonly serves: () => void;
  /** When nothing of it is on its way any more. */
  readonly leave: () => void;
};

export type Relay = { readonly join: (process: string, deliver: (told: FromRelay) => void) => RelayMember };

export function createRelay(): Relay {
  const members = new Map<string, { readonly deliver: (told: FromRelay) => void; serves: boolean }>();
  return {
    join: (process, deliver) => {
      const own = { deliver, serves: false };
      const toOthers = (told: FromRelay) => {
        for (const [name, member] of members) if (name !== process) member.deliver(told);
      };
      members.set(process, own);
      for (const [name, { serves }] of members) if (serves) deliver({ kind: "here", process: name });
      return {
        publish: (said) => toOthers({ kind: "said", from: process, ...said }),
        serves: () => {
          own.serves = true;
          toOthers({ kind: "here", process });
        },
        leave: () => {
          if (members.delete(process)) toOthers({ kind: "gone", process });
        },
      };
    },
  };
}

export type RelayedBus = Bus & { readonly hear: (told: FromRelay) => void };

/** The other end, in a process. */
export function relayedBus(process: string, send: (said: ToRelay) => void): RelayedBus {
  const others = new Set<string>();
  const subjects = new Map<string, Set<(message: never, from: string) => void>>();
  const watchers = new Set<(gone: string) => void>();
  return {
    process,
    others: () => [...others],
    publish: (subject, message) => send({ subject, text: JSON.stringify(message) }),
    subscribe: (subject, heard) => {
      const all = subjects.get(subject) ?? new Set();
      subjects.set(subject, all.add(heard));
      return () => {
        all.delete(heard);
        if (all.size === 0 && subjects.get(subject) === all) subjects.delete(subject);
      };
    },
    watchGone: (gone) => {
      watchers.add(gone);
      return () => void watchers.delete(gone);
    },
    hear: (told) => {
      if (told.kind === "here") others.add(told.process);
      else if (told.kind === "gone") {
        others.delete(told.process);
        for (const watcher of watchers) watcher(told.process);
      } else {
        const all = subjects.get(told.subject);
        if (all === undefined) return;
        const message = JSON.parse(told.text) as never;
        for (const heard of all) heard(message, told.from);
      }
    },
  };
}
