// What the help says of a command.
import type { CommandName, optionsOf } from "../options.ts";

export type Described = readonly [form: string, does: string];

export type Usage<Name extends CommandName> = {
  /** As it is typed, without `writ`, and what it is for: one line of the overview. */
  readonly call: string;
  readonly does: string;
  /** Where a command can be called in several ways; `call` is a summary of them then. */
  readonly calls?: readonly Described[];
  /** Every option, in the order in which they are shown; `hidden`: only to be refused in words. */
  readonly options: Readonly<Record<keyof (typeof optionsOf)[Name], Described | "hidden">>;
  readonly examples: readonly string[];
};
