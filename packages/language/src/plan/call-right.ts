// The functions of the database that say who may make a call, for the server, which asks them before it does.
import { innerPlace, printPlace } from "./layout.ts";

type Named = { readonly name: string; readonly sql: string };

export function callRight(call: string): { readonly may: Named; readonly why: Named } {
  const named = (word: "may" | "why"): Named => {
    const place = innerPlace(word, "call", call);
    return { name: place.name, sql: printPlace(place) };
  };
  return { may: named("may"), why: named("why") };
}
