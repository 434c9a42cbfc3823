// Telling those on a channel when messages that the database sends arrive.
import type { Channel } from "./channel.ts";
import type { LiveService } from "./service.ts";

export type Tell = (status: "ok" | "error", words: string) => unknown;

/** To a client that joined before the database was listened to. */
export async function tellWhenFollowed(channel: Channel, { changes }: LiveService, tell: Tell): Promise<void> {
  tell("error", "The database is not listened to yet");
  while (!(await changes.settled())) if (channel.isOver) return;
  tell("ok", "The database is listened to: fetch again what is shown");
}

/** To a client that asked for it when joining. `shut`: called where it does not come, to end the channel. */
export async function tellWhenReady(
  channel: Channel,
  { changes, limits }: LiveService,
  tell: Tell,
  shut: (words: string) => void,
): Promise<void> {
  const { lacking } = changes.load();
  if (lacking !== undefined) return shut(lacking);
  const until = performance.now() + limits.readyMilliseconds;
  while (!(await changes.settled())) {
    if (channel.isOver) return;
    if (performance.now() >= until) return shut("Replication connection was not established in time");
  }
  tell("ok", "Replication connection established");
}
