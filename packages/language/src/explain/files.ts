// Which fields of a document hold files, in its own words, with the buckets that they are kept in.
import type { Compiled } from "../compile.ts";
import { designOf } from "../database/design-of.ts";
import { fileFieldsOf } from "../plan/file-fields.ts";

export type ExplainedFileField = {
  readonly bucket: string;
  /** Identifier of the entity whose rows name them. */
  readonly entity: string;
  readonly entityLabel: string;
  readonly label: string;
  readonly address: string;
};

/** The document has no errors. */
export const explainFileFields = (compiled: Compiled): readonly ExplainedFileField[] =>
  fileFieldsOf(designOf(compiled)).map(({ entity, field, bucket }) => ({
    bucket,
    entity: entity.name.id,
    entityLabel: entity.name.label,
    label: field.name.label,
    address: field.address,
  }));
