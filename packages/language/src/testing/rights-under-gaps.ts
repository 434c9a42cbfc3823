// The rights of all users in a product, and in the same product with one of its cells not shown: for tests of gaps.
import { compile, type Compiled } from "../compile.ts";
import { compare } from "../database/compare.ts";
import { databaseOf } from "../database/database.ts";
import type { TestDatabase } from "./database.ts";

/** A document in which one cell is not shown, and which one. */
export type Gap = { readonly what: string; readonly source: string };

/** One for each cell of these columns and each of these properties. */
export function gapsOf(source: string, columns: ReadonlySet<string>, properties: ReadonlySet<string>): readonly Gap[] {
  const lines = source.split("\n");
  const at = (index: number, line: string, what: string): Gap => ({
    what,
    source: lines.with(index, line).join("\n"),
  });
  let header: readonly string[] = [];
  return lines.flatMap((line, index): readonly Gap[] => {
    const [, property] = /^- (.+?): /.exec(line) ?? [];
    if (property !== undefined && properties.has(property))
      return [at(index, `- ${property}: not shown`, `${line} not shown`)];
    if (!line.startsWith("| ")) header = [];
    if (!line.startsWith("| ") || line.startsWith("| ---")) return [];
    const cells = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    if (header.length === 0) {
      header = cells;
      return [];
    }
    return cells.flatMap((_, place) => {
      const column = header[place] ?? "";
      if (!columns.has(column)) return [];
      return [at(index, `| ${cells.with(place, "not shown").join(" | ")} |`, `${column} of ${line}`)];
    });
  });
}

/** Something that people try: a question (`read …`), whose answers are rights, or what is a right if it succeeds. */
export type Deed = { readonly of: string; readonly sql: string };

/**
 * Tries deeds as a user, each as if it were alone: with the checks at the end of a transaction, and rolled back. The
 * creator of a row need not read it; any other deed has to reach a row.
 */
const tried = `CREATE FUNCTION pg_temp.tried(who text, claims text, deeds text[], statements text[]) RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
  may text[] := '{}';
  found text[];
  reached bigint;
BEGIN
  PERFORM set_config('role', who, true), set_config('request.jwt.claims', claims, true);
  FOR i IN 1 .. cardinality(deeds) LOOP
    BEGIN
      IF deeds[i] LIKE 'read %' THEN
        EXECUTE statements[i] INTO found;
      ELSE
        EXECUTE statements[i];
        GET DIAGNOSTICS reached = ROW_COUNT;
        found := CASE WHEN reached > 0 OR deeds[i] LIKE 'create %' THEN ARRAY[''] END;
        SET CONSTRAINTS ALL IMMEDIATE;
      END IF;
      RAISE EXCEPTION USING ERRCODE = 'ZZ001';
    EXCEPTION
      WHEN SQLSTATE 'ZZ001' THEN may := may || ARRAY(SELECT rtrim(deeds[i] || ' ' || one) FROM unnest(found) AS one);
      WHEN OTHERS THEN NULL;
    END;
  END LOOP;
  PERFORM set_config('role', 'writ_owner', true);
  RETURN may;
END $$`;

type Tried = {
  /** What people may where everything is shown, each as one line. */
  readonly had: ReadonlySet<string>;
  /** What they may beyond that in another document, into which the product is changed as a running one, and back. */
  readonly gained: (source: string) => Promise<readonly string[]>;
};

export async function rightsUnderGaps(
  { owner }: TestDatabase,
  shown: Compiled,
  people: ReadonlyMap<string, string | null>,
  deeds: readonly Deed[],
): Promise<Tried> {
  await owner(tried);
  const had = new Set<string>();
  /** What is known to be allowed is not asked again. */
  const beyond = async () => {
    const found: string[] = [];
    for (const [name, person] of people) {
      const claims = person === null ? { role: "anon" } : { role: "authenticated", sub: person };
      const open = deeds.filter(({ of }) => !had.has(`${name}: ${of}`));
      const [names, statements] = [open.map(({ of }) => of), open.map(({ sql }) => sql)];
      const given = [claims.role, JSON.stringify(claims), names, statements];
      const [answer] = await owner("SELECT pg_temp.tried($1, $2, $3, $4) AS may", given);
      for (const may of (answer?.["may"] ?? []) as readonly string[]) found.push(`${name}: ${may}`);
    }
    return found.filter((one) => !had.has(one));
  };
  await owner("BEGIN");
  for (const one of await beyond()) had.add(one);
  await owner("ROLLBACK");
  const objects = databaseOf(shown);
  const known = new Set([""]);
  const gained: Tried["gained"] = async (source) => {
    const after = compile(source, shown);
    const errors = after.problems.filter(({ severity }) => severity === "error");
    if (errors.length > 0) return errors.map(({ code, message }) => `${code}: ${message}`);
    const steps = compare(objects, databaseOf(after)).flatMap(({ sql }) => sql);
    // Words are no rights, and what makes the same product has been tried.
    const key = steps.filter((sql) => !/^COMMENT |FUNCTION writ\."?why_/.test(sql)).join("\n");
    if (known.has(key)) return [];
    known.add(key);
    await owner("BEGIN");
    await owner("SET LOCAL check_function_bodies = off");
    for (const step of steps) await owner(step);
    const found = await beyond();
    await owner("ROLLBACK");
    return found;
  };
  return { had, gained };
}
