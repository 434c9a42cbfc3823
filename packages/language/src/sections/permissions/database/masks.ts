// Fields that not every reader may see: clients reach the rows through a view that leaves them empty.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, nameOf, open, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import { everyone, readers, type Column, type DatabaseObject, type Place } from "../../../plan/objects.ts";
import { triggerFunction } from "../../../plan/writing/trigger-function.ts";
import { computedPlace, printComputed } from "../../../plan/target.ts";
import type { ComputedField } from "../../../plan/computed.ts";
import { clearHiddenWrites, recordHiddenWrites, seePlace } from "../../../plan/hidden-writes.ts";
import type { Entity } from "../../entities/model.ts";
import type { Right } from "../model.ts";
import type { PolicyFunctions } from "./policy-functions.ts";
import { mayPlace } from "./rights.ts";
import { seeArms, seeFunctions } from "./sees.ts";
import { sqlTypeOf } from "./split-sql.ts";

/** `columns`: of the table, in order. */
export function masksOf(
  entity: Entity,
  rights: readonly Right[],
  columns: readonly Column[],
  design: Design,
): readonly DatabaseObject[] {
  const { id } = entity.name;
  if (!design.layout.masked.has(id)) return [];
  const table = tableOf(design.layout, id);
  const view: Place = { schema: open, name: id };
  const asked: PolicyFunctions = { objects: new Map(), address: entity.address };
  const masks = new Map(
    [...(design.layout.masked.get(id) ?? [])].map((field) => {
      const right = rights.find(({ action }) => action.kind === "see" && action.field.id === field);
      const mask = { field, right, lists: design.layout.listed.get(partOf(id, field)) ?? [] };
      return [field, { ...mask, arms: seeArms(mask, id, asked, design) }] as const;
    }),
  );
  const shown = columns.filter(({ name }) => !name.startsWith("_"));
  const selected = shown.map((column) => {
    const name = quoteIdentifier(column.name);
    const mask = masks.get(column.name);
    return mask === undefined ? `kept.${name}` : `CASE WHEN ${mask.arms} THEN kept.${name} END AS ${name}`;
  });
  const worked = [...design.layout.computed.values()].filter(
    (one) => one.entity === id && (one.home === "place" || one.home === "function"),
  );
  for (const one of worked) {
    const name = quoteIdentifier(one.field.id);
    const mask = masks.get(one.field.id);
    const value =
      one.home === "place"
        ? printComputed(one, "kept", design.compiled, design.layout)
        : `${printPlace(shownPlace(id, one.field.id))}(kept."id")`;
    selected.push(mask === undefined ? `${value} AS ${name}` : `CASE WHEN ${mask.arms} THEN ${value} END AS ${name}`);
  }
  return [
    ...[...masks.values()].flatMap((mask) => seeFunctions(mask, id, design)),
    ...worked.flatMap((one) => (one.home === "function" ? [shownFunction(one, masks.has(one.field.id), design)] : [])),
    ...asked.objects.values(),
    {
      kind: "view",
      place: view,
      definition: `SELECT ${selected.join(", ")} FROM ${printPlace(table)} AS kept`,
      owner: "client",
      ...omittedIn(shown),
      address: entity.address,
    },
    ...writers(
      {
        entity: id,
        table,
        view,
        columns: shown,
        masked: [...masks.keys()],
        worked: worked.map(({ field }) => field.id),
      },
      entity.address,
    ),
    {
      kind: "grant",
      on: view,
      privileges: ["select", "insert", "update", "delete"],
      to: everyone,
      address: entity.address,
    },
    {
      kind: "grant",
      on: table,
      privileges: ["select", "insert", "update", "delete"],
      to: ["writ_client"],
      address: entity.address,
    },
  ];
}

/** The view gives the table what the table would give itself. */
function omittedIn(columns: readonly Column[]): { readonly omitted?: Readonly<Record<string, string>> } {
  const marked = columns.flatMap(({ name, omitted }) => (omitted === undefined ? [] : [[name, omitted] as const]));
  return marked.length === 0 ? {} : { omitted: Object.fromEntries(marked) };
}

const shownPlace = (entity: string, field: string): Place => innerPlace("shown", partOf(entity, field));

