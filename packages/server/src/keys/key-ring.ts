// The keys that tokens are signed with and checked by: kept in the database, so that every node and every copy has them.
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import { randomBytes } from "node:crypto";
import type { ClientBase } from "pg";
import { allOrNothing } from "../postgres/connections/transaction.ts";

export type KeyRing = {
  /** Shared with programs that make tokens of their own; it signs the keys of the project. */
  readonly secret: Uint8Array;
  readonly secretMadeAt: Date;
  /** What accounts get their tokens signed with, the newest first. `signingKey` says which of them. */
  readonly signing: readonly SigningKey[];
  /** By `kid`: the current key, and earlier ones whose tokens may still be about. */
  readonly publicKeys: ReadonlyMap<string, { readonly key: CryptoKey; readonly jwk: JWK }>;
};

export type SigningKey = { readonly kid: string; readonly privateKey: CryptoKey; readonly madeAt: Date };

/** So long every server has to hear of a new key before the first token is signed with it. */
const announcedMilliseconds = 10_000;

/** The newest key that all servers have seen; if there is none, the oldest key. */
export function signingKey({ signing }: KeyRing, now = Date.now()): SigningKey {
  const found = signing.find(({ madeAt }) => madeAt.getTime() + announcedMilliseconds <= now) ?? signing.at(-1);
  if (found === undefined) throw new Error("a ring has a key to sign with");
  return found;
}

/** Longer than any token lives that was signed with a key before it was retired. */
const remembered = "2 hours";

type KeyRow = {
  readonly kid: string;
  readonly algorithm: "HS256" | "ES256";
  readonly key: JWK;
  readonly made_at: Date;
  readonly retired_at: Date | null;
};

/** What is there to sign with, made once. */
export async function makeKeys(owner: ClientBase): Promise<void> {
  await alone(owner, async () => addMissing(owner));
}

/** `sharedSecret`: one that an operator gives; without it, the one that was made. */
export async function readKeyRing(owner: ClientBase, sharedSecret?: string): Promise<KeyRing> {
  const { rows } = await owner.query<KeyRow>(
    `SELECT * FROM auth.signing_keys WHERE retired_at IS NULL OR retired_at > now() - interval '${remembered}' ORDER BY made_at DESC, kid`,
  );
  return ringOf(rows, sharedSecret);
}

/** From now on tokens are signed with a new key; those of the earlier ones are taken until they end. */
export async function rotateKeys(owner: ClientBase): Promise<void> {
  await alone(owner, async () => {
    await owner.query(
      "UPDATE auth.signing_keys SET retired_at = now() WHERE algorithm = 'ES256' AND retired_at IS NULL",
    );
    await addMissing(owner);
    // Every node reads its ring again.
    await owner.query("NOTIFY pgrst, 'reload config'");
  });
}

/** What there is, without what is secret. */
export type ShownKey = {
  readonly kid: string;
  readonly algorithm: "HS256" | "ES256";
  readonly madeAt: Date;
  /** Since then nothing is signed with it; what was is taken until `takenUntil`. */
  readonly retiredAt: Date | undefined;
  readonly takenUntil: Date | undefined;
};

export async function listKeys(owner: ClientBase): Promise<readonly ShownKey[]> {
  const { rows: found } = await owner.query("SELECT to_regclass('auth.signing_keys') IS NOT NULL AS is_made");
  if (found[0]?.is_made !== true) return [];
  const { rows } = await owner.query<Omit<KeyRow, "key"> & { readonly taken_until: Date | null }>(
    `SELECT kid, algorithm, made_at, retired_at, retired_at + interval '${remembered}' AS taken_until FROM auth.signing_keys
     WHERE retired_at IS NULL OR retired_at > now() - interval '${remembered}' ORDER BY algorithm, made_at DESC, kid`,
  );
  return rows.map(({ kid, algorithm, made_at, retired_at, taken_until }) => ({
    kid,
    algorithm,
    madeAt: made_at,
    retiredAt: retired_at ?? undefined,
    takenUntil: taken_until ?? undefined,
  }));
}

/** Of several nodes one at a time. */
const alone = async <Result>(owner: ClientBase, work: () => Promise<Result>): Promise<Result> =>
  allOrNothing(owner, work, "BEGIN; SELECT pg_advisory_xact_lock(7765828)");

async function addMissing(owner: ClientBase): Promise<void> {
  const { rows } = await owner.query<{ readonly algorithm: string }>(
    "SELECT algorithm FROM auth.signing_keys WHERE retired_at IS NULL",
  );
  const there = new Set(rows.map(({ algorithm }) => algorithm));
  const add = async (algorithm: string, key: JWK) =>
    owner.query("INSERT INTO auth.signing_keys (kid, algorithm, key) VALUES ($1, $2, $3)", [
      crypto.randomUUID(),
      algorithm,
      key,
    ]);
  if (!there.has("HS256")) await add("HS256", { kty: "oct", k: randomBytes(48).toString("base64url") });
  if (!there.has("ES256")) {
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    await add("ES256", await exportJWK(privateKey));
  }
}

async function ringOf(rows: readonly KeyRow[], sharedSecret: string | undefined): Promise<KeyRing> {
  const secret = rows.find(({ algorithm, retired_at }) => algorithm === "HS256" && retired_at === null);
  if (secret?.key.k === undefined) throw new Error("a ring has a secret");
  const signing: SigningKey[] = [];
  const publicKeys = new Map<string, { readonly key: CryptoKey; readonly jwk: JWK }>();
  for (const { kid, algorithm, key, made_at } of rows) {
    if (algorithm !== "ES256") continue;
    signing.push({ kid, privateKey: await cryptoKey(key), madeAt: made_at });
    const { d: _private, ...shown } = key;
    const jwk: JWK = { ...shown, kid, alg: "ES256", use: "sig", key_ops: ["verify"] };
    publicKeys.set(kid, { key: await cryptoKey(jwk), jwk });
  }
  return {
    secret:
      sharedSecret === undefined ? Buffer.from(secret.key.k, "base64url") : new TextEncoder().encode(sharedSecret),
    secretMadeAt: secret.made_at,
    signing,
    publicKeys,
  };
}

async function cryptoKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("an elliptic key is no secret");
  return key;
}
