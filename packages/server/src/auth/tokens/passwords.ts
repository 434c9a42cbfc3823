// Passwords: what may be one, how it is kept, and how one is checked without saying whether there was one to check.
import { hash, verify } from "@node-rs/argon2";
import bcrypt from "bcryptjs";
import { AuthRefusal } from "../refusal.ts";

/**
 * Argon2id with 19 MiB and two passes, the first choice of OWASP's sheet: about 25 ms of one core. More memory would let
 * a few sign-ins at once take a small machine's.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const prefix = "$argon2id$v=19$m=19456,t=2,p=1$";

/** Longer ones would only cost time to hash. */
const longest = 256;

export function checkPassword(password: string, least: number): void {
  if (password.length > longest)
    throw new AuthRefusal(422, "validation_failed", `Password cannot be longer than ${longest} characters`);
  if ([...password].length < least)
    throw new AuthRefusal(422, "weak_password", `Password should be at least ${least} characters.`, {
      more: { weak_password: { reasons: ["length"] } },
    });
}

export const hashPassword = async (password: string): Promise<string> => hash(password, cost);

/** Compared where an account has no password, so that the response takes as long as any other. */
const nobodys = hashPassword(crypto.randomUUID());

export type Verified = {
  readonly isRight: boolean;
  /** A new hash to keep in place of an imported or cheaper one. */ readonly better?: string;
};

export async function verifyPassword(kept: string | null | undefined, password: string): Promise<Verified> {
  if (password.length > longest) return { isRight: false };
  if (kept === null || kept === undefined || kept === "") {
    await verify(await nobodys, password);
    return { isRight: false };
  }
  // Hashes of accounts that were brought from elsewhere.
  const isBcrypt = /^\$2[aby]\$\d\d\$/.test(kept);
  const isRight = isBcrypt ? await bcrypt.compare(password, kept) : await verify(kept, password).catch(() => false);
  if (!isRight) return { isRight };
  return kept.startsWith(prefix) ? { isRight } : { isRight, better: await hashPassword(password) };
}

/** What an importer may bring; anything else would be an account that its user can never enter. */
export const isKnownHash = (text: string): boolean => /^\$2[aby]\$\d\d\$[./\w]{53}$|^\$argon2id?\$v=19\$/.test(text);
