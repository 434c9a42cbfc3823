// The suite's fixtures as one text that a driver can send: without the commands of a terminal, and without PostGIS.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const files = ["database", "roles", "schema", "jwt", "jsonschema", "privileges", "data"];

/** What stands for PostGIS, which is not there: enough for the fixtures to load. */
const withoutPostgis = `create function extensions.st_astwkb(text) returns bytea language sql as $$ select convert_to($1, 'UTF8') $$;
create function extensions.st_asgeojson(anyelement) returns text language sql as $$ select to_jsonb($1)::text $$;
create function extensions.st_geomfromgeojson(text) returns text language sql as $$ select $1 $$;`;

export function readFixtures(suite: string, authenticator: string, dump: string): string {
  return files
    .map((file) => {
      const text = readFileSync(join(suite, "fixtures", `${file}.sql`), "utf8")
        .replace(/^COPY ([^\n]+?) \(([^\n]+)\) FROM STDIN CSV DELIMITER '(.)';\n([^]*?)\n\\\.\n/gm, asInsert)
        .replaceAll(":DBNAME", '"postgres"')
        .replaceAll(':"PGUSER"', `"${authenticator}"`)
        .replaceAll("/tmp/projects_dump.csv", dump)
        .replace(/extensions\.geometry\([A-Z]+, *4326\)/g, "text")
        .replaceAll("::extensions.geometry", "::text")
        .replace(/^create extension if not exists postgis.*$/gm, () => withoutPostgis);
      const command = /^\\.*$/m.exec(text)?.[0];
      if (command !== undefined) throw new Error(`${file}.sql has a command that is not known: ${command}`);
      return `RESET ALL; SET search_path = public, test;\n${text}`;
    })
    .join("\n");
}

function asInsert(_: string, table: string, columns: string, delimiter: string, rows: string): string {
  const values = rows
    .split("\n")
    .filter((row) => row !== "")
    .map(
      (row) =>
        `(${cellsOf(row, delimiter)
          .map((cell) => `'${cell.replaceAll("'", "''")}'`)
          .join(", ")})`,
    );
  return `INSERT INTO ${table} (${columns}) VALUES\n${values.join(",\n")};\n`;
}

function cellsOf(row: string, delimiter: string): readonly string[] {
  if (row.includes('"')) throw new Error(`a row in quotes is not known: ${row}`);
  return row.split(delimiter);
}
