// A server in GitHub's shape: its way to a code and a token, who someone is, and which of their addresses are
// confirmed.
import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { secret } from "./providers.ts";

export type GitHubPerson = {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[];
};

/** Both its pages and its API; `paths`: which the API's are. */
export function gitHubSite(people: ReadonlyMap<string, GitHubPerson>, api = ""): RequestListener {
  const codes = new Map<string, { readonly as: string; readonly challenge: string | null; readonly to: string }>();
  const tokens = new Map<string, string>();
  return (request, response) => {
    const url = new URL(request.url ?? "", "http://x");
    const json = (status: number, value: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (url.pathname === "/login/oauth/authorize") {
      const as = /\bas=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
      const to = new URL(url.searchParams.get("redirect_uri") ?? "");
      to.searchParams.set("state", url.searchParams.get("state") ?? "");
      if (people.has(as)) {
        const code = crypto.randomUUID();
        codes.set(code, { as, challenge: url.searchParams.get("code_challenge"), to: `${to.origin}${to.pathname}` });
        to.searchParams.set("code", code);
      } else {
        to.searchParams.set("error", "access_denied");
        to.searchParams.set("error_description", "The user has denied your application access.");
      }
      return void response.writeHead(302, { location: to.href }).end();
    }
    if (url.pathname === "/login/oauth/access_token") {
      let text = "";
      request.on("data", (part: Buffer) => (text += part.toString()));
      request.once("end", () => {
        const given = new URLSearchParams(text);
        const waiting = codes.get(given.get("code") ?? "");
        codes.delete(given.get("code") ?? "");
        const shown = createHash("sha256")
          .update(given.get("code_verifier") ?? "")
          .digest("base64url");
        const isRight =
          given.get("client_id") === "desk" && given.get("client_secret") === secret && waiting?.challenge === shown;
        // Its refusals are answers like any other.
        if (!isRight || given.get("redirect_uri") !== waiting.to)
          return json(200, { error: "bad_verification_code", error_description: "The code passed is incorrect." });
        const token = crypto.randomUUID();
        tokens.set(token, waiting.as);
        json(200, { access_token: token, scope: "read:user,user:email", token_type: "bearer" });
      });
      return;
    }
    const person = people.get(tokens.get((request.headers.authorization ?? "").slice(7)) ?? "");
    if (person === undefined) return json(401, { message: "Bad credentials" });
    const { emails, ...shown } = person;
    if (url.pathname === `${api}/user`)
      return json(200, { ...shown, avatar_url: "https://avatars.example/u/1", email: null });
    if (url.pathname === `${api}/user/emails`) return json(200, emails);
    json(404, { message: "Not Found" });
  };
}
