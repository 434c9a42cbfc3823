// What a field type is to a test of a product: values to give, at random or at its edges, and how they are compared.
import type { FieldType } from "@writ/language/model";
import type { Kind, TypeOf } from "../interpreter/field-types/meaning.ts";
import type { Value } from "../interpreter/values/value.ts";
import type { Program, World } from "../interpreter/world/world.ts";
import type { Draw } from "../random/draw.ts";

export type { Kind, TypeOf };

/** What a field holds, as far as its text is concerned. */
export type TextKind = "text" | "number" | "moment" | "list" | "file" | "files";

/** `number`: another one each time. `turn`: other values than in the turn before. */
export type TrialContext = {
  readonly world: World;
  readonly label: string;
  readonly number: number;
  readonly turn: number;
};

export type Trial<Type = FieldType> = {
  /** Values that look real, the plainest first. */
  samples(type: Type, asked: TrialContext): readonly Value[];
  /** Mostly such as it may hold, near the edges that conditions ask about. */
  random(draw: Draw, type: Type, world: World): Value;
  /** What the type refuses; where there is nothing of the kind, any. */
  wrong?(draw: Draw, type: Type, world: World): Value;
  /** At its edges, just beyond, and odd ones. */
  edges(type: Type, world: World): readonly Value[];
  /** All that there are, where they are few. */
  all(type: Type): readonly Value[] | undefined;
  /** Whether it can hold what is of that kind; texts and choices say themselves what they take. */
  holds(value: Value): boolean;
  /** A value by its size as the field holds it, so many of its smallest steps away. */
  near(value: Value, type: Type, steps: number, world: World): Value;
  readonly text: TextKind;
  /** A text of a table back into a value. */
  fromText(text: string, type: Type, program: Program): Value;
  /** How lists are asked for it; texts are ordered by each database in a way of its own. */
  readonly queried: "by size" | "in order" | "as equal" | undefined;
};
