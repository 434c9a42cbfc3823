// What is refused, under the codes that clients of this wire know, and what the document itself refuses.
import { DatabaseError } from "pg";

export class AuthRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What else stands in the body. */
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    {
      headers = {},
      more = {},
    }: { readonly headers?: Readonly<Record<string, string>>; readonly more?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message);
    this.name = "AuthRefusal";
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.more = more;
  }
}

export const invalid = (message: string) => new AuthRefusal(400, "validation_failed", message);
export const invalidCredentials = () => new AuthRefusal(400, "invalid_credentials", "Invalid login credentials");
export const userNotFound = () => new AuthRefusal(404, "user_not_found", "User not found");
export const expired = () => new AuthRefusal(403, "otp_expired", "Token has expired or is invalid");

export function tooOften(seconds: number, code = "over_request_rate_limit"): AuthRefusal {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  return new AuthRefusal(429, code, message, { headers: { "Retry-After": String(seconds) } });
}

/** What the database refused in words of its own; undefined for an unexpected failure. */
export function refusalIn(failure: unknown): AuthRefusal | undefined {
  if (failure instanceof AuthRefusal) return failure;
  if (!(failure instanceof DatabaseError)) return undefined;
  if (failure.code === "23505" && failure.constraint === "users_email_key") return emailExists();
  if (failure.constraint === "users_data_size") return invalid("An account holds at most 6 KB of data");
  // A value of `data` that its field cannot hold.
  if (failure.code?.startsWith("22") === true) return invalid("A value in data is not what its field can hold");
  if (failure.code !== "PGRST") return undefined;
  // A guard of the document: its code, its words, and every field that is wrong.
  const { code, message, details, hint } = JSON.parse(failure.message);
  const { status, headers } = JSON.parse(failure.detail ?? "{}");
  return new AuthRefusal(Number(status), String(code), String(message), { headers, more: { details, hint } });
}

export const emailExists = () =>
  new AuthRefusal(422, "email_exists", "A user with this email address has already been registered");

/** Clients name the version of the form that they understand; without one they get the first. */
export const formVersion = "2024-01-01";

export const speaksForm = (version: string | null): boolean => version !== null && version >= formVersion;

export const bodyOf = (
  { status, code, message, more }: AuthRefusal,
  version: string | null,
): Readonly<Record<string, unknown>> =>
  speaksForm(version) ? { code, message, ...more } : { code: status, error_code: code, msg: message, ...more };
