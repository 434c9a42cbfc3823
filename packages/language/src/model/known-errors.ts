// Which errors a clause may name: those of the catalogue and the platform's own.
import type { Place, Problem } from "../problem.ts";
import { builtInErrors } from "./built-in-errors.ts";
import type { Lookup } from "../names/lookup.ts";
import type { Model } from "./model.ts";
import type { Reference } from "../text/name.ts";
import { unknownError } from "../clause/problems.ts";

/** Where section 8 is not shown, it is unknown which errors there are. */
export function isKnownError(code: string, model: Model, lookup: Lookup): boolean {
  return model.errors.status.kind === "not shown" || lookup.errors.has(code) || builtInErrors.has(code);
}

/** All of them, to look for the nearest. */
export const knownErrors = (lookup: Lookup): readonly string[] => [...lookup.errors.keys(), ...builtInErrors.keys()];

/** `what` names the clause: `rule "Urgent needs a phone"`. */
export function checkError(
  error: Reference | undefined,
  what: string,
  address: string,
  model: Model,
  lookup: Lookup,
): readonly Problem[] {
  if (!error || isKnownError(error.label, model, lookup)) return [];
  const place: Place = { span: error.span, address };
  return [unknownError.at(place, what, error.label, knownErrors(lookup))];
}
