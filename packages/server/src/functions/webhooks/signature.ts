// Signatures of requests between programs: HMAC-SHA256 with a secret that both know.
import { createHmac, timingSafeEqual } from "node:crypto";

export const sign = (secret: string, ...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hmac = createHmac("sha256", secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
};

/** `given`: hexadecimal or base64, with `sha256=` before it or not. Takes as long for a wrong one as for the right one. */
export function isSignature(given: string, expected: Uint8Array): boolean {
  const bare = given.trim().replace(/^sha256=/i, "");
  const bytes = /^[0-9a-f]{64}$/i.test(bare)
    ? Buffer.from(bare, "hex")
    : /^[A-Za-z0-9+/]{43}=?$/.test(bare)
      ? Buffer.from(bare, "base64")
      : undefined;
  return bytes !== undefined && bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
