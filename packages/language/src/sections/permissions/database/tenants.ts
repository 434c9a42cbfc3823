// The column in which a row names the thing that a role is held within.
import { entityId, type Lookup } from "../../../model/lookup.ts";
import { identifierOf } from "../../../model/name.ts";
import { tenantColumn } from "../../../plan/layout.ts";
import type { Within } from "../model.ts";

/** The references that lead from a row to its tenant, one after the other; undefined where none do. */
export function pathToTenant(entity: string, within: Within, lookup: Lookup): readonly string[] | undefined {
  return walk(entity, entityId(lookup, within.entity), within.via?.id, lookup, new Set());
}

function walk(
  entity: string,
  tenant: string,
  via: string | undefined,
  lookup: Lookup,
  walked: ReadonlySet<string>,
): readonly string[] | undefined {
  if (entity === tenant && via === undefined) return [];
  if (walked.has(entity)) return undefined;
  const here = new Set([...walked, entity]);
  for (const { name, type } of lookup.fields.get(entity)?.values() ?? []) {
    if (type?.kind !== "belongs to" && type?.kind !== "reference") continue;
    const leadsTo = entityId(lookup, type.entity);
    const isVia = via !== undefined && (name.id === via || identifierOf(name.label) === via) && leadsTo === tenant;
    if (isVia) return [name.id];
    if (type.kind !== "belongs to") continue;
    const rest = walk(leadsTo, tenant, via, lookup, here);
    if (rest) return [name.id, ...rest];
  }
  return undefined;
}

/** `id` for the tenant itself, its own reference where that is enough, else a column that the system fills. */
export function tenantColumnOf(entity: string, within: Within, lookup: Lookup): string | undefined {
  const target = entityId(lookup, within.entity);
  if (entity === target) return "id";
  const path = pathToTenant(entity, within, lookup);
  if (path === undefined) return undefined;
  const [first, ...rest] = path;
  if (first !== undefined && rest.length === 0) return first;
  return tenantColumn(within.via === undefined ? target : `${target}_${within.via.id}`);
}
