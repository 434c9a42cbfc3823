// What a function of the language is made of: how it is written and checked, and what it becomes.
import type { FunctionRule } from "../check/call.ts";
import type { Clause } from "../english/clause.ts";
import type { Phrase, SentenceContext } from "../english/sentence-context.ts";
import type { Code } from "../javascript/javascript-code.ts";
import type { Lower } from "../javascript/javascript-nodes.ts";
import type { Print } from "../sql.ts";
import type { FunctionNode, Typed, TypedOf } from "../typed.ts";

/** `functions` are written `name(x)`, `methods` `x.name()`. Several may make one node, and some are worked out at once. */
export type FunctionFamily = {
  readonly functions?: Readonly<Record<string, FunctionRule>>;
  readonly methods?: Readonly<Record<string, FunctionRule>>;
};

/** What a node that functions make becomes. Its SQL and its JavaScript give the same value. */
export type NodeDefinition<Name extends FunctionNode> = {
  /** Whether it still says what it was given, so that a field computed by it shows what a hidden one holds. */
  readonly showsGiven: boolean;
  /** How long its value can get: digits of a number, characters of a text. `lengthOf` is that of a part. */
  readonly length: (typed: TypedOf<Name>, lengthOf: (part: Typed) => number) => number;
  readonly sql: (typed: TypedOf<Name>, print: Print) => string;
  /** The SQL is `numeric`, so that arithmetic with it is unbounded. */
  readonly isNumeric?: true;
  readonly javascript: (typed: TypedOf<Name>, lower: Lower) => Code;
} & (
  | {
      /** As a noun: "the weekday of …". */
      readonly english: (typed: TypedOf<Name>, here: SentenceContext) => Phrase;
    }
  | {
      /** As a clause that says what must be the case, or must not. */
      readonly condition: (typed: TypedOf<Name>, here: SentenceContext, holds: boolean) => Clause;
    }
);
