// Somebody goes and says so: whoever comes to this browser next finds nothing of what was being written.
import type { Backend } from "./backend.ts";

/** What begins the names under which a tab keeps what is being written, and what was sent and is not heard of yet. */
export const writingPrefixes = { draft: "writ.draft.", sent: "writ.sent." } as const;

/** Tokens that end by themselves leave it: whoever was thrown out in the middle of a form comes back to it. */
export async function leave({ auth }: Pick<Backend, "auth">): Promise<void> {
  await auth.signOut({ scope: "local" });
  for (const key of Object.keys(sessionStorage))
    if (Object.values(writingPrefixes).some((prefix) => key.startsWith(prefix))) sessionStorage.removeItem(key);
}
