// Every address of accounts, and the one file that answers it. Read this to find a flow.
import { Hono } from "hono";
import { DatabaseError } from "pg";
import type { HttpBindings } from "@hono/node-server";
import { addressOf, type GateOptions } from "../gate/exchange.ts";
import { networkOf } from "../gate/remote-address.ts";
import { MemoryExhausted } from "../gate/memory-budget.ts";
import { BodyCutOff, BodyNotText, BodyTooLarge, readBody, type BodyLimits } from "../gate/read-body.ts";
import { DatabaseAway, PoolExhausted } from "../postgres/request-pool.ts";
import { needAdmin } from "./accounts/person.ts";
import { listAudit } from "./admin/audit.ts";
import { deleteFactor, listFactors, updateFactor } from "./admin/factors.ts";
import { generateLink } from "./admin/generate-link.ts";
import { invite } from "./admin/invite.ts";
import { showProduct } from "./admin/product.ts";
import { setRoles, showRoles } from "./admin/roles.ts";
import { createUser, deleteUser, listUsers, showUserOf, signOutUser, updateUser } from "./admin/users.ts";
import { challengeFactor } from "./factors/challenge.ts";
import { enrollFactor } from "./factors/enroll.ts";
import { unenrollFactor } from "./factors/unenroll.ts";
import { verifyFactor } from "./factors/verify.ts";
import { exportOwn } from "./flows/export.ts";
import { leave } from "./flows/leave.ts";
import { logOut } from "./flows/log-out.ts";
import { sendLink } from "./flows/otp.ts";
import { reauthenticate } from "./flows/reauthenticate.ts";
import { recover } from "./flows/recover.ts";
import { resend } from "./flows/resend.ts";
import { endSession, listSessions } from "./flows/own-sessions.ts";
import { showHealth, showKeys, showSettings } from "./flows/settings.ts";
import { signUp } from "./flows/sign-up.ts";
import { token } from "./flows/token.ts";
import { changeUser, showUser } from "./flows/user.ts";
import { verify, verifyLink } from "./flows/verify.ts";
import { authorize, linkIdentity } from "./providers/authorize.ts";
import { callback } from "./providers/callback.ts";
import { unlinkIdentity } from "./providers/unlink.ts";
import { AuthRefusal, formVersion, refusalIn, toResponse } from "./refusal.ts";
import { readFields } from "./request.ts";
import type { AuthService, Flow } from "./service.ts";

type Route = readonly [method: "GET" | "POST" | "PUT" | "DELETE", path: string, flow: Flow];

const routes: readonly Route[] = [
  ["GET", "/health", showHealth],
  ["GET", "/settings", showSettings],
  ["GET", "/.well-known/jwks.json", showKeys],

  ["POST", "/signup", signUp],
  ["POST", "/token", token],
  ["POST", "/otp", sendLink],
  ["POST", "/magiclink", sendLink],
  ["POST", "/recover", recover],
  ["POST", "/resend", resend],
  ["GET", "/verify", verifyLink],
  ["POST", "/verify", verify],

  ["GET", "/authorize", authorize],
  ["GET", "/callback", callback],
  ["POST", "/callback", callback],

  ["GET", "/user", showUser],
  ["PUT", "/user", changeUser],
  ["DELETE", "/user", leave],
  ["GET", "/user/export", exportOwn],
  ["GET", "/user/sessions", listSessions],
  ["DELETE", "/user/sessions/:session_id", endSession],
  ["GET", "/user/identities/authorize", linkIdentity],
  ["DELETE", "/user/identities/:identity_id", unlinkIdentity],
  ["GET", "/reauthenticate", reauthenticate],
  ["POST", "/reauthenticate", reauthenticate],
  ["POST", "/logout", logOut],

  ["POST", "/factors", enrollFactor],
  ["POST", "/factors/:factor_id/challenge", challengeFactor],
  ["POST", "/factors/:factor_id/verify", verifyFactor],
  ["DELETE", "/factors/:factor_id", unenrollFactor],

  ["POST", "/invite", admin(invite)],
  ["POST", "/admin/generate_link", admin(generateLink)],
  ["GET", "/admin/users", admin(listUsers)],
  ["POST", "/admin/users", admin(createUser)],
  ["GET", "/admin/users/:user_id", admin(showUserOf)],
  ["PUT", "/admin/users/:user_id", admin(updateUser)],
  ["DELETE", "/admin/users/:user_id", admin(deleteUser)],
  ["POST", "/admin/users/:user_id/logout", admin(signOutUser)],
  ["GET", "/admin/users/:user_id/factors", admin(listFactors)],
  ["PUT", "/admin/users/:user_id/factors/:factor_id", admin(updateFactor)],
  ["DELETE", "/admin/users/:user_id/factors/:factor_id", admin(deleteFactor)],
  ["GET", "/admin/users/:user_id/roles", admin(showRoles)],
  ["PUT", "/admin/users/:user_id/roles", admin(setRoles)],
  ["GET", "/admin/audit", admin(listAudit)],
  ["GET", "/admin/product", admin(showProduct)],

  // Their place is kept: clients are told that these ways are not there, and not that the address is wrong.
  ["POST", "/sso", absent("saml_provider_disabled", "SAML 2.0 is disabled")],
  ["POST", "/passkeys/authentication/options", absent("passkey_disabled", "Passkeys are disabled")],
  ["POST", "/passkeys/authentication/verify", absent("passkey_disabled", "Passkeys are disabled")],
  ["POST", "/passkeys/registration/options", absent("passkey_disabled", "Passkeys are disabled")],
  ["POST", "/passkeys/registration/verify", absent("passkey_disabled", "Passkeys are disabled")],
  ["GET", "/passkeys", absent("passkey_disabled", "Passkeys are disabled")],
];

