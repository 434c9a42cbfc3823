// The account of a person: its row follows `auth.users`, which is where signing up and signing in happen.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { omittedValue } from "../../../plan/writing/omitted.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { triggerFunction } from "../../../plan/writing/trigger-function.ts";
import type { Entity, Field, FieldType } from "../model.ts";
import { isArray, sqlType } from "../../../field-types/index.ts";
import { fieldsOf } from "./columns.ts";
import { hasSetRow, isReserved } from "./given.ts";
import { declareSample } from "./history.ts";
import { problemIf } from "./objects.ts";
import { isChosenWell } from "./chosen.ts";

export function accountsOf(design: Design): readonly DatabaseObject[] {
  const account = design.entities.find((entity) => entity.builtIn);
  if (account === undefined) return [];
  return [...follow(account, design), ...leave(account, design)];
}

type TypedField = Field & { readonly type: FieldType };

/** The fields that a user may set at sign-up: not those that only other users may set. */
const askedFields = (account: Entity, design: Design): readonly TypedField[] =>
  fieldsOf(account).filter(
    (field) =>
      sqlType(field.type) !== undefined &&
      !isReserved(account, field, design) &&
      !hasSetRow(account, field, design) &&
      field.required !== "auto",
  );

/** A sample may name rows that come after it: that they are there is looked at in the end. */
function follow(account: Entity, design: Design): readonly DatabaseObject[] {
  const table = printPlace(tableOf(design.layout, "user"));
  const asked = askedFields(account, design);
  const assigned = asked.map((field) => `  said.${quoteIdentifier(field.name.id)} := ${saidSql(field)};`);
  const chosen = asked.flatMap((field) => {
    const well = isChosenWell(account, field, "said", design);
    const column = `said.${quoteIdentifier(field.name.id)}`;
    if (well === undefined) return [];
    const mark = omittedValue(field);
    const isMarked = mark === undefined ? "" : ` AND ${column} <> ${mark}`;
    return [
      problemIf(
        `${column} IS NOT NULL${isMarked} AND NOT sample AND NOT ${well}`,
        "INVALID",
        field.name.id,
        field.address,
      ),
    ];
  });
  const names = ["id", "name", "email", ...asked.map(({ name }) => name.id)].map(quoteIdentifier);
  // The address counts only once it is confirmed: otherwise a user who types another person's gets what is theirs.
  const confirmed = "CASE WHEN NEW.email_confirmed_at IS NOT NULL THEN lower(NEW.email) END";
  const body = `DECLARE
  said ${table};
  problems jsonb := '[]'::jsonb;
  ${declareSample}
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE ${table} SET email = ${confirmed} WHERE id = NEW.id AND email IS DISTINCT FROM ${confirmed};
    RETURN NULL;
  END IF;
  said.id := NEW.id;
  said.name := COALESCE(NULLIF(btrim(NEW.raw_user_meta_data ->> 'name'), ''), split_part(NEW.email, '@', 1), '');
  said.email := ${confirmed};
${assigned.join("\n")}
${chosen.map((sql) => `  ${sql}`).join("\n")}
  IF jsonb_array_length(problems) > 0 THEN PERFORM writ.refuse(problems); END IF;
  INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((name) => `said.${name}`).join(", ")});
  RETURN NULL;
END`;
  return onAccounts("follow_accounts", "writ_account", ["insert", "update"], body, account.address);
}

/** A value of `options.data`, as what PostgreSQL reads values of the column's type from. */
function saidSql(field: TypedField): string {
  const mark = omittedValue(field);
  const key = quoteText(field.name.id);
  return mark === undefined
    ? valueSql(field)
    : `CASE WHEN NEW.raw_user_meta_data ? ${key} THEN ${valueSql(field)} ELSE ${mark} END`;
}

function valueSql({ name, type }: TypedField): string {
  const key = quoteText(name.id);
  if (!isArray(type)) return `(NEW.raw_user_meta_data ->> ${key})::${sqlType(type)}`;
  const list = `NEW.raw_user_meta_data -> ${key}`;
  return `CASE jsonb_typeof(${list}) WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(${list}))::${sqlType(type)} END`;
}

/**
 * The row stays, because other rows speak of it; who it was is forgotten. Roles end, and references that are cleared on
 * delete are cleared.
 */
function leave(account: Entity, design: Design): readonly DatabaseObject[] {
  const cleared = design.entities.flatMap((entity) =>
    fieldsOf(entity).flatMap(({ name, type }) => {
      if (type.kind !== "reference" || type.onDelete !== "cleared" || type.entity.id !== "user") return [];
      const column = quoteIdentifier(name.id);
      return [
        `  UPDATE ${printPlace(tableOf(design.layout, entity.name.id))} SET ${column} = NULL WHERE ${column} = OLD.id;`,
      ];
    }),
  );
  const body = `BEGIN
  DELETE FROM writ.assigned_role WHERE person = OLD.id;
${cleared.join("\n")}
  UPDATE ${printPlace(tableOf(design.layout, "user"))} SET name = '', email = NULL WHERE id = OLD.id;
  RETURN NULL;
END`;
  return onAccounts("forget_accounts", "writ_account_gone", ["delete"], body, account.address);
}

function onAccounts(
  name: string,
  trigger: string,
  events: readonly ("insert" | "update" | "delete")[],
  body: string,
  address: string,
): readonly DatabaseObject[] {
  const place = innerPlace(name);
  return [
    triggerFunction(place, body, address),
    {
      kind: "trigger",
      table: { schema: "auth", name: "users" },
      name: trigger,
      fires: "after",
      events,
      each: "row",
      calls: place,
      arguments: [],
      address,
    },
  ];
}
