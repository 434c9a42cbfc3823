// Whose an object is: the account of the token, or none where a program with the key of the service uploaded it.
import type { StorageRequest } from "./service.ts";

export const ownerOf = ({ caller }: Pick<StorageRequest, "caller">): string | null =>
  caller.role === "authenticated" && typeof caller.claims.sub === "string" ? caller.claims.sub : null;
