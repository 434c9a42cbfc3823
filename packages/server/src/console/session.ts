// How one gets into the console of a product that others use, and out: by a session of the product, or by the key.
import type { IncomingMessage, ServerResponse } from "node:http";
import { addressOf } from "../gate/exchange.ts";
import { networkOf } from "../gate/remote-address.ts";
import { readObject, refuse, send } from "./answers.ts";
import type { ConsoleOptions } from "./console.ts";
import { noteAct, theKey } from "./operators/acts.ts";
import type { Entered } from "./operators/operator-sessions.ts";

export async function enterOrLeave(
  request: IncomingMessage,
  response: ServerResponse,
  options: ConsoleOptions,
): Promise<void> {
  const { access, operators, pool } = options;
  const { method } = request;
  if (method === "DELETE") {
    const left = [access.leave(request), ...(operators === undefined ? [] : [await operators.leave(request)])];
    return send(response, 200, {}, { "Set-Cookie": left });
  }
  const { key, token } = (method === "POST" ? await readObject(request, options) : undefined) ?? {};
  if (typeof token === "string" && operators !== undefined) {
    const entered = await operators.enter(token);
    if ("cookie" in entered) return send(response, 200, {}, { "Set-Cookie": entered.cookie });
    return refuseAccount(response, entered);
  }
  const address = addressOf(request, options);
  const cookie = typeof key === "string" ? await access.enterByKey(key, networkOf(address)) : undefined;
  if (cookie === "wait") return refuse(response, 429, "RATE_LIMITED", "Too many wrong keys. Try again in a minute.");
  if (cookie === undefined) return refuse(response, 401, "NOT_SIGNED_IN", "This key is incorrect.");
  await pool.withConnection(async (client) => noteAct(client, theKey, "Signed in", `from ${address}`));
  send(response, 200, {}, { "Set-Cookie": cookie });
}

/** In words that say what to do; nothing in them is of anybody else. */
function refuseAccount(response: ServerResponse, entered: Exclude<Entered, { readonly cookie: string }>): void {
  const { refused, email = "" } = entered;
  const words = {
    "not signed in": [401, "NOT_SIGNED_IN", "Your session of the product has ended. Sign in again."],
    "second factor": [401, "NEEDS_FACTOR", "Confirm your second factor in the product first."],
    "not confirmed": [403, "NOT_CONFIRMED", "Confirm your email address first: operators are named by their address."],
    "no operator": [403, "NOT_OPERATOR", "This account is not an operator of this product."],
  } as const;
  const [status, code, message] = words[refused];
  send(response, status, { code, message, email });
}
