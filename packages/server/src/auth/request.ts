// A request for an account, read: its body as an object, and values of it that have the type they should have.
import { domainToASCII, domainToUnicode } from "node:url";
import type { Headers } from "../gate/headers-of.ts";
import { readForm } from "../gate/read-form.ts";
import { readJson } from "../gate/read-json.ts";
import { AuthRefusal, invalid } from "./refusal.ts";

export type Fields = Readonly<Record<string, unknown>>;

export type AuthRequest = {
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Fields;
  /** The client at the other end, as far as this server can see. */
  readonly address: string;
  /** Whose turn it takes for a connection; undefined: the key of the service, trusted with all there are. */
  readonly caller: string | undefined;
  /** What the path names: `user_id`. */
  readonly parameters: Readonly<Record<string, string>>;
};

export function readFields(text: string | Uint8Array, type: string): Fields {
  if (typeof text !== "string") throw new AuthRefusal(400, "bad_json", "Could not parse request body as JSON: bytes");
  if (text.trim() === "") return {};
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const form = readForm(text);
    if (form === undefined) throw new AuthRefusal(400, "bad_json", "Could not parse request body: too many values");
    return form;
  }
  let value: unknown;
  try {
    value = readJson(text);
  } catch {
    throw new AuthRefusal(400, "bad_json", "Could not parse request body as JSON");
  }
  if (!isObject(value)) throw new AuthRefusal(400, "bad_json", "Could not parse request body as JSON: not an object");
  return value;
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text; nothing where it is not there, null or empty. PostgreSQL has no NUL, and half a letter is none anywhere. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw new AuthRefusal(400, "bad_json", `${name} is not a text`);
  if (value.includes("\0") || !value.isWellFormed()) throw invalid(`${name} holds a character that no text may hold`);
  return value;
}

export function objectOf(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new AuthRefusal(400, "bad_json", `${name} is not an object`);
  const written = writtenOf(value);
  // Before the database hears of it, which would fail at what goes deep.
  if (written === undefined || written.length > mostData) throw invalid("An account holds at most 6 KB of data");
  if (written.includes(String.raw`\u0000`)) throw invalid(`${name} holds a character that no text may hold`);
  return value;
}

/** More than an account holds, however it is counted. */
const mostData = 8192;

/** Undefined where it goes deeper than can be written. */
function writtenOf(value: Fields): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

export function decisionOf(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "boolean") throw new AuthRefusal(400, "bad_json", `${name} is true or false`);
  return value;
}

export function emailOf(fields: Fields, name = "email"): string | undefined {
  const text = textOf(fields, name)?.trim();
  if (text === undefined || text === "") return undefined;
  const email = readAddress(text);
  if (email === undefined) throw invalid("Unable to validate email address: invalid format");
  return email;
}

/**
 * An address as it is kept: one text for one mailbox, however its letters are written, so that another spelling gives
 * no second account and no more tries; and nothing that a mail's header would read as something else.
 */
export function readAddress(text: string): string | undefined {
  const same = text.trim().normalize("NFKC").toLowerCase().normalize("NFKC");
  if (same.length > 254 || !/^[^\s@<>()[\],;:"\\\p{C}]{1,64}@[\p{L}\p{N}\p{M}.-]+$/u.test(same)) return undefined;
  const at = same.indexOf("@");
  const domain = domainToUnicode(domainToASCII(same.slice(at + 1)));
  const email = `${same.slice(0, at)}@${domain}`;
  return domain === "" || email.length > 254 || /\.\.|\.$|@[.-]/.test(email) ? undefined : email;
}

export function needEmail(fields: Fields): string {
  const email = emailOf(fields);
  if (email === undefined) throw invalid("An email address is required");
  return email;
}

export const isId = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
