// What accounts refuse, in words. Codes are those of the wire; what the document itself refuses brings its own words.
import type { PeopleSay } from "../product/use-people-say.ts";
import type { PeoplePhrase } from "../../words/account/english.ts";

export type AuthProblem = {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly message: string;
};

const phrases: Readonly<Record<string, PeoplePhrase>> = {
  invalid_credentials: "wrongPassword",
  email_not_confirmed: "notConfirmed",
  user_banned: "banned",
  user_already_exists: "addressTaken",
  email_exists: "addressTaken",
  weak_password: "weakPassword",
  same_password: "samePassword",
  identity_already_exists: "identityTaken",
  single_identity_not_deletable: "lastWay",
  otp_expired: "codeWrong",
  reauthentication_needed: "reauthenticate",
  reauthentication_not_valid: "codeWrong",
  mfa_verification_failed: "codeWrong",
  mfa_challenge_expired: "codeWrong",
  mfa_factor_name_conflict: "factorNameTaken",
  too_many_enrolled_mfa_factors: "tooManyFactors",
  insufficient_aal: "needsFactor",
  session_not_found: "sessionGone",
  over_request_rate_limit: "tooOften",
  over_email_send_rate_limit: "tooOften",
  signup_disabled: "notOffered",
  email_provider_disabled: "notOffered",
  anonymous_provider_disabled: "notOffered",
  bad_oauth_state: "providerRefused",
  bad_oauth_callback: "providerRefused",
};

export function wordsOfRefusal({ code, status, message }: AuthProblem, say: PeopleSay): string {
  const phrase = phrases[code ?? ""];
  if (phrase !== undefined) return say(phrase);
  // The document's own codes are in capitals, and come with its words.
  if (/^[A-Z][A-Z0-9_]+$/.test(code ?? "")) return message;
  if (status === 429) return say("tooOften");
  if (status === undefined || status === 0) return say("unreachable");
  if (status === 503) return say("away");
  return status < 500 && code === "validation_failed" && /address/.test(message) ? say("noAddress") : say("unexpected");
}
