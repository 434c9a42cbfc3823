// What a random document is about, before it is written down: entities with fields of every type, and who is there.

import type { Sort } from "../field-types/drawn.ts";

export type OutlineField = {
  readonly name: string;
  readonly id: string;
  /** As the column Type says it. */
  readonly type: string;
  readonly required: "" | "yes" | "no" | "auto";
  readonly default: string;
  /** What an expression can do with it. */
  readonly sort: Sort;
  /** Whether a value may be missing, as far as the outline knows; it errs towards yes. */
  readonly empty: boolean;
  /** Where a reference or a list leads. */
  readonly target?: string;
  readonly codes?: readonly string[];
  /** Whether it is stored and a client may give it. */
  readonly given: boolean;
  readonly hidable: boolean;
};

export type OutlineEntity = {
  readonly name: string;
  readonly id: string;
  readonly fields: OutlineField[];
  readonly owner: string | undefined;
  readonly unique: readonly (readonly string[])[];
  /** The entity that it belongs to. */
  readonly parent: string | undefined;
};

export type OutlineRole = {
  readonly name: string;
  readonly id: string;
  readonly givenBy: string;
  readonly within: string | undefined;
  readonly via?: string;
  /** Whether a user without an account has it. */
  readonly open: boolean;
  readonly giver: string | undefined;
};

export type Outline = {
  readonly entities: readonly OutlineEntity[];
  readonly roles: readonly OutlineRole[];
  readonly tenant: string | undefined;
  readonly timeZone: string;
};

export const identifier = (name: string): string => name.toLowerCase().replaceAll(" ", "_");
export const allRows = (name: string): string =>
  identifier(name)
    .split("_")
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join("");
