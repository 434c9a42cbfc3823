// The passwords of the roles that log in: random, made once, in a file that only the user of Writ may read.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { writeDurably } from "./durable-file.ts";
import { failure } from "../failure.ts";
import { passwordsMissing } from "../problems.ts";

const logins = ["postgres", "writ_owner", "authenticator"] as const;
export type Login = (typeof logins)[number];
export type Passwords = Readonly<Record<Login, string>>;

/** Those of the folder; new ones only as long as no database was made with the old ones. */
export function readPasswords(file: string, isMade: boolean): Passwords {
  const found = existsSync(file) ? parsePasswords(readFileSync(file, "utf8")) : undefined;
  if (found !== undefined) return found;
  if (isMade) throw failure(passwordsMissing, file);
  // 192 random bits cannot be guessed, so only this file reveals them. Letters and digits of base64url need no quoting
  // in an address.
  const random = () => randomBytes(24).toString("base64url");
  const made: Passwords = { postgres: random(), writ_owner: random(), authenticator: random() };
  writeDurably(file, `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

function parsePasswords(text: string): Passwords | undefined {
  try {
    const parsed: Passwords = JSON.parse(text);
    return logins.every((login) => typeof parsed[login] === "string" && parsed[login] !== "") ? parsed : undefined;
  } catch {
    return undefined;
  }
}
