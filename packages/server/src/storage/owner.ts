// Whose an object is: the account of the token, or no one's where a program with the key of the service brought it.
import type { StorageRequest } from "./service.ts";

export const ownerOf = ({ caller }: Pick<StorageRequest, "caller">): string | null =>
  caller.role === "authenticated" && typeof caller.claims.sub === "string" ? caller.claims.sub : null;