/** For the key of the service alone, and before anything is read of what was sent. */
function admin(flow: Flow): Flow {
  return async (request, service) => {
    await needAdmin(request, service);
    return flow({ ...request, caller: undefined }, service);
  };
}

function absent(code: string, message: string): Flow {
  return async () => {
    throw new AuthRefusal(422, code, message);
  };
}

/** What a request about an account may bring. */
const bodyLimits: BodyLimits = { bytes: 2 ** 20, milliseconds: 60_000 };

type Environment = { readonly Bindings: HttpBindings };

export function authRoutes(
  service: AuthService,
  gate: Pick<GateOptions, "proxies" | "memoryBudget">,
): Hono<Environment> {
  const app = new Hono<Environment>();
  for (const [method, path, flow] of routes) {
    app.on(method, path, async (c) => {
      const { raw } = c.req;
      // Asked for the headers alone, by whoever looks ahead: a link is not used up by that.
      if (raw.method === "HEAD") return c.body(null, 204);
      const version = raw.headers.get("x-supabase-api-version");
      try {
        const { incoming, outgoing } = c.env;
        const address = addressOf(incoming, gate);
        const memory = gate.memoryBudget.forRequest(networkOf(address), outgoing);
        const text = raw.method === "GET" ? "" : await readBody(incoming, bodyLimits, memory);
        const body = readFields(text, raw.headers.get("content-type") ?? "");
        const query = new URL(raw.url).searchParams;
        const request = {
          query,
          headers: raw.headers,
          body,
          address,
          caller: networkOf(address),
          parameters: c.req.param(),
        };
        const { status = 200, body: answered, headers = {} } = await flow(request, service);
        const all = {
          "Cache-Control": "no-store",
          ...(version !== null && version >= formVersion ? { "X-Supabase-Api-Version": formVersion } : {}),
          ...headers,
        };
        if (answered === undefined) return new Response(null, { status, headers: all });
        return Response.json(answered, { status, headers: all });
      } catch (failure) {
        const refusal = known(failure) ?? (await inWords(failure, raw.headers, service));
        if (refusal === undefined) throw failure;
        return toResponse(refusal, version);
      }
    });
  }
  app.all("*", (c) =>
    toResponse(
      new AuthRefusal(404, "not_found", "There is nothing at this address."),
      c.req.raw.headers.get("x-supabase-api-version"),
    ),
  );
  return app;
}

/** A value that has to be unique, a reference that leads nowhere: the document says what that means. */
async function inWords(failure: unknown, headers: Headers, service: AuthService): Promise<AuthRefusal | undefined> {
  if (!(failure instanceof DatabaseError)) return undefined;
  const asked = JSON.stringify({ "accept-language": headers.get("accept-language") ?? "" });
  const caller = { role: "anon", claims: {}, signedIn: false, settings: { "request.headers": asked } };
  const found = await service.inWords(failure, caller);
  if (found === undefined) return undefined;
  const { code, message, details, hint } = found.body;
  return new AuthRefusal(found.status, code, message, { more: { details, hint } });
}

function known(failure: unknown): AuthRefusal | undefined {
  const retry = { headers: { "Retry-After": "1" } };
  if (failure instanceof BodyTooLarge) return new AuthRefusal(413, "request_entity_too_large", failure.message);
  if (failure instanceof BodyNotText || failure instanceof BodyCutOff)
    return new AuthRefusal(400, "bad_json", failure.message);
  if (failure instanceof PoolExhausted || failure instanceof DatabaseAway)
    return new AuthRefusal(503, "request_timeout", "The database is away. Try again.", retry);
  if (failure instanceof MemoryExhausted) return new AuthRefusal(503, "request_timeout", failure.message, retry);
  return refusalIn(failure);
}
