// While rows are loaded, triggers are silent and references wait: rows come in any order, and nothing follows from them.
import { escapeIdentifier, escapeLiteral, type ClientBase } from "pg";

import type { Table } from "./catalogue.ts";

type Constraint = {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly comment: string | null;
};

/** References from and to these tables, and checks that rows of before need not pass. */
const constraintsOf = `SELECT format('%I.%I', n.nspname, c.relname) AS table, k.conname AS name,
    pg_get_constraintdef(k.oid) AS definition, obj_description(k.oid, 'pg_constraint') AS comment
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE (k.conrelid = ANY ($1::text[]::regclass[]) OR k.confrelid = ANY ($1::text[]::regclass[]))
    AND (k.contype = 'f' OR k.contype = 'c' AND NOT k.convalidated)
  ORDER BY 1, 2`;

/** As an owner may, who is no superuser. What is given back puts them in their places again, and looks at every reference. */
export async function setAside(client: ClientBase, tables: readonly Table[]): Promise<() => Promise<void>> {
  const names = tables.map(({ quoted }) => quoted);
  const { rows: constraints } = await client.query<Constraint>(constraintsOf, [names]);
  for (const { table, name } of constraints)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`);
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  return async () => {
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { table, name, definition, comment } of constraints) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`);
      if (comment !== null)
        await client.query(`COMMENT ON CONSTRAINT ${escapeIdentifier(name)} ON ${table} IS ${escapeLiteral(comment)}`);
    }
  };
}
