// References that are tried: to rows that are there. And files, which are brought apart from values.
import { entityOf, targetOf } from "../interpreter/document/names.ts";
import { isList, isRow, rowOf } from "../interpreter/values/value.ts";
import { asValue, rowsOf } from "../interpreter/world/world.ts";
import { itemsOf } from "./choice.ts";
import { plain } from "./text.ts";
import type { Trial, TypeOf } from "./trial.ts";

export const reference: Trial<TypeOf<"reference" | "belongs to">> = {
  ...plain,
  samples: (type, { world, turn }) =>
    rowsOf(world, targetOf(world.program, type) ?? "")
      .slice(turn)
      .map(asValue),
  random: (draw, type, world) => {
    const rows = rowsOf(world, targetOf(world.program, type) ?? "");
    return rows.length === 0 ? null : asValue(draw.pick(rows));
  },
  holds: isRow,
  fromText: (text, type, program) => rowOf(targetOf(program, type) ?? "", text),
  queried: "as equal",
};

export const several: Trial<TypeOf<"several">> = {
  ...plain,
  samples: ({ entity }, { world }) => rowsOf(world, entityOf(world.program, entity)).map((row) => [asValue(row)]),
  random: (draw, { entity }, world) => draw.some(rowsOf(world, entityOf(world.program, entity)), 2).map(asValue),
  holds: isList,
  text: "list",
  fromText: (text, { entity }, program) => itemsOf(text).map((id) => rowOf(entityOf(program, entity), id)),
};

export const file: Trial = { ...plain, text: "file" };

export const files: Trial = { ...plain, holds: isList, text: "files", fromText: itemsOf };

export const state: Trial = { ...plain, queried: "as equal" };
