// The fields that screens name, step by step, as columns of tables.
import type { Type } from "../../../expression/type.ts";
import type { Design } from "../../../plan/design.ts";
import type { FieldPath } from "../model.ts";

export type Step = { readonly entity: string; readonly column: string };

/** From a row of `entity`: references, and at the end a field. Undefined where one of them is no column. */
export function stepsOf(entity: string, path: FieldPath, design: Design): readonly Step[] | undefined {
  const steps: Step[] = [];
  let from: string | undefined = entity;
  for (const { id } of path.steps) {
    if (from === undefined) return undefined;
    const column = columnNamed(from, id, design);
    if (column === undefined) return undefined;
    steps.push({ entity: from, column });
    const type: Type | undefined = design.compiled.schema.entities.get(from)?.fields.get(column)?.type;
    from = type?.kind === "row" ? type.entity : undefined;
  }
  return steps;
}

/** A field that is stored, or a computed one that is kept in a column. */
export function columnNamed(entity: string, name: string, design: Design): string | undefined {
  const { schema } = design.compiled;
  const id = name;
  const field = schema.entities.get(entity)?.fields.get(id);
  if (field?.store.kind === "column" || field?.store.kind === "array") return id;
  const home = design.layout.computed.get(`${entity}.${id}`)?.home;
  return home === "column" || home === "kept" ? id : undefined;
}
