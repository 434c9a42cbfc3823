// What every slice is given when it says what its part of the document becomes in a database, and what it gives back.
import type { Compiled } from "../compile.ts";
import type { SqlForm } from "../expression/sql.ts";
import type { Expression } from "../expression/tree.ts";
import type { Typed } from "../expression/typed.ts";
import type { CheckContext } from "../model/check-context.ts";
import type { Entity } from "../sections/entities/model.ts";
import type { Layout } from "./layout.ts";
import type { Column, DatabaseObject, ObjectOf } from "./objects.ts";
import type { ReadTarget } from "./read-targets.ts";
import type { Names } from "./target.ts";

export type Design = {
  readonly compiled: Compiled;
  readonly layout: Layout;
  /** Those of the document, and the account where it is only implied. */
  readonly entities: readonly Entity[];
  /** For reading words of the document as values. */
  readonly context: CheckContext;
  /** Prints an expression of the document, past all rights. The document has no errors: every expression has a type. */
  readonly print: (expression: Expression | Typed, form: SqlForm, names?: Names) => string;
};

/**
 * A part of what happens before a row of an entity is written, as statements of PL/pgSQL. `NEW` and `OLD` are the row;
 * `client` is whether a person writes it and not the system; `problems` gathers what is wrong, by `writ.problem(…)`.
 */
export type GuardPart = {
  readonly entity: string;
  readonly on: readonly ("insert" | "update" | "delete")[];
  readonly phase: GuardPhase;
  /** Variables that this entity's parts share, as a section DECLARE has them. */
  readonly declare?: string;
  readonly sql: string;
  readonly address: string;
};

/**
 * In the order in which they run:
 *
 * - `omitted`: which fields are not given, and which are given as empty;
 * - `given`: what a client gives and may not, while it can still be distinguished from what the system sets;
 * - `fill`: defaults, numbers, times, tenants;
 * - `right`: whether the client may, with the row as it was or, at creation, as it will be;
 * - `rate`: how often;
 * - `value`: every field on its own.
 */
export const guardPhases = ["omitted", "given", "fill", "right", "rate", "value"] as const;
export type GuardPhase = (typeof guardPhases)[number];

/**
 * A part of what happens after a row was written, in the order of the document, as statements of PL/pgSQL with `NEW` and
 * `OLD`. Each sees the rows as those before it left them. `somebody`: people or code write it, and not an effect, a
 * transition or a timer.
 */
export type EffectPart = {
  readonly entity: string;
  readonly on: readonly ("insert" | "update" | "delete")[];
  readonly sql: string;
  readonly address: string;
};

/**
 * A rule that is looked at when the transaction ends. `sql`: statements with `"row"`, the row as it is then, `"old"`, the
 * row before the change (empty at its creation), and `listed`, whether it is asked because of a row of one of its lists;
 * they append to `problems`.
 */
export type RulePart = {
  readonly entity: string;
  /** `create`, `update`, `delete`, or identifiers of transitions, each of which is an update too. */
  readonly on: readonly string[];
  /** Also asked when a row is written that is in one of these lists, before or after. */
  readonly lists: readonly OwnList[];
  readonly sql: string;
  readonly address: string;
};

/**
 * A part of what happens before a person takes a step: when it is certain that they may, and before the row's state is
 * looked at. `sql`: statements with `given`, the row as it is; they refuse by `PERFORM writ.refuse(…)`.
 */
export type StepPart = {
  readonly entity: string;
  /** The identifier of the transition. */
  readonly transition: string;
  readonly sql: string;
  readonly address: string;
};

/** The rows of `entity` whose reference `via` names a row: one of its lists. */
export type OwnList = { readonly entity: string; readonly via: string };

/**
 * What a rule, guard, effect, right, quota or stored value about rows of `entity` reads of other rows. Those who write them and those
 * who read them take locks (`plan/writing/locks.ts`), so that what is decided still holds when both are done.
 */
export type ReadPart = {
  readonly entity: string;
  readonly reads: Typed | readonly ReadTarget[];
  /** Before the row is written, because PostgreSQL itself then waits for the writer of a row that it excludes. */
  readonly early?: boolean;
  /** Before anything follows from a write: an effect or a right is decided by it, and not what the transaction ends with. */
  readonly first?: boolean;
  readonly address: string;
};

/**
 * What was decided before a row was written by a person, asked again once the locks of what it reads are held and before
 * anything has followed. `refused` and `problem`: SQL about the alias of a row, which is the one that was judged before: at
 * its creation as it is, later as it was.
 */
export type AgainPart = {
  readonly entity: string;
  readonly on: "insert" | "update" | "delete";
  readonly refused: (row: string) => string;
  readonly problem: (row: string) => string;
  readonly address: string;
};

/** An effect of `entity` writes rows of `writes`. */
export type Consequence = { readonly entity: string; readonly writes: string };

/** `follows`: its value is that of another row, so a change of this column alone is no write of its row. */
export type HiddenColumn = { readonly entity: string; readonly column: Column; readonly follows?: boolean };

/** What a slice adds to the database. */
export type Contribution = {
  readonly objects: readonly DatabaseObject[];
  /** Columns of an entity's table that are not fields of the document: their names begin with an underscore. */
  readonly columns?: readonly HiddenColumn[];
  readonly guards?: readonly GuardPart[];
  readonly steps?: readonly StepPart[];
  readonly effects?: readonly EffectPart[];
  readonly rules?: readonly RulePart[];
  readonly reads?: readonly ReadPart[];
  readonly again?: readonly AgainPart[];
  readonly consequences?: readonly Consequence[];
  /** What can only be said when every column of every table is known. */
  readonly afterwards?: (tables: readonly ObjectOf<"table">[]) => readonly DatabaseObject[];
};

export type Contribute = (design: Design) => Contribution;
