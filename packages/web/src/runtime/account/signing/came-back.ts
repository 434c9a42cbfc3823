// What a link or a provider says in the address that it leads back to.

export type CameBack =
  | { readonly kind: "nothing" }
  /** For the browser that asked. */
  | { readonly kind: "code"; readonly code: string }
  /** Of a mail, not used yet. `asked`: of the secret that the browser has made that asked for it. */
  | { readonly kind: "link"; readonly token: string; readonly type: string; readonly asked: string }
  /** For whoever has the link. */
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

/** Whether it was this browser that asked: its own secret says so, and nobody who sends a link knows that. */
export async function isAskedHere({ asked }: Link, storage: Storage): Promise<boolean> {
  const key = Object.keys(storage).find((one) => one.endsWith("-code-verifier"));
  const kept = key === undefined ? null : storage.getItem(key);
  // Browsers have it on pages that nobody between can read or change.
  if (kept === null || !isSecureContext || asked === "") return false;
  const [verifier = ""] = String(JSON.parse(kept)).split("/");
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const challenge = btoa(String.fromCharCode(...hash))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return challenge.startsWith(asked);
}

/** Followed in the way that is worth nothing to any other browser; it comes back with a code for this one. */
export function follow({ token, type }: Link): void {
  const back = new URL(location.href);
  for (const name of ["token_hash", "type", "asked"]) back.searchParams.delete(name);
  location.replace(`/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: back.href }).toString()}`);
}

/** What it is worth, to whoever shows it. Nobody is signed in by that yet. */
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
export function emailIn(token: string): string | undefined {
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
