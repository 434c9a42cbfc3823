// A user signs out: the next user of this browser finds nothing of what was being written. Or a session ends by itself,
// or from another device: then the page tells its user.
import type { Backend } from "./backend.ts";

/** What begins the names under which a tab keeps what is being written, and what was sent and is not heard of yet. */
export const writingPrefixes = { draft: "writ.draft.", sent: "writ.sent." } as const;

/** Tokens that end by themselves leave it: a user who was thrown out in the middle of a form comes back to it. */
export async function leave({ auth, storage }: Pick<Backend, "auth" | "storage">): Promise<void> {
  storage.setItem(leftKey, "yes");
  await auth.signOut({ scope: "local" });
  forgetWritten();
}

/** Of this tab; others do it as they hear. */
function forgetWritten(): void {
  for (const key of Object.keys(sessionStorage))
    if (Object.values(writingPrefixes).some((prefix) => key.startsWith(prefix))) sessionStorage.removeItem(key);
}

/** In every tab: what one of them has said is news to none. */
const leftKey = "writ.left";
const endedKey = "writ.ended";

/** No one is there any more who was there before. Tells whether they had not said so; if they had, in whichever tab, nothing stays. */
export function hasEnded({ storage }: Pick<Backend, "storage">): boolean {
  if (storage.getItem(leftKey) !== null) {
    forgetWritten();
    return false;
  }
  sessionStorage.setItem(endedKey, "yes");
  return true;
}

export function hasBegun({ storage }: Pick<Backend, "storage">): void {
  storage.removeItem(leftKey);
  sessionStorage.removeItem(endedKey);
}

/** Whether the last session of this tab ended so, and none has begun since. */
export const wasEnded = (): boolean => sessionStorage.getItem(endedKey) !== null;
