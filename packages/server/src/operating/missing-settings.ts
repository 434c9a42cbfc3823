// Settings that a document needs and its server lacks: reported at the start, before a user misses them.
import { AuthRefusal } from "../auth/refusal.ts";
import { configuredClientIds } from "../auth/providers/configuration.ts";
import { providersOf } from "../auth/providers/providers.ts";
import type { AuthService } from "../auth/service.ts";
import { missingForCalls } from "../functions/missing-for-calls.ts";
import type { CallService } from "../functions/service.ts";

type Served = {
  readonly auth: Pick<AuthService, "product" | "settings">;
  readonly calls: Pick<CallService, "edition" | "secretOf">;
  readonly data: { readonly noSchemas: readonly string[] };
};

export const missingSettings = ({ auth, calls, data }: Served): readonly string[] => [
  ...data.noSchemas.map((name) => `WRIT_SCHEMAS names a schema that is not in the database: ${name}`),
  ...missingForCalls(calls),
  ...missingForSignIn(auth),
  ...missingForMails(auth, calls),
];

function missingForSignIn(auth: Served["auth"]): readonly string[] {
  try {
    const unset = providersOf(auth).filter((provider) => configuredClientIds(provider, auth).length === 0);
    return unset.map(
      ({ prefix, issuer }) => `Users cannot sign in at ${issuer}: WRIT_${prefix}_CLIENT_ID is not in the environment`,
    );
  } catch (failure) {
    if (failure instanceof AuthRefusal) return [failure.message];
    throw failure;
  }
}

/** In development they are kept for the developer, in the console. */
function missingForMails({ product, settings }: Served["auth"], { edition }: Served["calls"]): readonly string[] {
  const isSet = (settings.environment["WRIT_SMTP_URL"] ?? "") !== "";
  const sends = product().signIn.length > 0 || (edition()?.compiled.lookup.mails.size ?? 0) > 0;
  return settings.development || isSet || !sends
    ? []
    : ["Mails wait and are not sent: WRIT_SMTP_URL is not in the environment"];
}
