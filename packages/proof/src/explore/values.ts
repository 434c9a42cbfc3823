// Values that a user might give to a field: such as it takes, at its edges, just beyond, and odd ones.
import type { Field, FieldType } from "@writ/language/model";
import { amountOf } from "../interpreter/world/constants.ts";
import { decimalsOf } from "../interpreter/world/fields.ts";
import { wrongValue } from "../interpreter/writes/stored-values.ts";
import { moneyOf, numberOf, rescale, type NumberValue, type Value } from "../interpreter/values/value.ts";
import { moneyScaleOf, type Program, type World } from "../interpreter/world/world.ts";
import { matchingTexts } from "../plan/samples/pattern-texts.ts";
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
    const edges = edgesOf(world, field.type);
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
            [-1n, 0n, 1n].map((step) => quantityOf(program, type, rescale(digits, scale, places) + step)),
          );
  return all.filter((value) => wrongValue(program, field, value) === undefined);
}

const quantityOf = (program: Program, type: FieldType, digits: bigint): Value =>
  type.kind === "money" ? moneyOf(digits, moneyScaleOf(program)) : numberOf(digits, decimalsOf(program, type) ?? 0);

/** Such as a user writes who has something to say, and such as match. */
function textsOf(draw: Draw, { program }: World, field: Field): readonly string[] {
  const { type } = field;
  if (type?.kind !== "text" && type?.kind !== "long text" && type?.kind !== "Markdown text") return [];
  const texts =
    type.matching === undefined
      ? ["The door of the shed does not close any more."]
      : matchingTexts(type, draw.number(0, 1_000_000));
  return texts.filter((text) => wrongValue(program, field, text) === undefined);
}

const odd = [
  "",
  " ",
  "a ",
  "e\u0301",
  "é",
  "\u{1F600}",
  'it\'s "so", 100 %',
  "<b>&amp;",
  "a\nb",
  "null",
  "\\",
  "ß",
  "İ",
];

function edgesOf(world: World, type: FieldType | undefined): readonly Value[] {
  const { program } = world;
  switch (type?.kind) {
    case "text":
    case "long text":
    case "Markdown text": {
      const most = Number(amountOf(program, type.upTo)?.digits ?? 0n);
      return [...odd, ...(most > 0 && most < 5000 ? ["a".repeat(most), "a".repeat(most + 1)] : [])];
    }
    case "email":
      return ["", "someone", "a@b", "A@Example.test", "a@b.c "];
    case "number":
    case "integer":
    case "percent":
    case "money": {
      const places = decimalsOf(program, type) ?? 0;
      const bounds = [amountOf(program, type.from), amountOf(program, type.to)];
      const of = (digits: bigint): Value => quantityOf(program, type, digits);
      const near = ({ digits, scale }: NumberValue) =>
        [-1n, 0n, 1n].map((step) => rescale(digits, scale, places) + step);
      return [...bounds.flatMap((bound) => (bound === undefined ? [] : near(bound))), 0n, -1n].map(of);
    }
    case "one of":
      return ["", "none of them", ...type.choices.map(({ label }) => label)];
    case "several of":
      return [[], type.choices.map(({ id }) => id), ["none_of_them"]];
    default:
      return [];
  }
}
