// Section 6 in the database: who has which role, who reads what, and who may do what.
import type { Contribute } from "../../plan/design.ts";
import { tableOf } from "../../plan/layout.ts";
import { keyOf, type DatabaseObject } from "../../plan/objects.ts";
import { assigningOf } from "./database/assigning.ts";
import { draftedOf } from "./database/drafted.ts";
import { endsWithThing } from "./database/assigned.ts";
import { filesOf } from "./database/files.ts";
import { holdersOf } from "./database/holders.ts";
import { lookingOf } from "./database/looking.ts";
import { masksOf } from "./database/masks.ts";
import { listVisibilityFunctions } from "./database/sees.ts";
import { namesOf } from "./database/names.ts";
import { readRulesOf } from "./database/reading.ts";
import { rightsOf } from "./database/rights.ts";
import { roleFunctions } from "./database/roles.ts";
import { settingOf } from "./database/setting.ts";
import { tenantsOf } from "./database/tenants.ts";

export { conditionOf } from "./database/conditions.ts";
export { grantTyped, mentionsGiver } from "./database/grant-typed.ts";
export { mayPlace, whyPlace } from "./database/rights.ts";

export const contribute: Contribute = (design) => {
  const { model } = design.compiled;
  const rights = (entity: string) => model.permissions.rights.filter((right) => right.for.id === entity);
  const matrix = rightsOf(design);
  const setting = design.entities.map((entity) => settingOf(entity, rights(entity.name.id), design));
  const reading = design.entities.map((entity) => readRulesOf(entity, rights(entity.name.id), design));
  const tenants = tenantsOf(design);
  // What means the same is asked by policies of several entities, and is one object.
  const known = new Set<string>();
  const once = (objects: readonly DatabaseObject[]) =>
    objects.filter((object) => !known.has(keyOf(object)) && known.add(keyOf(object)));
  return {
    objects: once([
      ...roleFunctions(design),
      ...assigningOf(design),
      ...holdersOf(design),
      ...namesOf(design),
      ...filesOf(design),
      ...lookingOf(design),
      ...listVisibilityFunctions(design),
      ...tenants.objects,
      ...draftedOf(design),
      ...[matrix, ...setting, ...reading].flatMap(({ objects }) => objects),
    ]),
    ...(tenants.columns === undefined ? {} : { columns: tenants.columns }),
    reads: [...matrix.reads, ...setting.flatMap(({ reads }) => reads)],
    again: matrix.again,
    steps: matrix.steps,
    effects: [...(tenants.effects ?? []), ...endsWithThing(design)],
    guards: [
      ...setting.flatMap(({ guards }) => guards),
      ...(tenants.guards ?? []),
      ...matrix.guards,
      ...reading.flatMap(({ guards }) => guards),
    ],
    afterwards: (tables) =>
      once(
        design.entities.flatMap((entity) => {
          const { schema, name } = tableOf(design.layout, entity.name.id);
          const table = tables.find(({ place }) => place.schema === schema && place.name === name);
          return masksOf(entity, rights(entity.name.id), table?.columns ?? [], design);
        }),
      ),
  };
};
