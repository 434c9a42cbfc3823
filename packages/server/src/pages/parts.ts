// The document in parts: one module for each set of roles that asks, made when it is asked for, and kept while there is room.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { ProductModules, Reader } from "@writ/language/product";
import { madeFile, type PageFile } from "./read-files.ts";

export type Parts = {
  readonly edition: () => string;
  /** The file of a reader's part. */
  readonly nameFor: (reader: Reader) => string;
  readonly find: (name: string) => Part | undefined;
};

export type Part = { readonly file: PageFile; readonly isForEverybody: boolean };

/** A visitor: theirs is the part that every page names. */
export const visitor: Reader = { isSignedIn: false, roles: [] };

/** People have few sets of roles between them; what is forgotten is made again in milliseconds. */
const mostKept = 32;

/**
 * A browser loads a module by its address and sends no token with it, so the address itself is what lets in. It is signed
 * with a secret of the servers, over the text of the document and the set of roles, and sent only to a caller whom the
 * database has just given these roles (`for-caller.ts`). So no caller can make one for roles that they lack. A reader
 * who passes theirs on passes on what they could read out anyway. A reader who has lost a role can fetch again what
 * they had, and nothing of any later text. It holds no rows. Since it names its roles itself, every server can answer
 * it, also one that has just begun, and nothing is made before the signature was checked.
 */
export function createParts(modules: ProductModules, secret: () => Uint8Array): Parts {
  const fingerprint = createHash("sha256").update(modules.whole).digest();
  const kept = new Map<string, Part>();
  // The purpose comes first: the edition is public, and must be no signature of anything else.
  const sign = (purpose: "edition" | "roles", text = ""): string =>
    createHmac("sha256", createHmac("sha256", secret()).update("the product in parts").digest())
      .update(fingerprint)
      .update(`${purpose} ${text}`)
      .digest("base64url")
      .slice(0, 22);
  const setOf = ({ isSignedIn, roles }: Reader): string => {
    const has = [isSignedIn, ...modules.roles.map((role) => isSignedIn && roles.includes(role))];
    return has.reduce((set, one, index) => (one ? set | (1n << BigInt(index)) : set), 0n).toString(36);
  };
  const readerOf = (set: string): Reader => {
    let number = 0n;
    for (const digit of set) number = number * 36n + BigInt(Number.parseInt(digit, 36));
    const has = (index: number) => ((number >> BigInt(index)) & 1n) === 1n;
    return { isSignedIn: has(0), roles: modules.roles.filter((_, index) => has(index + 1)) };
  };
  return {
    edition: () => sign("edition"),
    nameFor: (reader) => `product-${setOf(reader)}-${sign("roles", setOf(reader))}.js`,
    find: (name) => {
      const [, set = "", signature = ""] = /^product-([0-9a-z]{1,2000})-([\w-]{22})\.js$/.exec(name) ?? [];
      if (signature === "" || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign("roles", set))))
        return undefined;
      const reader = readerOf(set);
      const part = kept.get(set) ?? {
        file: madeFile(modules.moduleFor(reader), "text/javascript; charset=utf-8"),
        isForEverybody: !reader.isSignedIn,
      };
      kept.delete(set);
      kept.set(set, part);
      const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return part;
    },
  };
}
