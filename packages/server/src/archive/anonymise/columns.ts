// Which column of which table is replaced in an export for staging, and by what.
import { compile } from "@writ/language";
import { maskOf, type Mask } from "../../field-types/anonymised.ts";
import type { Column, Table } from "../catalogue.ts";
import type { Masks } from "./masks.ts";

/** Of one value, which is not null; `row`: what is replaced in the same row. */
export type Replace = (value: unknown, row: Readonly<Record<string, unknown>>) => unknown;

type Fields = ReadonlyMap<string, ReadonlyMap<string, Mask>>;

export type Anonymise = {
  /** Of each column that cannot stay as it is. */
  readonly replacing: (table: Table) => ReadonlyMap<string, Replace>;
};

/** Numbers, moments, ids and yes or no stay; of what is none of them, words may be in it. */
const mayTell = ({ type }: Column): boolean =>
  !/^(?:uuid|boolean|smallint|integer|bigint|numeric|real|double precision|date|time|timestamp|interval)\b/.test(type);

/** `sizeOf`: how long the placeholder of a content is. */
export function anonymiseFor(source: string, masks: Masks, sizeOf: (type: string) => number): Anonymise {
  const { model } = compile(source);
  const fields: Fields = new Map(
    model.entities.entities.map((entity) => [
      entity.name.id,
      new Map(entity.fields.map(({ name, type }) => [name.id, maskOf(type)])),
    ]),
  );
  const system = systemReplaces(masks, fields, sizeOf);
  return {
    replacing: (table) => {
      const named = table.isOfDocument
        ? ofDocument(table, fields.get(table.name), masks)
        : (system[`${table.schema}.${table.name}`] ?? {});
      return new Map(
        table.columns.filter(mayTell).flatMap(({ name }) => {
          const replace = Object.hasOwn(named, name) ? named[name] : masks.json;
          return replace === undefined ? [] : [[name, replace] as const];
        }),
      );
    },
  };
}

const valueBy =
  (mask: Exclude<Mask, "keep">, masks: Masks): Replace =>
  (value) =>
    Array.isArray(value)
      ? value.map((one) => (typeof one === "string" ? masks[mask](one) : one))
      : typeof value === "string"
        ? masks[mask](value)
        : masks.json(value);

/** Undefined: it stays. */
type Replaces = Readonly<Record<string, Replace | undefined>>;

function ofDocument(table: Table, fields: ReadonlyMap<string, Mask> | undefined, masks: Masks): Replaces {
  return Object.fromEntries(
    table.columns.map(({ name }) => {
      const mask = fields?.get(name) ?? (name === "email" ? "email" : isMark(name) ? "keep" : "text");
      return [name, mask === "keep" ? undefined : valueBy(mask, masks)];
    }),
  );
}

/** Which transition wrote a row last. */
const isMark = (name: string): boolean => name === "_did";

const nothing: Replace = () => null;

/** By column; `undefined`: it stays, since it has nothing of people. */
function systemReplaces(
  masks: Masks,
  fields: Fields,
  sizeOf: (type: string) => number,
): Readonly<Record<string, Replaces>> {
  const stay = (...names: readonly string[]): Replaces => Object.fromEntries(names.map((name) => [name, undefined]));
  const path = valueBy("path", masks);
  return {
    "auth.users": {
      email: valueBy("email", masks),
      encrypted_password: nothing,
      raw_user_meta_data: masks.json,
      raw_app_meta_data: () => ({}),
      phone: nothing,
      email_change: nothing,
      email_change_confirmed: () => [],
    },
    "storage.buckets": stay("id", "name", "owner_id", "allowed_mime_types", "type"),
    "storage.objects": {
      ...stay("bucket_id", "owner_id", "version"),
      name: path,
      metadata: (value) => metadataOf(value, sizeOf),
      user_metadata: nothing,
    },
    "writ.assigned_role": stay("role"),
    "writ.role_change": stay("role", "event"),
    "writ.sequence": stay("name", "scope"),
    "writ.history": {
      ...stay("event", "through", "call"),
      entity: (value) => value,
      changes: (value, row) => changesOf(value, fields.get(String(row["entity"])), masks),
    },
    "writ.seeded": stay("entity", "key"),
    "writ.notice": { ...stay("mail", "entity"), said: masks.json },
    "writ.notice_choice": stay("mail"),
    "writ.file_field": stay("bucket", "clause"),
    "writ.loose_file": { ...stay("bucket"), name: path },
    "writ.fired": stay("timer"),
    "writ.schedule": stay("name"),
  };
}

type Changes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** By the type that the field has now; of one that is gone all texts are replaced. */
const changesOf = (value: unknown, fields: ReadonlyMap<string, Mask> | undefined, masks: Masks): unknown =>
  Object.fromEntries(
    Object.entries(value as Changes).map(([field, change]) => {
      const mask = fields?.get(field);
      if (mask === "keep") return [field, change];
      const replace = mask === undefined ? masks.json : valueBy(mask, masks);
      return [field, Object.fromEntries(Object.entries(change).map(([side, one]) => [side, replace(one, {})]))];
    }),
  );

const types = /^[a-z]+\/[a-z0-9.+-]{1,100}/;

export const bareType = (type: unknown): string =>
  types.exec(typeof type === "string" ? type.toLowerCase() : "")?.[0] ?? "application/octet-stream";

function metadataOf(value: unknown, sizeOf: (type: string) => number): unknown {
  const { eTag, mimetype, lastModified } = value as Readonly<Record<string, unknown>>;
  const type = bareType(mimetype);
  const size = sizeOf(type);
  return {
    eTag,
    size,
    mimetype: type,
    cacheControl: "no-cache",
    lastModified,
    contentLength: size,
    httpStatusCode: 200,
  };
}
