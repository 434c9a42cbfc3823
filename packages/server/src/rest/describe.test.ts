// The root tells what can be asked, with the comments of the database, and nothing of what the asker may not reach.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

let made: SmallSchema;

before(async () => {
  made = await smallSchema(
    `COMMENT ON SCHEMA public IS E'Library\n\nBooks, and who has them.';
    CREATE TYPE state AS ENUM ('in', 'out');
    CREATE TABLE shelf (id int PRIMARY KEY);
    CREATE TABLE book (id int PRIMARY KEY, title varchar(80) NOT NULL DEFAULT 'untitled', shelf int REFERENCES shelf, state state, tags text[]);
    CREATE TABLE secret (id int PRIMARY KEY);
    COMMENT ON TABLE book IS E'A book\nOf paper.'; COMMENT ON COLUMN book.title IS 'On its back.';
    CREATE FUNCTION lend(book int, until date DEFAULT NULL) RETURNS void LANGUAGE sql AS $$ $$;
    CREATE FUNCTION hidden() RETURNS int LANGUAGE sql STABLE AS $$ SELECT 1 $$;
    REVOKE EXECUTE ON FUNCTION hidden() FROM PUBLIC; GRANT EXECUTE ON FUNCTION hidden() TO authenticated;
    GRANT SELECT ON book, shelf TO anon, authenticated; GRANT SELECT ON secret TO authenticated;`,
    { located: { scheme: "https", host: "books.example", path: "/rest/v1/" } },
  );
});

type Described = {
  readonly info: { readonly title: string; readonly description: string };
  readonly host: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
  readonly definitions: Readonly<Record<string, unknown>>;
};

const describe = async (as: "anon" | "authenticated") => (await made.ask("GET", "/", { as })).body as Described;

test("tables, columns and functions with their words", async () => {
  const { info, host, paths, definitions } = await describe("anon");
  assert.deepEqual([info.title, info.description, host], ["Library", "Books, and who has them.", "books.example"]);
  assert.equal(paths["/book"]?.["get"]?.summary, "A book");
  assert.deepEqual(Object.keys(paths["/rpc/lend"] ?? {}), ["post"]);
  assert.deepEqual(definitions["book"], {
    type: "object",
    description: "A book\nOf paper.",
    required: ["id", "title"],
    properties: {
      id: { format: "int32", type: "integer", description: "Note:\nThis is a Primary Key.<pk/>" },
      title: {
        format: "character varying",
        type: "string",
        description: "On its back.",
        maxLength: 80,
        default: "untitled",
      },
      shelf: {
        format: "int32",
        type: "integer",
        description: "Note:\nThis is a Foreign Key to `shelf.id`.<fk table='shelf' column='id'/>",
      },
      state: { format: "public.state", type: "string", enum: ["in", "out"] },
      tags: { format: "text[]", type: "array", items: { type: "string" } },
    },
  });
});

test("the description names only what the caller may reach", async () => {
  const [nobody, somebody] = [await describe("anon"), await describe("authenticated")];
  assert.deepEqual(
    [nobody.paths["/secret"], nobody.definitions["secret"], nobody.paths["/rpc/hidden"]],
    [undefined, undefined, undefined],
  );
  assert.ok(somebody.paths["/secret"] && somebody.definitions["secret"] && somebody.paths["/rpc/hidden"]);
});

test("it is asked for by GET and HEAD, as JSON", async () => {
  const got = await made.ask("HEAD", "/", { headers: { accept: "application/openapi+json" } });
  assert.deepEqual(
    [got.status, got.text, got.headers.get("content-type")],
    [200, "", "application/openapi+json; charset=utf-8"],
  );
  assert.deepEqual(codeOf(await made.ask("GET", "/", { headers: { accept: "text/csv" } })), [406, "PGRST107"]);
  assert.deepEqual(codeOf(await made.ask("POST", "/", { body: {} })), [404, "PGRST125"]);
});
