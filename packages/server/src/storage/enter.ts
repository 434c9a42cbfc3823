// Enters an object beside its bytes: in the caller's role, or as the system where the right was checked before.
import { randomUUID } from "node:crypto";
import { DatabaseError } from "pg";
import { askAs, asSystem, statement } from "./ask.ts";
import { clearGone } from "./remove.ts";
import type { StorageRequest, StorageService } from "./service.ts";

export type Entering = {
  readonly isUpsert: boolean;
  readonly owner: string | null;
  /** The system enters it: policies were asked before. */
  readonly isTrusted: boolean;
};

const insert = `INSERT INTO storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata) VALUES ($1, $2, $3, $4::uuid, $4, $5, $6, $7)`;
const upsert = `${insert} ON CONFLICT (bucket_id, name) DO UPDATE SET owner = excluded.owner, owner_id = excluded.owner_id,
  version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()`;

const entry = (
  { bucket, name }: StorageRequest,
  { isUpsert, owner }: Entering,
  {
    id,
    version,
    metadata,
    said,
  }: { readonly id: string; readonly version: string; readonly metadata: object; readonly said: unknown },
) =>
  statement(isUpsert ? upsert : insert, [
    id,
    bucket,
    name,
    owner,
    version,
    JSON.stringify(metadata),
    said === undefined ? null : JSON.stringify(said),
  ]);

/** Before a byte is taken: policies, and that nothing of that name is there. Nothing of it stays. */
export async function tryToEnter(
  asked: StorageRequest,
  service: StorageService,
  entering: Entering,
  metadata: object,
  said: unknown,
): Promise<void> {
  await askAs(asked, service, [entry(asked, entering, { id: randomUUID(), version: "1", metadata, said })], "ROLLBACK");
}

/** Bytes of a refused object are deleted; where it is unknown whether it was entered, the sweep finds out. */
export async function enter(
  asked: StorageRequest,
  service: StorageService,
  given: Entering & { readonly version: string; readonly metadata: object; readonly said: unknown },
): Promise<string> {
  const id = randomUUID();
  const one = entry(asked, given, { id, ...given });
  try {
    if (given.isTrusted) await asSystem(asked, service, one.text, one.values);
    else await askAs(asked, service, [one]);
  } catch (failure) {
    if (isRefused(failure)) await service.store.remove(given.version);
    throw failure;
  }
  if (!given.isUpsert) return id;
  // It is entered: after a failure from here on, another run completes the work later.
  await clearGone(service).catch(() => undefined);
  const [row] = await asSystem(asked, service, "SELECT id FROM storage.objects WHERE bucket_id = $1 AND name = $2", [
    asked.bucket,
    asked.name,
  ]).catch(() => []);
  return String(row?.["id"] ?? id);
}

/**
 * Whether the database has checked it and refused it. After a broken connection, a server shutdown or a timeout it may
 * still have been entered.
 */
export const isRefused = (failure: unknown): boolean =>
  failure instanceof DatabaseError && !/^(?:08|40|53|55|57|58|XX)/.test(failure.code ?? "XX");
