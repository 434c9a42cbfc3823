// From a document without errors to everything that its database holds; each slice adds its part.
import type { Compiled } from "../compile.ts";
import { contribute as calls } from "../sections/calls/database.ts";
import { contribute as constants } from "../sections/constants/database.ts";
import { contribute as entities } from "../sections/entities/database.ts";
import { contribute as errors } from "../sections/errors/database.ts";
import { contribute as permissions } from "../sections/permissions/database.ts";
import { contribute as rules } from "../sections/rules/database.ts";
import { contribute as screens } from "../sections/screens/database.ts";
import { contribute as states } from "../sections/states/database.ts";
import { designOf } from "./design-of.ts";
import type { Contribution, Design } from "../plan/design.ts";
import { tableOf } from "../plan/layout.ts";
import { refreshObjects, withoutKeeper } from "../plan/materialized/refresh-objects.ts";
import type { DatabaseObject } from "../plan/objects.ts";
import { writingTriggers } from "../plan/writing/writing.ts";

/** In the order of the document: effects and rules of one row run in that order. */
const slices = [screens, entities, states, rules, permissions, calls, errors, constants];

export function databaseOf(compiled: Compiled): readonly DatabaseObject[] {
  const design = designOf(compiled);
  const parts = slices.map((contribute) => contribute(design));
  const objects = parts.flatMap((part) => part.objects);
  const whole = withColumns(objects, parts, design);
  const tables = whole.flatMap((object) => (object.kind === "table" ? [object] : []));
  const afterwards = parts.flatMap((part) => part.afterwards?.(tables) ?? []);
  const all = [...whole, ...afterwards, ...refreshObjects(design), ...writingTriggers(parts, design)];
  return withoutKeeper(all, design);
}

function withColumns(
  objects: readonly DatabaseObject[],
  parts: readonly Contribution[],
  design: Design,
): readonly DatabaseObject[] {
  const more = new Map<string, DatabaseObject & { kind: "table" }>();
  for (const { entity, column } of parts.flatMap((part) => part.columns ?? [])) {
    const { name } = tableOf(design.layout, entity);
    const table = more.get(name) ?? objects.find((one) => one.kind === "table" && one.place.name === name);
    if (table?.kind !== "table") throw new Error(`A column of ${entity}, which has no table`);
    more.set(name, { ...table, columns: [...table.columns, column] });
  }
  return objects.map((one) => (one.kind === "table" ? (more.get(one.place.name) ?? one) : one));
}
