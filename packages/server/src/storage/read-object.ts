// Reads the JSON body of a request about files, which may be no larger than such requests need.
import { readBody, type BodyLimits } from "../gate/read-body.ts";
import { readJson } from "../gate/read-json.ts";
import { invalidRequest } from "./refusal.ts";
import type { StorageRequest } from "./service.ts";

const limits: BodyLimits = { bytes: 2 ** 20, milliseconds: 60_000 };

export async function readObject({ request, memory }: StorageRequest): Promise<Readonly<Record<string, unknown>>> {
  const text = await readBody(request, limits, memory);
  if (text === "") return {};
  try {
    const read = readJson(typeof text === "string" ? text : Buffer.from(text).toString("utf8"));
    if (typeof read === "object" && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
  } catch {
    // It is reported like any other value that is no object.
  }
  throw invalidRequest("body must be object");
}
