// The metadata that a client sends with a file.
import { invalidRequest } from "./refusal.ts";

/** JSON in Base64; what is none says nothing. */
export function metadataIn(encoded: string | null): unknown {
  if (encoded === null) return undefined;
  if (encoded.length > 2 ** 20) throw invalidRequest("The metadata is too large");
  try {
    const said: unknown = JSON.parse(Buffer.from(encoded, "base64").toString("utf8"));
    return typeof said === "object" && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
}
