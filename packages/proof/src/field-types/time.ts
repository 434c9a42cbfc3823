// Days, moments, times and durations that are tried: soon, long ago, and around now.
import { dayFrom, timeFrom } from "../interpreter/values/time.ts";
import { dateOf, dayLength, durationOf, momentOf, timeOf, type Value } from "../interpreter/values/value.ts";
import { timeZoneOf, type World } from "../interpreter/world/world.ts";
import { kindOf, measure } from "./measure.ts";
import { plain } from "./text.ts";
import type { Trial } from "./trial.ts";

const hour = 3_600_000;

export const date: Trial = {
  ...plain,
  samples: (_type, { world, turn }) =>
    [1, 2, 0, -1].map((days) => dateOf(timeZoneOf(world.program).dayAt(world.now) + days + 30 * turn)),
  random: (draw, _type, { program, now }) => dateOf(timeZoneOf(program).dayAt(now) + draw.number(-4, 6)),
  holds: (value) => kindOf(value) === "date",
  near: (value, _type, steps) => {
    const { digits } = measure(value);
    const day = kindOf(value) === "date" ? Number(digits / dayLength) : Math.floor(Number(digits) / Number(dayLength));
    return dateOf(day + steps);
  },
  fromText: (text) => dateOf(dayFrom(text)),
  queried: "by size",
};

/** A day is taken for the moment at which it begins. */
export function nearMoment(value: Value, steps: number, { program }: World): Value {
  const { digits } = measure(value);
  const start = kindOf(value) === "date" ? timeZoneOf(program).startOfDay(Number(digits / dayLength)) : digits;
  return momentOf(Number(start) + steps);
}

export const datetime: Trial = {
  ...plain,
  samples: (_type, { world, turn }) =>
    [24, 48, 1, -24].map((hours) => momentOf(world.now + (hours + 720 * turn) * hour)),
  random: (draw, _type, { now }) => momentOf(now + draw.pick([-240, -31, -29, -5, 5, 30, 100]) * hour),
  holds: (value) => kindOf(value) === "datetime",
  near: (value, _type, steps, world) => nearMoment(value, steps, world),
  text: "moment",
  fromText: (text) => momentOf(Number(text)),
  queried: "by size",
};

const minute = 60_000;
const lastTime = 24 * hour - 1;

export const time: Trial = {
  ...plain,
  samples: (_type, { turn }) => [8.5, 12, 17, 0].map((hours) => timeOf(((hours + 5 * turn) % 24) * hour)),
  random: (draw) => timeOf(draw.number(0, 47) * 30 * minute),
  edges: () => [0, lastTime].map(timeOf),
  holds: (value) => kindOf(value) === "time",
  near: (value, _type, steps) =>
    timeOf(Math.min(lastTime, Math.max(0, Number(measure(value).digits) + steps * minute))),
  fromText: (text) => timeOf(timeFrom(text)),
  queried: "by size",
};

export const duration: Trial = {
  ...plain,
  samples: () => [hour, 24 * hour].map(durationOf),
  random: (draw) => durationOf(draw.number(0, 4) * hour),
  holds: (value) => kindOf(value) === "duration",
  near: (value, _type, steps) => durationOf(measure(value).digits + BigInt(steps) * 1000n),
  text: "number",
  fromText: (text) => durationOf(BigInt(text)),
};
