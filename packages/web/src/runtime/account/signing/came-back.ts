// What a link or a provider says in the address that it leads back to.

export type CameBack =
  | { readonly kind: "nothing" }
  /** For the browser that asked. */
  | { readonly kind: "code"; readonly code: string }
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
  const code = searchParams.get("code");
  if (code !== null) return { kind: "code", code };
  const [accessToken, refreshToken] = [behind.get("access_token"), behind.get("refresh_token")];
  const email = accessToken === null ? undefined : emailIn(accessToken);
  if (accessToken !== null && refreshToken !== null && email !== undefined)
    return { kind: "tokens", accessToken, refreshToken, email, type: behind.get("type") ?? "" };
  if (behind.has("message")) return { kind: "message" };
  return { kind: "nothing" };
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
