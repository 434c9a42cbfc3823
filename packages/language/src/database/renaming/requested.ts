// What `--rename OLD=NEW` asks for: a thing of the document that was applied, and what it is called in the next one.
import type { Compiled } from "../../compile.ts";
import type { Name } from "../../text/name.ts";

/** Identifiers; `entity` as it is called afterwards, `address` of the clause in the next document. */
export type Renaming =
  | { readonly kind: "entity"; readonly from: string; readonly to: string; readonly address: string }
  | {
      readonly kind: "field";
      readonly entity: string;
      readonly from: string;
      readonly to: string;
      readonly address: string;
    };

/** It cannot be done, in words for whoever asked. */
export class RenameRefused extends Error {
  override readonly name = "RenameRefused";
}

type Named = { readonly name: Name; readonly address: string };

/** Entities come first: a field may be one of an entity that is renamed as well. */
export function readRenamings(requests: readonly string[], before: Compiled, after: Compiled): readonly Renaming[] {
  const read = requests.map((request) => ({ request, ...readRequest(request, before) }));
  const entities = read.flatMap(({ request, entity, field, to }): readonly Renaming[] =>
    field === undefined ? [entityRenaming(request, entity, to, before, after)] : [],
  );
  const fields = read.flatMap(({ request, entity, field, to }): readonly Renaming[] => {
    if (field === undefined) return [];
    const { id } = entity.name;
    const called = entities.find(({ from }) => from === id)?.to ?? id;
    return [fieldRenaming(request, { before: id, after: called }, field, to, before, after)];
  });
  const all = [...entities, ...fields];
  for (const [index, one] of all.entries()) {
    const other = all.find((earlier, at) => at < index && isSame(one, earlier));
    if (other !== undefined) throw new RenameRefused(`${one.address} is renamed twice`);
  }
  return all;
}

const isSame = (one: Renaming, other: Renaming): boolean =>
  (one.from === other.from || one.to === other.to) &&
  (one.kind === "entity" ? other.kind === "entity" : other.kind === "field" && one.entity === other.entity);

/** A name may have an equals sign of its own. */
function readRequest(request: string, before: Compiled): { entity: Named; field?: Named; to: string } {
  const places = [...request.matchAll(/=/g)].map(({ index }) => index);
  if (places.length === 0)
    throw new RenameRefused(`"${request}" has no new name. Write "3/Ticket/Due on=Deadline", or "3/Ticket=Case"`);
  for (const place of places) {
    const address = request.slice(0, place).trim();
    const to = request.slice(place + 1).trim();
    for (const entity of before.lookup.entities.values()) {
      if (entity.address === address) return { entity, to };
      const field = [...(before.lookup.fields.get(entity.name.id)?.values() ?? [])].find(
        (one) => one.address === address,
      );
      if (field !== undefined) return { entity, field, to };
    }
  }
  const address = request.slice(0, places[0]).trim();
  throw new RenameRefused(
    `${address} is no entity and no field of the document that was applied. Only these are renamed, by their address: "3/Ticket/Due on=Deadline", or "3/Ticket=Case"`,
  );
}

function entityRenaming(request: string, old: Named, to: string, before: Compiled, after: Compiled): Renaming {
  const now = named(after.lookup.entities.values(), to);
  if (now === undefined) throw new RenameRefused(`the document has no entity ${to} (${request})`);
  refuseUnlessFree(old, now, {
    isStill: isIn(after.lookup.entities, old),
    wasThere: isIn(before.lookup.entities, now),
  });
  return { kind: "entity", from: old.name.id, to: now.name.id, address: now.address };
}

function fieldRenaming(
  request: string,
  entity: { readonly before: string; readonly after: string },
  old: Named,
  to: string,
  before: Compiled,
  after: Compiled,
): Renaming {
  const fields = after.lookup.fields.get(entity.after);
  const now = named(fields?.values() ?? [], to);
  if (now === undefined)
    throw new RenameRefused(`the document has no field ${to} where ${old.address} was (${request})`);
  refuseUnlessFree(old, now, {
    isStill: isIn(fields, old),
    wasThere: isIn(before.lookup.fields.get(entity.before), now),
  });
  return { kind: "field", entity: entity.after, from: old.name.id, to: now.name.id, address: now.address };
}

/** By its label, its identifier or its address. */
const named = <Thing extends Named>(things: Iterable<Thing>, text: string): Thing | undefined =>
  [...things].find(({ name, address }) => [name.label, name.id, address].includes(text));

/** By its identifier alone, and not by a label that makes the same one. */
const isIn = (things: ReadonlyMap<string, Named> | undefined, { name }: Named): boolean =>
  [...(things?.keys() ?? [])].includes(name.id);

function refuseUnlessFree(
  old: Named,
  now: Named,
  { isStill, wasThere }: { readonly isStill: boolean; readonly wasThere: boolean },
): void {
  if (old.name.id === now.name.id)
    throw new RenameRefused(`${now.address} keeps the identifier \`${now.name.id}\`, so there is nothing to rename`);
  if (isStill) throw new RenameRefused(`${old.address} is still in the document, so it cannot be called otherwise`);
  if (wasThere) throw new RenameRefused(`${now.address} was in the document before, so nothing else can become it`);
  if ("builtIn" in old && old.builtIn === true)
    throw new RenameRefused(`${old.address} is built in and keeps its name`);
}
