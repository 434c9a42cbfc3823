// The functions of the database that say who may make a call, for the server, which asks them before it does.
import type { Compiled } from "../compile.ts";
import type { Call } from "../sections/calls/model.ts";
import type { Right } from "../sections/permissions/model.ts";
import { innerPlace, printPlace } from "./layout.ts";

type Named = { readonly name: string; readonly sql: string };

export function callRight(call: string): { readonly may: Named; readonly why: Named } {
  const named = (word: "may" | "why"): Named => {
    const place = innerPlace(word, "call", call);
    return { name: place.name, sql: printPlace(place) };
  };
  return { may: named("may"), why: named("why") };
}

/** The row of section 6 that says who may make it. */
export const rightToCall = (call: Call, { model }: Pick<Compiled, "model" | "lookup">): Right | undefined =>
  model.permissions.rights.find((right) => right.action.kind === "call" && right.for.id === call.name.id);
