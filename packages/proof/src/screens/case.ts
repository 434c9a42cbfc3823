// A screen as a user opens it: what is there, which address, and what they should see.
import type { ScreenScenario } from "@writ/language/scenarios";
import type { Caller, World } from "../interpreter/world/world.ts";

export type ScreenCase = {
  readonly scenario: ScreenScenario;
  readonly world: World;
  readonly me: Caller;
  readonly path: string;
  /** Undefined: for them there is nothing at this address. */
  readonly expected: ExpectedScreen | undefined;
};

/** What a screen names, and what not. Whatever the document leaves open is in neither. */
export type ExpectedScreen = {
  /** Undefined: it is made of a row. */
  readonly heading: string | undefined;
  /** What is named there: columns, facts, fields to fill in, tiles. */
  readonly names: Expectation;
  /** What can be pressed. */
  readonly commands: Expectation;
  /** So many rows; undefined: not counted. */
  readonly rows: number | undefined;
  /** The very columns of a list, where it shows rows. */
  readonly columns: readonly string[] | undefined;
};

export type Expectation = { readonly there: readonly string[]; readonly absent: readonly string[] };
