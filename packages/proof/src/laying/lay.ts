// Lays the rows of a world in a database as its owner: exactly as they are, past rights and rules.
import type { Client } from "pg";
import { textKind, textOf } from "../agreement/texts.ts";
import { isList, quantity, type Value } from "../interpreter/value.ts";
import { rowsOf, valueOf, type Program, type Row, type World } from "../interpreter/world.ts";
import { quote, type Shape } from "./shape.ts";

/**
 * Guards fill what the system keeps for itself; then every value is set as the world has it, past all triggers. `kept`: whose
 * accounts are there already, and the clock stands still; `anew`: people come with the rows, and time goes on.
 */
export async function lay(client: Client, shape: Shape, world: World, people: "anew" | "kept"): Promise<void> {
  const { program } = world;
  const table = (entity: string) => `${shape.schemas.get(entity)}.${quote(entity)}`;
  const entities = [...world.rows.keys()];
  await client.query("BEGIN");
  await client.query("SET LOCAL session_replication_role = replica");
  const emptied = new Set(
    ["user", ...program.lookup.entities.keys()].filter((one) => people === "anew" || one !== "user"),
  );
  const tables = [
    ...[...emptied].map(table),
    ...shape.pairs.map((pairs) => `writ.${quote(pairs)}`),
    ...(people === "anew" ? ["auth.users"] : []),
    "writ.assigned_role",
    "writ.clock",
    "writ.sequence",
    "writ.asked",
  ];
  await client.query(tables.map((one) => `DELETE FROM ${one}`).join("; "));
  await client.query(
    "INSERT INTO writ.clock (moves, stands) VALUES (to_timestamp($1::float8 / 1000) - transaction_timestamp(), CASE WHEN $2 THEN to_timestamp($1::float8 / 1000) END)",
    [world.now, people === "kept"],
  );
  await client.query("SET LOCAL session_replication_role = origin");
  await client.query(switched(shape, "DISABLE"));
  for (const person of people === "anew" ? rowsOf(world, "user") : []) {
    await client.query(
      "INSERT INTO auth.users (id, email, email_confirmed_at, raw_user_meta_data) VALUES ($1, $2, now(), $3)",
      [person.id, textOf(valueOf(person, "email")), { name: textOf(valueOf(person, "name")) }],
    );
  }
  for (const entity of entities) {
    if (entity === "user") continue;
    for (const row of rowsOf(world, entity)) {
      const names = [...row.values.keys()].filter(
        (name) => shape.stored.get(entity)?.has(name) && valueOf(row, name) !== null && !isDrawn(program, entity, name),
      );
      const places = names.map((_, index) => `$${index + 2}`);
      await client.query(
        `INSERT INTO ${table(entity)} (${["id", ...names].map(quote).join(", ")}) VALUES ($1${places.map((one) => `, ${one}`).join("")})`,
        [row.id, ...names.map((name) => written(program, row, name))],
      );
    }
  }
  const given = "INSERT INTO writ.assigned_role (person, role, thing) VALUES ($1, $2, $3)";
  for (const { person, role, within } of world.assigned) await client.query(given, [person, role, within]);
  await client.query("COMMIT");
  await client.query("BEGIN");
  await client.query("SET LOCAL session_replication_role = replica");
  for (const entity of entities) {
    for (const row of rowsOf(world, entity)) {
      const names = [...row.values.keys()].filter(
        (name) => shape.stored.get(entity)?.has(name) && !isDrawn(program, entity, name),
      );
      const sets = names.map((name, index) => `${quote(name)} = $${index + 2}`);
      await client.query(`UPDATE ${table(entity)} SET ${sets.join(", ")} WHERE id = $1`, [
        row.id,
        ...names.map((name) => written(program, row, name)),
      ]);
    }
  }
  for (const [entity, fields] of shape.kept) {
    for (const field of fields)
      await client.query(`UPDATE ${table(entity)} AS one SET ${quote(field)} = writ.computed_${entity}_${field}(one)`);
  }
  await client.query(switched(shape, "ENABLE"));
  await client.query("COMMIT");
}

const switched = ({ triggers }: Shape, verb: "DISABLE" | "ENABLE"): string =>
  triggers
    .map(({ schema, table, name }) => `ALTER TABLE ${quote(schema)}.${quote(table)} ${verb} TRIGGER ${quote(name)}`)
    .join("; ");

/** Numbers and codes are the database's own, so that it goes on counting where it is. */
const isDrawn = (program: Program, entity: string, name: string): boolean => {
  const kind = program.lookup.fields.get(entity)?.get(name)?.type?.kind;
  return kind === "sequence number" || kind === "random code";
};

/** What is laid is what is stored: a yes/no and a list are never empty. */
function written(program: Program, row: Row, name: string): unknown {
  const value = valueOf(row, name);
  if (value !== null) return storedValue(program, row.entity, name, value);
  const kind = program.lookup.fields.get(row.entity)?.get(name)?.type?.kind;
  if (kind === "yes/no") return false;
  return kind?.startsWith("several") ? [] : null;
}

/** As the wire gives it to the database. */
export function storedValue(program: Program, entity: string, name: string, value: Value): unknown {
  if (value === null) return null;
  if (isList(value)) return value.map(textOf);
  if (textKind(program, entity, name) === "moment") return new Date(Number(quantity(value).digits)).toISOString();
  return textOf(value);
}
