// The parameters of the address that an expression mentions: `route.team`, each with the entity of its row.
import { childrenOf } from "../expression/children.ts";
import type { Typed } from "../expression/typed.ts";

export type RouteParameter = { readonly name: string; readonly entity: string };

export function parametersIn(typed: Typed): readonly RouteParameter[] {
  const found = new Map(gather(typed).map((one) => [one.name, one]));
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const gather = (typed: Typed): readonly RouteParameter[] => [
  ...(typed.node === "scope" && typed.source === "route" && typed.type.kind === "row"
    ? [{ name: typed.name.replace(/^route\./, ""), entity: typed.type.entity }]
    : []),
  ...childrenOf(typed).flatMap(gather),
];
