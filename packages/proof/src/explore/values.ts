// Values that a user might give to a field: such as it takes, at its edges, just beyond, and odd ones.
import type { Field } from "@writ/language/model";
import { matchingTexts } from "../field-types/pattern-texts.ts";
import { trialOf } from "../field-types/trials.ts";
import { meaningOf } from "../interpreter/field-types/meanings.ts";
import { decimalsOf } from "../interpreter/world/fields.ts";
import { wrongValue } from "../interpreter/writes/stored-values.ts";
import { rescale, type Value } from "../interpreter/values/value.ts";
import type { World } from "../interpreter/world/world.ts";
import { samplesOf } from "../plan/samples/sample.ts";
import type { Draw } from "../random/draw.ts";
import { literalsOf } from "./literals.ts";
import { randomValue } from "../random/values.ts";

/** `right`: what the type takes. */
export function randomValueOf(draw: Draw, world: World, field: Field, how: "right" | "any"): Value {
  const samples = [...samplesOf(world, field, draw.number(0, 3)), ...textsOf(draw, world, field)];
  const sample = (): Value => (samples.length === 0 ? null : draw.pick(samples));
  if (how === "right") {
    const decisive = draw.once(2) ? decisiveOf(world, field) : [];
    if (decisive.length > 0) return draw.pick(decisive);
    return draw.once(2) ? sample() : (randomValue(draw, world, field) ?? sample());
  }
  if (draw.once(10)) return null;
  if (draw.once(4)) {
    const edges = field.type === undefined ? [] : trialOf(field.type).edges(field.type, world);
    if (edges.length > 0) return draw.pick(edges);
  }
  return draw.once(2) ? sample() : randomValue(draw, world, field, true);
}

/** At and beside what the document compares with, as far as the field takes it. */
function decisiveOf({ program }: World, field: Field): readonly Value[] {
  const { type } = field;
  if (type === undefined) return [];
  const { numbers, texts } = literalsOf(program).get(field.name.id) ?? { numbers: [], texts: [] };
  const places = decimalsOf(program, type);
  const all: readonly Value[] =
    type.kind === "text"
      ? texts
      : places === undefined
        ? []
        : numbers.flatMap(({ digits, scale }) =>
            [-1n, 0n, 1n].map((step) => meaningOf(type).number(rescale(digits, scale, places) + step, places)),
          );
  return all.filter((value) => wrongValue(program, field, value) === undefined);
}

/** Such as a user writes who has something to say, and such as match. */
function textsOf(draw: Draw, { program }: World, field: Field): readonly string[] {
  const { type } = field;
  if (type === undefined || !("matching" in type)) return [];
  const texts =
    type.matching === undefined ? ["The door of the shed does not close any more."] : matchingTexts(type, draw);
  return texts.filter((text) => wrongValue(program, field, text) === undefined);
}
