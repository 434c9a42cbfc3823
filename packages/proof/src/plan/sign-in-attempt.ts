// Somebody new comes in by one of the ways of section 9, and what is answered where it is none of the document's.
import type { SignInWay } from "@writ/language/model";
import { brokenAsItIs } from "../interpreter/rules.ts";
import { refuse, type Refusal } from "../interpreter/refusal.ts";
import { withRow, type Row, type World } from "../interpreter/world.ts";
import type { Found } from "./situation.ts";

/** `coming`: what they say of themselves; their id is drawn. */
export type SignInAttempt = {
  readonly kind: "sign in";
  readonly entity: "user";
  readonly id: string;
  readonly way: SignInWay["kind"];
  readonly isConfirmed: boolean;
  readonly coming: Row;
};

/** By the codes that clients know for it; a mail may come without what would let them in. */
export function signInOutcome(world: World, { way, isConfirmed, coming }: SignInAttempt): Found {
  const { signIn, confirmedAddress } = world.program.model.constants.settings;
  const has = (one: SignInWay["kind"]) => signIn.some(({ kind }) => kind === one);
  const refusals: readonly Refusal[] = !has(way)
    ? [refuse(unnamed(way, has("magic link") || has("code by mail")), "9/Sign-in")]
    : way === "email and password" && confirmedAddress && !isConfirmed
      ? [refuse("email_not_confirmed", "9/Confirmed address")]
      : brokenAsItIs(withRow(world, coming), coming);
  return refusals.length > 0 ? { refused: refusals } : { done: world };
}

function unnamed(way: SignInWay["kind"], isByMail: boolean): string {
  if (way === "anonymous") return "anonymous_provider_disabled";
  if (way === "email and password" || !isByMail) return "email_provider_disabled";
  return way === "magic link" ? noLink : noCode;
}

export const noLink = "no link in the mail";
export const noCode = "no code in the mail";