/** A value computed from other rows. The view asks for it by id; any caller may too, and gets what they may see. */
function shownFunction(one: ComputedField, isMasked: boolean, design: Design): DatabaseObject {
  const { entity, field } = one;
  const mayRead = `${printPlace(mayPlace("read", entity))}(_stored)`;
  const maySee = isMasked ? ` AND ${printPlace(seePlace(entity, field.id))}(_stored)` : "";
  return {
    kind: "function",
    place: shownPlace(entity, field.id),
    parameters: [{ name: "given", type: "uuid" }],
    returns: sqlTypeOf(field.type),
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT ${printPlace(computedPlace(entity, field.id))}(_stored) FROM ${printPlace(tableOf(design.layout, entity))} AS _stored
WHERE _stored."id" = $1 AND (${isSystem} OR (${mayRead}${maySee}))`,
    callers: readers,
    address: design.entities.find(({ name }) => name.id === entity)?.address ?? "3",
  };
}

type Written = {
  readonly entity: string;
  readonly table: Place;
  readonly view: Place;
  /** Of the table. */
  readonly columns: readonly Column[];
  /** Fields that not every reader may see. */
  readonly masked: readonly string[];
  /** Computed fields that are no columns. */
  readonly worked: readonly string[];
};

/**
 * What is written through the view is written to the table: by `writ_client` for people, whom every guard binds, and by
 * the owner for whom row security does not count. Each of the two triggers leaves what is the other's.
 */
function writers(written: Written, address: string): readonly DatabaseObject[] {
  const { entity, view } = written;
  return (["client", "owner"] as const).flatMap((actor): readonly DatabaseObject[] => {
    const place = innerPlace("write", actor, entity);
    return [
      { ...triggerFunction(place, writerBody(actor, written), address), actsAs: actor },
      {
        kind: "trigger",
        table: view,
        name: nameOf("write", actor),
        fires: "instead of",
        events: ["insert", "update", "delete"],
        each: "row",
        calls: place,
        arguments: [],
        address,
      },
    ];
  });
}

/**
 * The role that the request has set, which no function hides; without one, the login role. Only a role that bypasses
 * row security writes as the system.
 */
export const isSystem =
  "(SELECT r.rolsuper OR r.rolbypassrls FROM pg_catalog.pg_roles AS r WHERE r.rolname = COALESCE(NULLIF(current_setting('role'), 'none'), session_user))";

function writerBody(actor: "client" | "owner", { table, view, columns, masked, worked }: Written): string {
  // What depends on the row alone is worked out by the table itself.
  const stored = columns.filter(({ generated }) => generated === undefined).map(({ name }) => name);
  const computed = [...columns.filter(({ generated }) => generated !== undefined).map(({ name }) => name), ...worked];
  const names = stored.map(quoteIdentifier);
  const [from, through] = [printPlace(table), printPlace(view)];
  // A field that a writer may not see looks empty to them, and stays as it is unless they give another value.
  const changes = names.map(
    (name) => `${name} = CASE WHEN NEW.${name} IS DISTINCT FROM OLD.${name} THEN NEW.${name} ELSE kept.${name} END`,
  );
  const unseen = masked.filter((name) => stored.includes(name));
  return [
    "DECLARE",
    `  shown ${through};`,
    "BEGIN",
    `  IF ${isSystem} ${actor === "client" ? "" : "IS NOT TRUE "}THEN`,
    "    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;",
    "    RETURN NEW;",
    "  END IF;",
    "  IF TG_OP = 'DELETE' THEN",
    `    DELETE FROM ${from} AS kept WHERE kept."id" = OLD."id";`,
    "    IF NOT FOUND THEN RETURN NULL; END IF;",
    "    RETURN OLD;",
    "  END IF;",
    "  IF TG_OP = 'INSERT' THEN",
    `    ${recordHiddenWrites([], computed)}`,
    '    NEW."id" := COALESCE(NEW."id", gen_random_uuid());',
    `    INSERT INTO ${from} (${names.join(", ")}) VALUES (${names.map((name) => `NEW.${name}`).join(", ")});`,
    "  ELSE",
    `    ${recordHiddenWrites(unseen, computed)}`,
    `    UPDATE ${from} AS kept SET ${changes.join(", ")} WHERE kept."id" = OLD."id";`,
    "    IF NOT FOUND THEN RETURN NULL; END IF;",
    "  END IF;",
    `  ${clearHiddenWrites}`,
    // What is given back is what a reader would see, with everything that followed from the write.
    `  SELECT * INTO shown FROM ${through} AS seen WHERE seen."id" = CASE TG_OP WHEN 'INSERT' THEN NEW."id" ELSE OLD."id" END;`,
    "  IF FOUND THEN RETURN shown; END IF;",
    // Creating a row does not let its creator read it.
    "  IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;",
    "  RETURN NEW;",
    "END",
  ].join("\n");
}
