// The tables of a document as an operator looks into them: what each is called, where it is, and its fields.
import type { Compiled } from "../compile.ts";
import { designOf } from "../database/design-of.ts";
import { rowNameSql } from "../plan/row-name.ts";
import { printPlace, tableOf } from "../plan/layout.ts";
import type { ApplicationType } from "../product/application-type.ts";
import { entityFor } from "../product/entities.ts";

export type ExplainedField = {
  readonly id: string;
  readonly label: string;
  readonly notes: string;
  readonly required: boolean;
  /** The system sets it. */
  readonly auto: boolean;
  readonly setOnce: boolean;
  readonly type: ApplicationType;
};

export type ExplainedTable = {
  readonly id: string;
  readonly label: string;
  /** As SQL about the row `given` of `table`: what one of its rows is called. */
  readonly name: string;
  readonly table: string;
  readonly history: boolean;
  readonly fields: readonly ExplainedField[];
};

/** The document has no errors. */
export function explainTables(compiled: Compiled): readonly ExplainedTable[] {
  const design = designOf(compiled);
  return design.entities.map((entity) => {
    const { id, label } = entity.name;
    const { history, fields } = entityFor(entity, design);
    return {
      id,
      label,
      name: rowNameSql(id, "given", design),
      table: printPlace(tableOf(design.layout, id)),
      history,
      fields: Object.values(fields).map((field) => ({
        id: field.id,
        label: field.label,
        notes: field.notes,
        required: field.required,
        auto: field.auto,
        setOnce: field.setOnce,
        type: field.type,
      })),
    };
  });
}
