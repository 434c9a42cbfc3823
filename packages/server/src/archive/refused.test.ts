// Archives that are altered, cut off, hostile, of another version or of no product: nothing of them is there.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { packTar, type TarEntry } from "modern-tar";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { within, wordsIn, write } from "../backup/testing/backed-up.ts";
import { notes } from "../backup/testing/notes.ts";
import { openSource } from "../backup/source.ts";
import { exportArchive } from "./export.ts";
import { importArchive } from "./import.ts";
import { printManifest, readManifest, type Manifest } from "./manifest.ts";
import { filesIn, refusal } from "./testing/archived.ts";
import { exported, startServed, upload } from "./testing/moved.ts";

const start = products();
let product: TestProduct;
const archive = join(emptyFolder({ after }), "archive");
before(async () => {
  product = await startServed(start, notes);
  for (let n = 0; n < 5; n++) await write(product, `note ${n}`);
  await upload(product, "a.txt", "the content");
  await upload(product, "b.txt", "another content");
  await exported(product, archive);
});

const copied = (): string => {
  const copy = join(emptyFolder({ after }), "archive");
  cpSync(archive, copy, { recursive: true });
  return copy;
};

/** Nothing of it is there afterwards. */
async function isRefused(from: string, code: string, words?: RegExp): Promise<void> {
  const place = join(emptyFolder({ after }), "data");
  await assert.rejects(importArchive(from, place, {}), refusal(code, words), from);
  const left = existsSync(place) ? filesIn(place) : [];
  assert.deepEqual(left, []);
}

/** An archive that somebody has changed, and whose checksums are right again. */
async function changed(change: (manifest: Manifest, folder: string) => object): Promise<string> {
  const folder = copied();
  const manifest = change(await readManifest(folder), folder);
  writeFileSync(join(folder, "archive.json"), printManifest(manifest as Manifest));
  return folder;
}

