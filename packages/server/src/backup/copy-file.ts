// The content of one file, brought into the folder of backups.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isVersion, unlessMissing } from "../storage/disk/write-pieces.ts";
import type { Repository } from "./repository.ts";
import { writeSealed } from "./sealed-file.ts";

export type CopiedFile = { readonly bytes: number; readonly sealedBytes: number };

/** Contents never change: what is there already is not copied again. Undefined where the product has it no more. */
export async function copyFile(
  files: string,
  version: string,
  repository: Repository,
): Promise<CopiedFile | undefined> {
  if (!isVersion(version)) return undefined;
  const path = join(files, version.slice(0, 2), version);
  const there = await stat(path).catch(unlessMissing);
  if (there === undefined) return undefined;
  const target = repository.file(version);
  const copied = await stat(target.path).catch(unlessMissing);
  const write = async () => writeSealed(target, createReadStream(path, { highWaterMark: 2 ** 20 }));
  return { bytes: there.size, sealedBytes: copied?.size ?? (await write()) };
}
