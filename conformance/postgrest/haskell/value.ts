// What expressions of a specification come to.

/** Worked out when it is needed, and once. */
export type Lazy = () => Value;

export type Value =
  | string
  | number
  | boolean
  | { readonly kind: "unit" | "empty" }
  | { readonly kind: "list" | "tuple"; readonly items: readonly Value[] }
  | { readonly kind: "built"; readonly name: string; readonly parts: readonly Value[] }
  | { readonly kind: "json"; readonly json: unknown; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "function"; readonly count: number; readonly run: (...given: Lazy[]) => Value }
  | { readonly kind: "action"; readonly run: () => Promise<Value> }
  | { readonly kind: "record"; readonly name: string; readonly fields: Readonly<Record<string, unknown>> };

/** Something that is not read here: the case that needs it is told, and not guessed. */
export class NotRead extends Error {}

export const unit: Value = { kind: "unit" };
export const empty: Value = { kind: "empty" };
export const nothing: Value = { kind: "built", name: "Nothing", parts: [] };
export const just = (value: Value): Value => ({ kind: "built", name: "Just", parts: [value] });
export const listOf = (items: readonly Value[]): Value => ({ kind: "list", items });
export const tupleOf = (...items: readonly Value[]): Value => ({ kind: "tuple", items });
export const action = (run: () => Promise<Value> | Value): Value => ({ kind: "action", run: async () => run() });

export function once(work: Lazy): Lazy {
  let value: Value | undefined;
  return () => (value ??= work());
}

export const functionOf = (count: number, run: (...given: Lazy[]) => Value): Value => ({
  kind: "function",
  count,
  run,
});

export function applied(to: Value, given: Lazy): Value {
  if (typeof to === "object" && to.kind === "built") return { ...to, parts: [...to.parts, given()] };
  if (typeof to !== "object" || to.kind !== "function") throw new NotRead("something is applied that is no function");
  if (to.count === 1) return to.run(given);
  return functionOf(to.count - 1, (...more) => to.run(given, ...more));
}

export function textOf(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value.kind === "empty") return "";
  if (typeof value === "object" && value.kind === "json") return value.text;
  if (typeof value === "object" && value.kind === "bytes") return Buffer.from(value.bytes).toString("utf8");
  throw new NotRead("something is no text");
}

export function itemsOf(value: Value): readonly Value[] {
  if (typeof value === "object" && (value.kind === "list" || value.kind === "tuple")) return value.items;
  if (typeof value === "object" && value.kind === "empty") return [];
  throw new NotRead("something is no list");
}

export function numberOf(value: Value): number {
  if (typeof value !== "number") throw new NotRead("something is no number");
  return value;
}

export async function done(value: Value): Promise<Value> {
  if (typeof value === "object" && value.kind === "action") return value.run();
  if (typeof value === "object" && value.kind === "unit") return value;
  throw new NotRead("something is done that is no action");
}

/** As the suite writes JSON: keys in their order. */
export const jsonText = (json: unknown): string => JSON.stringify(sorted(json));

function sorted(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sorted);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, sorted(value)]),
  );
}

export const jsonValue = (json: unknown): Value => ({ kind: "json", json, text: jsonText(json) });

export function toJson(value: Value): unknown {
  if (typeof value !== "object") return value;
  if (value.kind === "json") return value.json;
  if (value.kind === "list") return value.items.map(toJson);
  if (value.kind === "built" && value.name === "Null") return null;
  if (value.kind === "built" && value.parts.length === 1 && value.parts[0] !== undefined) return toJson(value.parts[0]);
  throw new NotRead("something is no JSON");
}
