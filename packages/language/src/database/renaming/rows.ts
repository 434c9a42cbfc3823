// Rows of the system that name an entity or a field: its history, its numbers, its timers, its files.
import type { Compiled } from "../../compile.ts";
import { quoteText } from "../../expression/sql/sql-quote.ts";
import { bucketOf, isFileType } from "../../plan/file-fields.ts";
import type { Step } from "../step.ts";
import type { Renaming } from "./requested.ts";

/** `before`: the applied document under the new identifiers. */
export function renameRowSteps(renamings: readonly Renaming[], before: Compiled): readonly Step[] {
  return renamings.map((one) => ({
    kind: "data",
    what: `what is stored about ${one.kind === "entity" ? one.from : `${one.entity}.${one.from}`}: renamed to ${one.to}`,
    address: one.address,
    sql: one.kind === "entity" ? ofEntity(one, renamings, before) : ofField(one, before),
  }));
}

function ofEntity({ from, to }: Renaming, renamings: readonly Renaming[], before: Compiled): readonly string[] {
  const [old, now] = [quoteText(from), quoteText(to)];
  /** `ticket.close`, `ticket.number`. */
  const first = (column: string) =>
    `${column} = ${now} || substr(${column}, ${from.length + 1}) WHERE split_part(${column}, '.', 1) = ${old}`;
  // Fields are renamed after their entity.
  const fieldBefore = (id: string) =>
    renamings.find((one) => one.kind === "field" && one.entity === to && one.to === id)?.from ?? id;
  const fields = [...(before.lookup.fields.get(to)?.values() ?? [])].flatMap(({ name, type }) =>
    isFileType(type) ? [fieldBefore(name.id)] : [],
  );
  return [
    `UPDATE writ.history SET entity = ${now} WHERE entity = ${old}`,
    // An entity of that name that was removed long ago has nothing to do with this one.
    `DELETE FROM writ.seeded WHERE entity = ${now}`,
    `UPDATE writ.seeded SET entity = ${now} WHERE entity = ${old}`,
    `UPDATE writ.notice SET entity = ${now} WHERE entity = ${old}`,
    // What has happened does not happen again.
    `ALTER TABLE "writ"."fired" DISABLE TRIGGER USER`,
    `UPDATE writ.fired SET ${first("timer")}`,
    `ALTER TABLE "writ"."fired" ENABLE TRIGGER USER`,
    `UPDATE writ.timer_failure SET ${first("timer")}`,
    `DELETE FROM writ.sequence WHERE split_part(name, '.', 1) = ${now}`,
    `UPDATE writ.sequence SET ${first("name")}`,
    `UPDATE writ.outbox SET payload = payload || jsonb_build_object('entity', ${now}) WHERE done_at IS NULL AND payload ->> 'entity' = ${old}`,
    ...fields.flatMap((field) => moveBucket(bucketOf(from, field), bucketOf(to, field))),
  ];
}

function ofField(one: Extract<Renaming, { kind: "field" }>, before: Compiled): readonly string[] {
  const { entity, from, to } = one;
  const [old, now] = [quoteText(from), quoteText(to)];
  const [counter, renamed] = [quoteText(`${entity}.${from}`), quoteText(`${entity}.${to}`)];
  return [
    `UPDATE writ.history SET changes = (changes - ${old}) || jsonb_build_object(${now}, changes -> ${old}) WHERE entity = ${quoteText(entity)} AND changes ? ${old}`,
    `DELETE FROM writ.sequence WHERE name = ${renamed}`,
    `UPDATE writ.sequence SET name = ${renamed} WHERE name = ${counter}`,
    ...(isFileType(before.lookup.fields.get(entity)?.get(to)?.type)
      ? moveBucket(bucketOf(entity, from), bucketOf(entity, to))
      : []),
  ];
}

/** The bytes stay where they are: they are named by their version. No user writes these rows. */
function moveBucket(from: string, to: string): readonly string[] {
  const [old, now] = [quoteText(from), quoteText(to)];
  return [
    `INSERT INTO storage.buckets (id, name, owner, owner_id, created_at, public, file_size_limit, allowed_mime_types, type)
      SELECT ${now}, ${now}, owner, owner_id, created_at, public, file_size_limit, allowed_mime_types, type FROM storage.buckets WHERE id = ${old}
      ON CONFLICT (id) DO NOTHING`,
    `ALTER TABLE "storage"."objects" DISABLE TRIGGER USER`,
    `UPDATE storage.objects SET bucket_id = ${now} WHERE bucket_id = ${old}`,
    `ALTER TABLE "storage"."objects" ENABLE TRIGGER USER`,
    `UPDATE storage.unfinished SET bucket_id = ${now} WHERE bucket_id = ${old}`,
    `DELETE FROM writ.file_field WHERE bucket = ${now}`,
    `UPDATE writ.loose_file SET bucket = ${now} WHERE bucket = ${old}`,
    `UPDATE writ.file_field SET bucket = ${now} WHERE bucket = ${old}`,
    `DELETE FROM storage.buckets WHERE id = ${old}`,
  ];
}
