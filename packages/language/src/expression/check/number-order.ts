// Sequence numbers are texts, with a prefix or without one, and have the order of the numbers in them.
import type { Typed } from "../typed.ts";
import { typed, type CheckPoint } from "./check-point.ts";

/** Whether it is a field that counts. */
const doesCount = (of: Typed, { whole: { schema } }: CheckPoint): boolean =>
  of.node === "field" && schema.entities.get(of.entity)?.fields.get(of.field)?.counts === true;

/** What is compared where one of them counts. */
export const orderedTexts = (values: readonly Typed[], here: CheckPoint): readonly Typed[] =>
  values.some((one) => doesCount(one, here)) ? values.map(inNumberOrder) : values;

const inNumberOrder = (of: Typed): Typed =>
  typed(of, { kind: "text", empty: of.type.empty }, { node: "in number order", of });
