// Changes of rows that a channel listens to, and the replies to its subscription.
import type { SubscriptionRequest } from "./changes/feed.ts";
import type { Channel, FrameSink } from "./channel.ts";
import { take } from "./limits.ts";
import type { Tell } from "./ready.ts";
import { LiveRefusal, reasonOf, type LiveService } from "./service.ts";
import type { Share } from "./shares.ts";

type Listener = FrameSink & { readonly share: Share; readonly tell: Tell };

export async function subscribe(
  channel: Channel,
  wishes: readonly SubscriptionRequest[],
  { version, send, tell, share }: Listener,
  { changes, limits, log }: LiveService,
): Promise<void> {
  let isCut = false;
  /** Whether its patterns may go on taking time. */
  const mayGoOn = (milliseconds: number) => {
    if (isCut || take(share.matching, limits.matchingOfOne, milliseconds)) return !isCut;
    isCut = true;
    channel.subscription?.end();
    tell("error", "The patterns of these filters take too long");
    return false;
  };
  try {
    const subscription = await changes.subscribe(
      { version, topic: channel.wire, caller: () => channel.caller, mayGoOn, send, tell },
      wishes,
    );
    if (channel.isOver) return subscription.end();
    channel.subscription = subscription;
    tell("ok", "Subscribed to PostgreSQL");
  } catch (failure) {
    if (!(failure instanceof LiveRefusal)) log.failure(failure, { during: "subscribe" });
    tell("error", failure instanceof LiveRefusal ? reasonOf(failure) : "Unable to subscribe to changes");
  }
}
