// Random values of a field: mostly such as it may hold, near the edges that conditions ask about.
import type { Field, FieldType } from "@writ/language/model";
import { amountOf } from "../interpreter/world/constants.ts";
import { decimalsOf } from "../interpreter/world/fields.ts";
import { wrongValue } from "../interpreter/writes/stored-values.ts";
import { entityOf, targetOf } from "../interpreter/document/names.ts";
import {
  dateOf,
  durationOf,
  momentOf,
  moneyOf,
  numberOf,
  quantity,
  rescale,
  type Value,
} from "../interpreter/values/value.ts";
import { asValue, moneyScaleOf, rowsOf, timeZoneOf, type World } from "../interpreter/world/world.ts";
import type { Draw } from "./draw.ts";

const words = ["a", "ab", "abc", "b", "bb", "c-1", "aaa", "zz", "abab", "cab", "ba", "cc"];
const hour = 3_600_000;

/** `isLoose`: also values that the type refuses. */
export function randomValue(draw: Draw, world: World, field: Field, isLoose = false): Value {
  const { type } = field;
  if (type === undefined) return null;
  const required = field.required === "yes" || type.kind === "belongs to" || type.kind === "yes/no";
  if ((!required || (isLoose && draw.once(8))) && draw.once(3)) return null;
  if (isLoose && draw.once(6)) return wrongOf(draw, world, type);
  for (let tried = 0; tried < 20; tried++) {
    const value = rightOf(draw, world, type);
    if (value === null || wrongValue(world.program, field, value) === undefined) return value;
  }
  return null;
}

function rightOf(draw: Draw, world: World, type: FieldType): Value {
  const { program } = world;
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text":
      return draw.pick(words);
    case "email":
      return `${draw.pick(words)}@example.test`;
    case "number":
    case "integer":
    case "percent":
    case "money": {
      const places = decimalsOf(program, type) ?? 0;
      const digits = rescale(
        BigInt(draw.pick([0, 1, 2, 3, 4, 5, 7, 8, 10, 20, 25, 50]) * 10),
        type.kind === "percent" ? 3 : 1,
        places,
      );
      return type.kind === "money" ? moneyOf(digits, moneyScaleOf(program)) : numberOf(digits, places);
    }
    case "date":
      return dateOf(timeZoneOf(program).dayAt(world.now) + draw.number(-4, 6));
    case "datetime":
      return momentOf(world.now + draw.pick([-240, -31, -29, -5, 5, 30, 100]) * hour);
    case "duration":
      return durationOf(draw.number(0, 4) * hour);
    case "yes/no":
      return draw.once(2);
    case "one of":
      return draw.pick(type.choices).id;
    case "several of":
      return draw.some(type.choices, 2).map(({ id }) => id);
    case "reference":
    case "belongs to": {
      const rows = rowsOf(world, targetOf(program, type) ?? "");
      return rows.length === 0 ? null : asValue(draw.pick(rows));
    }
    case "several":
      return draw.some(rowsOf(world, entityOf(program, type.entity)), 2).map(asValue);
    default:
      return null;
  }
}

function wrongOf(draw: Draw, world: World, type: FieldType): Value {
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text":
      return draw.pick(["A", "  ", "0a", "b".repeat(13), "c".repeat(41), "d".repeat(201)]);
    case "integer":
    case "money":
    case "number":
    case "percent": {
      const to = amountOf(world.program, type.to) ?? numberOf(1000);
      const { digits, scale } = quantity(to);
      const beyond = numberOf(digits + 10n ** BigInt(scale), scale);
      const under = numberOf(-1);
      const wrong = draw.pick([beyond, under]);
      return type.kind === "money"
        ? moneyOf(rescale(wrong.digits, wrong.scale, moneyScaleOf(world.program)), moneyScaleOf(world.program))
        : wrong;
    }
    case "one of":
      return "none_of_them";
    default:
      return rightOf(draw, world, type);
  }
}
