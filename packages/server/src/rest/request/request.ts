// A request for data as it was read: everything that it says, and nothing that the database has to know yet.
import type { Logic, Filter } from "./filter.ts";
import type { Media } from "./media.ts";
import type { OrderTerm } from "./order.ts";
import type { Preferences } from "./preferences.ts";
import type { SelectItem } from "./select.ts";

export type Method = "GET" | "HEAD" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS";

export type Target =
  | { readonly kind: "root"; readonly schema: string }
  | { readonly kind: "table"; readonly schema: string; readonly name: string }
  | { readonly kind: "function"; readonly schema: string; readonly name: string };

/** Something said about what is embedded: through which names it leads there; none is the row itself. */
export type At<Value> = { readonly path: readonly string[]; readonly value: Value };

/** `limit` undefined is no limit. */
export type Range = { readonly offset: number; readonly limit: number | undefined };

export type DataRequest = {
  readonly method: Method;
  readonly target: Target;
  /** Whether a schema was asked for: the answer then names it. */
  readonly profiled: boolean;
  readonly select: readonly SelectItem[];
  readonly filters: readonly At<Filter>[];
  readonly logic: readonly At<Logic>[];
  readonly order: readonly At<readonly OrderTerm[]>[];
  readonly ranges: readonly At<Range>[];
  /** Of the rows themselves, from the parameters and the header `Range` together. */
  readonly range: Range;
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
  /** Of a function: names and texts, in their order; a name may come again. */
  readonly arguments: readonly (readonly [name: string, value: string])[];
  readonly preferences: Preferences;
  /** What was written is read again before it is answered, whatever it is. */
  readonly rereads?: true;
  readonly accept: readonly Media[];
  readonly contentType: Media;
  readonly body: string;
  readonly bytes: Uint8Array | undefined;
  /** The parameters in the order of their names: the same request always has the same. */
  readonly canonical: string;
};
