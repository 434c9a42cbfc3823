// Section 9: settings, business constants, limits and translations.
import type { Clause, SectionValue } from "../../clause/clause.ts";
import type { Guard } from "../../clause/guard.ts";
import type { Name, Reference } from "../../text/name.ts";
import type { Amount, Value } from "../../clause/value.ts";
import type { Span } from "../../problem.ts";

export type Constants = SectionValue & {
  readonly settings: Settings;
  readonly constants: readonly Constant[];
  readonly limits: readonly Limit[];
  readonly words: readonly Word[];
};

export type Settings = {
  /** The first one is the document's own. Empty: none given. */
  readonly languages: readonly { readonly code: string; readonly span: Span }[];
  /** An IANA name; undefined: UTC. */
  readonly timeZone: { readonly name: string; readonly span: Span } | undefined;
  readonly currency: { readonly code: string; readonly minorUnits: number; readonly span: Span } | undefined;
  /** Empty: no user signs in. */
  readonly signIn: readonly SignInMethod[];
  readonly confirmedAddress: boolean;
  readonly clauses: readonly (Clause & { readonly name: Reference })[];
};

export type SignInMethod = { readonly span: Span } & (
  | {
      readonly kind:
        | "email and password"
        | "magic link"
        | "code by mail"
        | "anonymous"
        | "Google"
        | "GitHub"
        | "Microsoft"
        | "Apple";
    }
  | { readonly kind: "OpenID"; readonly issuer: string }
);

export type ConstantColumn = "Constant" | "Value" | "Meaning";

export type Constant = Clause<ConstantColumn> & {
  readonly name: Name;
  /** Undefined where wrong (reported) or not shown. */
  readonly value: Value | undefined;
  readonly meaning: string;
};

export type LimitColumn = "Limit" | "Value" | "Counts" | "When" | "Otherwise";

export type Limit = Clause<LimitColumn> & {
  readonly name: Name;
  readonly value: LimitValue | undefined;
  readonly counts: LimitCounts | undefined;
  readonly when: Guard | undefined;
  readonly otherwise: Reference | undefined;
};

export type LimitValue = { readonly amount: Amount; readonly span: Span } &
  /** `20 per hour per user`. */
  (
    | { readonly kind: "rate"; readonly milliseconds: number; readonly per: "user" | "address" }
    /** `3 per Organisation`, `5 per User via Member`. */
    | { readonly kind: "quota"; readonly entity: Reference; readonly via: Reference | undefined }
  );

/** `create Ticket`, `Ticket`, `Solve`, a call, or a built-in act such as `sign in`. */
export type LimitCounts = {
  readonly act: "create" | "update" | "delete" | undefined;
  readonly of: Reference;
  readonly span: Span;
};

/** A translation of any name of the document. */
export type Word = Clause & {
  readonly word: string;
  readonly wordSpan: Span;
  /** By language; a cell that is empty translates nothing. */
  readonly translations: ReadonlyMap<string, string>;
  /** The languages that its table has columns for. */
  readonly languages: readonly { readonly code: string; readonly span: Span }[];
};
