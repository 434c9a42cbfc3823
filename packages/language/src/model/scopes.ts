// Which names an expression may use where it stands.
import type { Scope, ScopeName } from "../expression/schema.ts";
import type { Type } from "../expression/type.ts";

/** `maybe`: the name is there and its value may be empty. */
export type ScopeOptions = {
  readonly me?: "absent" | "maybe" | "present";
  /** The row before the change. */
  readonly old?: "absent" | "maybe" | "present";
  /** By parameter: `route.item`. */
  readonly route?: ReadonlyMap<string, Type>;
  /** By parameter: `input.membership`. */
  readonly input?: ReadonlyMap<string, Type>;
  /** Further rows under names of their own, such as `my_membership`. */
  readonly rows?: ReadonlyMap<string, Type>;
  /** `route`: which parameters there are is not shown; `rows`: which further rows. */
  readonly open?: readonly ("route" | "rows")[];
};

/** The scope of a clause about a row of `entity`, or about no row. Now and today are always there; the server decides them. */
export function rowScope(entity: string | undefined, options: ScopeOptions = {}): Scope {
  const names = new Map<string, ScopeName>([
    ["now", { type: { kind: "datetime", empty: false }, source: "now" }],
    ["today", { type: { kind: "date", empty: false }, source: "today" }],
  ]);
  const { me = "absent", old = "absent" } = options;
  if (me !== "absent") names.set("me", { type: { kind: "row", entity: "user", empty: me === "maybe" }, source: "me" });
  if (entity !== undefined) {
    names.set(entity, { type: { kind: "row", entity, empty: false }, source: "row" });
    if (old !== "absent") names.set("old", { type: { kind: "row", entity, empty: old === "maybe" }, source: "old" });
  }
  for (const [name, type] of options.rows ?? []) names.set(name, { type, source: "row" });
  for (const [name, type] of options.route ?? []) names.set(`route.${name}`, { type, source: "route" });
  for (const [name, type] of options.input ?? []) names.set(`input.${name}`, { type, source: "input" });
  return options.open === undefined ? { names } : { names, open: new Set(options.open) };
}
