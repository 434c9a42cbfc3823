// A new user comes in by one of the ways of section 9, and what is answered where it is none of the document's.
import type { SignInMethod } from "@writ/language/model";
import { brokenAsItIs } from "../../interpreter/rules/rules.ts";
import { countRequest } from "../../interpreter/rules/quotas.ts";
import { refuse, type Refusal } from "../../interpreter/document/refusal.ts";
import { withRow, type Row, type World } from "../../interpreter/world/world.ts";
import type { Outcome } from "../situation/situation.ts";

/** `coming`: what they say of themselves; their id is drawn. */
export type SignInAttempt = {
  readonly kind: "sign in";
  readonly entity: "user";
  readonly id: string;
  readonly way: SignInMethod["kind"];
  readonly isConfirmed: boolean;
  readonly coming: Row;
};

/** By the codes that clients know for it, in the order in which it is asked; a mail may come without what would let them in. */
export function signInOutcome(world: World, { way, isConfirmed, coming }: SignInAttempt): Outcome {
  const { signIn, confirmedAddress } = world.program.model.constants.settings;
  const has = (one: SignInMethod["kind"]) => signIn.some(({ kind }) => kind === one);
  if (!has(way)) return refused(refuse(unnamed(way, has("magic link") || has("code by mail")), "9/Sign-in"));
  const isByPassword = way === "email and password";
  const signedUp = isByPassword ? countRequest(world, null, { act: "sign up", entity: "user", row: coming }) : world;
  if ("code" in signedUp) return refused(signedUp);
  const broken = brokenAsItIs(withRow(world, coming), coming);
  if (broken.length > 0) return refused(...broken);
  const signedIn =
    way === "anonymous" ? signedUp : countRequest(signedUp, null, { act: "sign in", entity: "user", row: coming });
  if ("code" in signedIn) return refused(signedIn);
  if (isByPassword && confirmedAddress && !isConfirmed)
    return refused(refuse("email_not_confirmed", "9/Confirmed address"));
  return { done: world };
}

const refused = (...refusals: readonly Refusal[]): Outcome => ({ refused: refusals });

function unnamed(method: SignInMethod["kind"], isByMail: boolean): string {
  if (method === "anonymous") return "anonymous_provider_disabled";
  if (method === "email and password" || !isByMail) return "email_provider_disabled";
  return method === "magic link" ? noLink : noCode;
}

export const noLink = "no link in the mail";
export const noCode = "no code in the mail";
