// Whether a right refers to the caller: then no caller has it who is not signed in.
import { grantNames, grantsOwn } from "../clause/grant.ts";
import type { Grant } from "../sections/permissions/model.ts";
import type { Design } from "./design.ts";

export const mentionsMe = (grant: Grant, { compiled: { lookup, checked } }: Design): boolean =>
  grantsOwn(grant) ||
  grantNames(grant)
    .map((name) => lookup.conditions.get(name.id))
    .some((one) => one?.holds !== undefined && checked.get(one.holds)?.reads.me === true);

/** Before a right that refers to the caller: without it, `ticket.owner != me` would let visitors in. */
export const signedIn = (mentions: boolean, me: string): string => (mentions ? `${me} IS NOT NULL AND ` : "");
