// Topics of who is looking at a row, which the document's read rights open: there a user's key is their account.
import type { Caller } from "../gate/caller.ts";
import type { Topic } from "./hub.ts";

/** On such a topic people are known by their accounts and say nothing else, whatever a client would have them say. */
export const isLooking = ({ name, isPrivate }: Topic): boolean => isPrivate && name.startsWith("looking:");

/** Undefined for programs and visitors: they are no account. */
export const lookerOf = ({ role, claims }: Caller): string | undefined =>
  role === "authenticated" ? claims.sub : undefined;
