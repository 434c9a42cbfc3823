// Rows by what people call them: by their id, a field that is unique, or the name that is shown; as the caller sees them.
import { DatabaseError, type ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { quoteIdentifier } from "@writ/language/sql-quote";
import type { ExplainedTable } from "@writ/language/explain";

/** `text`: what is asked for, `sql`: what a row has of it. */
type Way = { readonly sql: string; readonly ignoresCase: boolean };

export type Found = { readonly id: string } | { readonly wrong: "unknown" | "ambiguous" };

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** As many names are remembered: rows that others delete meanwhile are refused by the database all the same. */
const mostKnown = 200_000;

/** Fields by which at most one row is found. */
export function uniqueFields(compiled: Compiled, entity: string): readonly UniqueField[] {
  return [...(compiled.lookup.fields.get(entity)?.values() ?? [])].flatMap(({ name, type }): readonly UniqueField[] => {
    const isUnique =
      type !== undefined && (type.unique !== "no" || type.kind === "sequence number" || type.kind === "random code");
    return isUnique ? [{ id: name.id, ignoresCase: type.unique === "ignoring case" || type.kind === "email" }] : [];
  });
}

export type UniqueField = { readonly id: string; readonly ignoresCase: boolean };

const fieldWay = ({ id, ignoresCase }: UniqueField): Way => ({ sql: `given.${quoteIdentifier(id)}`, ignoresCase });

export const byField = (field: UniqueField | "id"): readonly Way[] => (field === "id" ? [] : [fieldWay(field)]);

export const byAnyName = (compiled: Compiled, { id, name }: ExplainedTable): readonly Way[] => [
  ...uniqueFields(compiled, id).map(fieldWay),
  { sql: name, ignoresCase: false },
];

export type Lookup = {
  /** Those that one row is called; asked again where nothing was found, because rows come. */
  readonly find: (client: ClientBase, texts: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
};

/** `remembers`: no row of it is written meanwhile. */
export function lookupOf(entity: string, ways: readonly Way[], remembers: boolean): Lookup {
  const known = new Map<string, string>();
  return {
    find: async (client, texts) => {
      const found = new Map<string, Found>();
      const toAsk = (some: readonly string[]) => some.filter((text) => !found.has(text));
      for (const text of texts) {
        const id = known.get(text);
        if (id !== undefined) found.set(text, { id });
      }
      // No row is called by what PostgreSQL cannot keep.
      const all = [...new Set(texts)].filter((text) => !text.includes("\0"));
      const ids = toAsk(all).filter((text) => uuid.test(text));
      if (ids.length > 0) take(await rowsOf(client, entity, 'given."id"', false, ids), found);
      for (const { sql, ignoresCase } of ways) {
        const asked = toAsk(all);
        if (asked.length > 0) take(await rowsOf(client, entity, sql, ignoresCase, asked), found);
      }
      for (const [text, one] of found) if (remembers && "id" in one && known.size < mostKnown) known.set(text, one.id);
      return found;
    },
  };
}

type Row = { readonly text: string; readonly id: string };

function take(rows: readonly Row[], found: Map<string, Found>): void {
  for (const { text, id } of rows) {
    const other = found.get(text);
    const isOther = other !== undefined && !("id" in other && other.id === id);
    found.set(text, isOther ? { wrong: "ambiguous" } : { id });
  }
}

async function rowsOf(
  client: ClientBase,
  entity: string,
  sql: string,
  ignoresCase: boolean,
  texts: readonly string[],
): Promise<readonly Row[]> {
  const [own, asked] = ignoresCase ? [`lower((${sql})::text)`, "lower(asked.text)"] : [`(${sql})::text`, "asked.text"];
  const isKey = sql === 'given."id"';
  const condition = isKey ? 'given."id" = asked.text::uuid' : `${own} = ${asked}`;
  await client.query("SAVEPOINT asks");
  try {
    const { rows } = await client.query<Row>(
      `SELECT asked.text, given."id"::text AS id FROM unnest($1::text[]) AS asked (text)
       JOIN "public".${quoteIdentifier(entity)} AS given ON ${condition} LIMIT 100000`,
      [[...texts]],
    );
    await client.query("RELEASE SAVEPOINT asks");
    return rows;
  } catch (failure) {
    await client.query("ROLLBACK TO SAVEPOINT asks; RELEASE SAVEPOINT asks");
    // What the caller may not read is not found by it.
    if (failure instanceof DatabaseError && failure.code === "42501") return [];
    throw failure;
  }
}
