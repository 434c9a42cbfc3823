// The token that renews a signed-in person: it names what it renews and how often that was done, signed with a key of its own.
import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Nothing is kept for each token: the same place in the row gives the same text again, so the caller twice at once gets
 * one answer, and a token of an earlier place shows that there is a copy.
 */
export type Renewal = { readonly of: string; readonly place: bigint };

const idBytes = 16;
const placeBytes = 8;

export function printRefreshToken({ of, place }: Renewal, key: Buffer): string {
  const named = Buffer.alloc(idBytes + placeBytes);
  named.write(of.replaceAll("-", ""), 0, "hex");
  named.writeBigUInt64BE(place, idBytes);
  return Buffer.concat([named, signature(named, key)]).toString("base64url");
}

/** What it says of itself; undefined where it is none. */
export function parseRefreshToken(text: string): Renewal | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== idBytes + placeBytes + 16 || bytes.toString("base64url") !== text) return undefined;
  const hex = bytes.toString("hex", 0, idBytes);
  return { of: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"), place: bytes.readBigUInt64BE(idBytes) };
}

export function isGenuine(text: string, key: Buffer): boolean {
  const bytes = Buffer.from(text, "base64url");
  const named = bytes.subarray(0, idBytes + placeBytes);
  const given = bytes.subarray(idBytes + placeBytes);
  return given.length === 16 && timingSafeEqual(given, signature(named, key));
}

const signature = (named: Buffer, key: Buffer) => createHmac("sha256", key).update(named).digest().subarray(0, 16);