const rewritten = (manifest: Manifest, folder: string, name: string, text: string): Manifest => {
  writeFileSync(join(folder, name), text);
  const known = { bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
  return { ...manifest, tables: manifest.tables.map((one) => (one.name === name ? { ...one, ...known } : one)) };
};

test("each file that is changed, cut off or missing is found", async () => {
  const names = filesIn(archive).map((path) => path.slice(archive.length + 1));
  assert.ok(names.length > 30);
  for (const name of names) {
    const size = readFileSync(join(archive, name)).byteLength;
    if (size > 0) {
      const cut = copied();
      // At the end of the list there is an empty line.
      truncateSync(join(cut, name), Math.max(0, size - 2));
      await isRefused(cut, "B031", new RegExp(name.replaceAll(".", "\\.")));
      const altered = copied();
      const bytes = readFileSync(join(altered, name));
      bytes[size >> 1] = (bytes[size >> 1] ?? 0) ^ 1;
      writeFileSync(join(altered, name), bytes);
      await isRefused(altered, "B031");
    }
    const without = copied();
    rmSync(join(without, name));
    await isRefused(without, name === "archive.json" ? "B030" : "B032");
  }
  await isRefused(join(archive, "nothing"), "B030");
  await isRefused(emptyFolder({ after }), "B030");
});

test("a later format, and names that lead elsewhere, are refused", async () => {
  await isRefused(await changed((one) => ({ ...one, format: 2, version: "9.9.9" })), "B033", /Writ 9\.9\.9/);
  for (const name of ["../outside.ndjson", "rows/../../x.ndjson", "/etc/passwd", "rows/a/b.ndjson", "rows/\0.ndjson"])
    await isRefused(
      await changed((one) => ({ ...one, tables: [{ ...one.tables[0], name }, ...one.tables.slice(1)] })),
      "B031",
      /names/,
    );
  const [file] = (await readManifest(archive)).files;
  await isRefused(
    await changed((one) => ({ ...one, files: [{ ...file, name: "files/../../../x", version: "../../x" }] })),
    "B031",
    /names/,
  );
  // What the version says is a path as well.
  await isRefused(await changed((one) => ({ ...one, files: [{ ...file, version: "../../../x" }] })), "B031", /names/);
  const linked = copied();
  rmSync(join(linked, "rows/note.ndjson"));
  symlinkSync(join(archive, "rows/note.ndjson"), join(linked, "rows/note.ndjson"));
  await isRefused(linked, "B031", /no file/);
});

test("a tar is an archive too; one with other entries, or cut off, is refused", async () => {
  const folder = emptyFolder({ after });
  const tar = await exported(product, join(folder, "notes.tar"));
  const place = join(emptyFolder({ after }), "data");
  await importArchive(tar, place, {});
  assert.equal((await wordsIn(place)).length, 5);
  assert.ok(!existsSync(join(place, "archive.unpacked")));
  assert.deepEqual(readdirSync(folder), ["notes.tar"]);
  const bytes = readFileSync(tar);
  for (const length of [bytes.length >> 1, 700, 0]) {
    writeFileSync(join(folder, "cut.tar"), bytes.subarray(0, length));
    await isRefused(join(folder, "cut.tar"), "B031");
  }
  const entries: readonly TarEntry[] = [
    { header: { name: "../evil", size: 1, type: "file" }, body: "x" },
    { header: { name: "rows/../../evil", size: 1, type: "file" }, body: "x" },
    { header: { name: "/tmp/evil", size: 1, type: "file" }, body: "x" },
    { header: { name: "rows/note.ndjson", size: 0, type: "symlink", linkname: "/etc/passwd" } },
    { header: { name: "rows/note.ndjson", size: 0, type: "link", linkname: "/etc/passwd" } },
  ];
  for (const entry of entries) {
    writeFileSync(join(folder, "evil.tar"), await packTar([entry]));
    await isRefused(join(folder, "evil.tar"), "B031");
  }
});

test("no SQL of an archive is run, and no table or column beside those of the catalogue is written", async () => {
  const evil = 'note"; DROP TABLE public.note; --';
  const from = await changed((one, folder) => {
    const hostile = rewritten(one, folder, "rows/note.ndjson", readFileSync(join(folder, "rows/note.ndjson"), "utf8"));
    const tables = hostile.tables.map((each) =>
      each.name === "rows/note.ndjson" ? { ...each, table: evil, columns: [...each.columns, evil] } : each,
    );
    const other = tables.find(({ name }) => name === "rows/note.ndjson");
    cpSync(join(folder, "rows/note.ndjson"), join(folder, "system/pg_catalog.pg_authid.ndjson"));
    const catalogue = { ...other, name: "system/pg_catalog.pg_authid.ndjson", table: "pg_catalog.pg_authid" };
    const sequences = { ...one.sequences, "pg_catalog.x.y": { last: "1", isUsed: true } };
    return { ...hostile, sequences, tables: [...tables, catalogue] };
  });
  const place = join(emptyFolder({ after }), "data");
  const { leftOut } = await importArchive(from, place, {});
  assert.deepEqual(leftOut, ["pg_catalog.pg_authid"]);
  assert.equal((await wordsIn(place)).length, 5);
});

test("rows that do not fit together are refused, and so is a document that this version refuses", async () => {
  const owned =
    '{"id":"349443e6-aa44-4bfe-b5d4-fd10d972d98f","user_id":"349443e6-aa44-4bfe-b5d4-fd10d972d98f","provider":"email","provider_id":"x","identity_data":{},"created_at":"2026-01-01","updated_at":"2026-01-01"}\n';
  const more = (one: Manifest, name: string): Manifest => ({
    ...one,
    tables: one.tables.map((each) => (each.name === name ? { ...each, rows: 1 } : each)),
  });
  const identities = "system/auth.identities.ndjson";
  await isRefused(
    await changed((one, folder) => more(rewritten(one, folder, identities, owned), identities)),
    "B036",
    /identities_user_id_fkey/,
  );
  await isRefused(await changed((one, folder) => rewritten(one, folder, "rows/note.ndjson", "{}}\n")), "B036");
  await isRefused(await changed((one, folder) => rewritten(one, folder, "rows/note.ndjson", "")), "B031", /0 rows/);
  await isRefused(
    await changed((one, folder) => {
      const [last] = one.documents;
      const text = "# Nothing\n";
      writeFileSync(join(folder, String(last?.name)), text);
      const known = { bytes: text.length, sha256: createHash("sha256").update(text).digest("hex") };
      return { ...one, documents: [{ ...last, ...known }] };
    }),
    "B037",
  );
  await isRefused(await changed((one) => ({ ...one, files: [] })), "B032", /files\//);
});

test("what an archive of another version lacks takes its default, and what it has more is left out", async () => {
  const from = await changed((one, folder) => {
    const name = "system/storage.buckets.ndjson";
    const lines = readFileSync(join(folder, name), "utf8").replaceAll(/"public":\w+/g, '"was":1');
    const tables = rewritten(one, folder, name, lines).tables.map((each) =>
      each.name === name
        ? { ...each, columns: [...each.columns.filter((column) => column !== "public"), "was"] }
        : each,
    );
    return { ...one, tables };
  });
  const place = join(emptyFolder({ after }), "data");
  await importArchive(from, place, {});
  assert.equal((await wordsIn(place)).length, 5);
  await isRefused(await changed((one) => ({ ...one, sequences: undefined })), "B031", /archive\.json/);
});

test("a database without a product is not exported", async () => {
  const place = join(emptyFolder({ after }), "data");
  await within(place, async () => undefined);
  const source = await openSource(place);
  const target = join(emptyFolder({ after }), "none");
  await assert.rejects(
    exportArchive(source, target, { version: "1.2.3" }).finally(source.end),
    refusal("B039", /no document was applied/),
  );
  assert.deepEqual(readdirSync(join(target, "..")), []);
});
