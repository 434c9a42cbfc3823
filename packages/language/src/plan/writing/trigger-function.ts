// The function of a trigger: it acts as the system, and no client may call it.
import type { ObjectOf, Place } from "../objects.ts";

export const triggerFunction = (place: Place, body: string, address: string): ObjectOf<"function"> => ({
  kind: "function",
  place,
  parameters: [],
  returns: "trigger",
  language: "plpgsql",
  volatility: "volatile",
  actsAs: "owner",
  body,
  callers: [],
  address,
});
