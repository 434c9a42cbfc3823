// Types whose values are rows of another entity, or of the same one.
import type { FieldType } from "../sections/entities/model.ts";
import type { OfKind } from "../model/of-kind.ts";

type Typed = FieldType | undefined;

/** One row. */
export const isReference = (type: Typed): type is OfKind<FieldType, "reference" | "belongs to"> =>
  type?.kind === "reference" || type?.kind === "belongs to";

/** One row, or several. */
export const refersToRows = (type: Typed): type is OfKind<FieldType, "reference" | "belongs to" | "several"> =>
  isReference(type) || type?.kind === "several";

/** The identifier of the entity of which a value is one row. */
export const referredEntity = (type: Typed): string | undefined => (isReference(type) ? type.entity.id : undefined);
