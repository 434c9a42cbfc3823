// What a link or a provider says in the address that it leads back to.

export type CameBack =
  | { readonly kind: "nothing" }
  /** For the browser that asked. */
  | { readonly kind: "code"; readonly code: string }
  /** Of a mail, not used yet. `asked`: of the secret that the browser has made that asked for it. */
  | { readonly kind: "link"; readonly token: string; readonly type: string; readonly asked: string }
  /** For a user who has the link. */
  | {
      readonly kind: "tokens";
      readonly accessToken: string;
      readonly refreshToken: string;
      readonly type: string;
      readonly email: string;
    }
  | { readonly kind: "message" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | { readonly kind: "elsewhere" };

export function readCameBack({ searchParams, hash }: URL): CameBack {
  const behind = new URLSearchParams(hash.slice(1));
  const error = behind.get("error_code") ?? searchParams.get("error_code") ?? searchParams.get("error");
  if (error !== null) return { kind: "refused", code: error, message: behind.get("error_description") ?? "" };
  const [code, token] = [searchParams.get("code"), searchParams.get("token_hash")];
  if (token !== null)
    return { kind: "link", token, type: searchParams.get("type") ?? "", asked: searchParams.get("asked") ?? "" };
  if (code !== null) return { kind: "code", code };
  const [accessToken, refreshToken] = [behind.get("access_token"), behind.get("refresh_token")];
  const email = accessToken === null ? undefined : emailIn(accessToken);
  if (accessToken !== null && refreshToken !== null && email !== undefined)
    return { kind: "tokens", accessToken, refreshToken, email, type: behind.get("type") ?? "" };
  if (behind.has("message")) return { kind: "message" };
  return { kind: "nothing" };
}

type Link = Extract<CameBack, { kind: "link" }>;

/** In the address that a link comes back to. */
export const flowName = "sb_flow_id";

/**
 * Which of the flows that this browser has begun this is, if any: the browser's own secret proves it, and no sender of
 * a link knows that. The client keeps one for each flow, the last one under a name of its own, and beside them a list.
 */
export async function ownFlow({ asked }: Link, storage: Storage): Promise<string | undefined> {
  // Browsers have `crypto.subtle` only on secure pages.
  if (!isSecureContext || asked === "") return undefined;
  for (const key of Object.keys(storage)) {
    const [, flow] = /-flow-(\w+)-code-verifier$/.exec(key) ?? [];
    if (flow === undefined) continue;
    const [verifier = ""] = String(JSON.parse(storage.getItem(key) ?? '""')).split("/");
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
    const challenge = btoa(String.fromCharCode(...hash))
      .replaceAll("+", "-")
      .replaceAll("/", "_");
    if (challenge.startsWith(asked)) return flow;
  }
  return undefined;
}

/** What was asked with, and whom it has signed in; until that is known, under which flow it is. */
const followedKey = "writ.followed";

const readFollowed = (storage: Storage): readonly (readonly string[])[] =>
  (storage.getItem(followedKey) ?? "").split(" ").map((one) => one.split("="));

function keepFollowed(all: readonly (readonly string[])[], storage: Storage): void {
  const told = all.slice(-10).map((one) => one.join("="));
  storage.setItem(followedKey, told.join(" ").trim());
}

/** The user whom a link has signed in, when it is opened again: the secret that asked for it is gone by then. */
export const userWhoFollowed = ({ asked }: Link, storage: Storage): string | undefined =>
  asked === "" ? undefined : readFollowed(storage).find(([one]) => one === asked)?.[1];

/** It has come back, and signed a user in. */
export function keepWhoFollowed(flow: string | null, person: string, storage: Storage): void {
  keepFollowed(
    readFollowed(storage).map(([asked = "", who = ""]) => [asked, who === flow ? person : who]),
    storage,
  );
}

/** Followed in the way that is worth nothing to any other browser; it comes back with a code for this one. */
export function follow({ token, type, asked }: Link, flow: string, storage: Storage): void {
  const others = readFollowed(storage).filter(([one]) => one !== asked);
  keepFollowed([...others, [asked, flow]], storage);
  const back = new URL(location.href);
  for (const name of ["token_hash", "type", "asked"]) back.searchParams.delete(name);
  // By this the client finds its secret again among those of other flows that were begun meanwhile.
  back.searchParams.set(flowName, flow);
  location.replace(`/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: back.href }).toString()}`);
}

/** Exchanges a link for its outcome, in any browser. This signs no user in yet. */
export async function redeem({ token, type }: Link): Promise<CameBack> {
  const answer = await fetch("/auth/v1/verify", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token_hash: token, type }),
  }).catch(() => undefined);
  const told: Readonly<Record<string, unknown>> = (await answer?.json().catch(() => undefined)) ?? {};
  if (answer?.ok !== true)
    return {
      kind: "refused",
      code: String(told["error_code"] ?? told["code"] ?? ""),
      message: String(told["msg"] ?? ""),
    };
  const [accessToken, refreshToken] = [String(told["access_token"] ?? ""), String(told["refresh_token"] ?? "")];
  const email = emailIn(accessToken);
  return email === undefined ? { kind: "message" } : { kind: "tokens", accessToken, refreshToken, type, email };
}

/** To be shown alone: the server says whose token it is. Undefined where it is no token. */
function emailIn(token: string): string | undefined {
  try {
    const said: unknown = JSON.parse(
      new TextDecoder().decode(
        Uint8Array.from(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")), (one) =>
          one.charCodeAt(0),
        ),
      ),
    );
    return typeof said === "object" && said !== null && "email" in said && typeof said.email === "string"
      ? said.email
      : undefined;
  } catch {
    return undefined;
  }
}
