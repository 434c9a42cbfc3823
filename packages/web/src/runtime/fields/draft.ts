// What is being written in a form: texts as people type them, and how they become what the wire takes.
import type { ApplicationField } from "@writ/language/product";
import type { Limiting, Read, Reading, Typed } from "../field-types/draft-type.ts";
import { draftTypeOf } from "../field-types/drafts.ts";

/** By field. */
export type Draft = Readonly<Record<string, Typed>>;

export const emptyFor = ({ type }: ApplicationField): Typed => draftTypeOf(type).empty(type);

/** What a form shows for a value that is there. */
export const typedOf = (value: unknown, field: ApplicationField, reading: Reading): Typed =>
  value === null || value === undefined ? emptyFor(field) : draftTypeOf(field.type).typedOf(value, field.type, reading);

/** A value that is wrong on its own is reported before anything is sent; the database checks the same. */
export function readTyped(typed: Typed, { type }: ApplicationField, reading: Reading): Read {
  if (typeof typed !== "string") return { value: typed };
  return typed.trim() === "" ? { value: null } : draftTypeOf(type).read(typed, type, reading);
}

/** The limits of a field, shown before a user exceeds them. */
export const limitsOf = ({ type }: ApplicationField, limiting: Limiting): string =>
  draftTypeOf(type).limits(type, limiting);
