// A response as a value of a specification.
import type { Response } from "./exchange.ts";
import { NotRead, type Value } from "./haskell/value.ts";

export const responseValue = (response: Response, method: string): Value => ({
  kind: "record",
  name: "Response",
  fields: { response, method },
});

export function responseIn(value: Value): { readonly response: Response; readonly method: string } {
  if (typeof value !== "object" || value.kind !== "record" || value.name !== "Response") {
    throw new NotRead("something is no response");
  }
  return value.fields as { readonly response: Response; readonly method: string };
}
