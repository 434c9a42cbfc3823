// What a document says must, and must not, be possible: each slice derives it from its clauses, the proof tries it.
import type { Expression, Tree } from "../expression/tree.ts";
import type { Amount } from "../clause/value.ts";
import type { Template } from "../clause/template.ts";
import type { Span } from "../problem.ts";
import type { Limit, SignInMethod } from "../sections/constants/model.ts";

export type Scenario = {
  /** Survives moving lines: the clause's address, and behind `#` what of it is tried. */
  readonly address: string;
  readonly clause: string;
  /** The addresses of other clauses that it shows too: constants that it speaks of, the mail that is sent, what readers find. */
  readonly shows?: readonly string[];
  /** What is tried of it; `where` says when. */
  readonly sentence: string;
  /** The entity of the row that it is about, by identifier. */
  readonly entity: string;
  readonly deed: ScenarioDeed;
  /** By what else it is tried where that does not bring it about, in this order. */
  readonly orBy?: readonly ScenarioDeed[];
  /** With which other rows it is tried where that does not either. */
  readonly orAs?: readonly Pick<Scenario, "entity" | "deed" | "where">[];
  /** Why no case can try it. */
  readonly beyond?: string;
  /** The identifier of the role that grants the right or does not, or `notSignedIn`; undefined: any user who may. */
  readonly by: string | undefined;
  /** What is so beforehand. */
  readonly where: readonly Fact[];
  readonly expected: Expected;
  /** What an error is to say; it is heard where another scenario is refused with it. */
  readonly told?: ErrorReply;
};

export type ScenarioDeed =
  | { readonly kind: "create" | "read" | "update" | "delete" }
  | { readonly kind: "transition"; readonly transition: string }
  | { readonly kind: "see"; readonly field: string }
  | { readonly kind: "set"; readonly field: string; readonly on: "create" | "update" }
  /** What the call does is not looked at; `input`: what its row is given as. */
  | {
      readonly kind: "call";
      readonly call: string;
      readonly input: string | undefined;
      readonly given?: ChangedInput | undefined;
    }
  /** Another program asks at the address of a webhook in. */
  | {
      readonly kind: "request";
      readonly call: string;
      readonly signed: Signed;
      readonly sent: Sent;
      readonly given?: ChangedInput;
    }
  /** The clock goes on, as far as a schedule has it. */
  | { readonly kind: "come round"; readonly call: string; readonly until: Until }
  /** A user holds a role by a row of the entity; the operator of the product names a user for it. */
  | { readonly kind: "hold" | "name"; readonly role: string }
  /** A user deletes their own account. */
  | { readonly kind: "leave" }
  /** A new user signs in, before or after confirming their address where the product asks for that. */
  | { readonly kind: "sign in"; readonly way: SignInMethod["kind"]; readonly isConfirmed: boolean }
  /** Whether a user may assign the role to another user, and remove it. */
  | { readonly kind: "assign" | "remove"; readonly role: string }
  /** Time goes on until a transition or an effect is due, by its identifier or its address; `early`: until just before; `never`: it never is. */
  | { readonly kind: "wait"; readonly timer: string; readonly early: boolean; readonly never?: true };

/** One of the inputs of a call is unlike the usual; the others are as they should be. */
export type ChangedInput = {
  readonly name: string;
  readonly value: Edge | { readonly kind: "left out" } | { readonly kind: "usual" };
};

/** To its next moment; to a second before it; to many of its moments one after the other, each time to just before it first; where it has none, a year on. */
export type Until = "its time" | "just before" | "many times" | "a year";

/** How the request of another program is signed. */
export type Signed = "rightly" | "not at all" | "with another secret" | "for another body";

/** When such a request says that it was sent, beside how long section 7 takes it for new. */
export type Sent = "now" | "a while ago" | "too long ago" | "as far ahead as may be" | "too far ahead" | "at no time";

/**
 * `before`: of the row as it is there, which rights judge; `asked`: with what a transition asks for, which its guard judges;
 * `after`: as it would be, when what is given is written.
 */
export type Moment = "before" | "asked" | "after";

export type Fact =
  | {
      readonly kind: "holds";
      readonly expression: Expression;
      readonly tree: Tree;
      readonly is: boolean;
      readonly at: Moment;
      /** Of the row that this reference of the tried one leads to. */
      readonly via?: string;
      /** So that another part decides, where both can be. */
      readonly ifPossible?: true;
    }
  | { readonly kind: "own"; readonly is: boolean; readonly at: Moment }
  | { readonly kind: "state"; readonly field: string; readonly state: string }
  /** Whether the one who tries it gives a field a value. */
  | { readonly kind: "given"; readonly field: string; readonly is: boolean }
  /** What is given to a field is another value than was there. */
  | { readonly kind: "changed"; readonly field: string }
  /** Whether an effect is set off; its If, where it has one. */
  | { readonly kind: "follows"; readonly effect: string; readonly of: Expression | undefined; readonly is: boolean }
  /** When everything has been done. */
  | { readonly kind: "finally"; readonly expression: Expression; readonly tree: Tree; readonly is: boolean }
  /** Whether time has brought it to the row. */
  | { readonly kind: "elapsed"; readonly timer: string; readonly at: Expression | undefined; readonly is: boolean }
  /** What the one who tries it gives to a field. */
  | { readonly kind: "value"; readonly field: string; readonly value: Edge }
  /** What an effect gives to a field, of its own row or of each of these. */
  | {
      readonly kind: "gives";
      readonly entity: string;
      readonly field: string;
      readonly expression: Expression;
      readonly to: { readonly rows: Tree; readonly entity: string } | undefined;
      readonly value: Edge;
    }
  /** A computed field has a value that a reader could tell from nothing. */
  | { readonly kind: "filled"; readonly field: string }
  /** The reader of the row sees the field, which some readers do not. */
  | { readonly kind: "seen"; readonly field: string }
  /** What a field comes to hold is another value than this would give it; `words`: of what makes the difference. */
  | {
      readonly kind: "matters";
      readonly expression: Expression;
      readonly words: Span;
      readonly otherwise: Tree;
      readonly of: Holding;
    }
  /** What is given to a reference is, or is not, among what there is to choose from; `unread`: and not to be read otherwise. */
  | {
      readonly kind: "among";
      readonly field: string;
      readonly choices: Expression;
      readonly is: boolean;
      readonly unread?: true;
    }
  | Twin
  | Named
  /** A user has the role in what `within` leads to, or in what contains the row. */
  | { readonly kind: "held"; readonly role: string; readonly within?: Expression | undefined }
  /** A reference leads back to its own row, by way of another one. */
  | { readonly kind: "circle"; readonly field: string; readonly is: boolean }
  /** So many more fit into a limit: none, or one; `ofAll`: as though it counted every row, where its When may be of them all. */
  | { readonly kind: "room"; readonly limit: Limit; readonly room: 0 | 1; readonly ofAll: boolean };

/** Where what is worked out is kept, of which entity, and from what: from the row, and from each of these that an effect happens to. */
export type Holding = {
  readonly entity: string;
  readonly field: string;
  readonly at: "before" | "after";
  readonly to?: { readonly rows: Tree; readonly entity: string };
};

/** Values at the edge of what a type takes. */
export type Edge =
  | { readonly kind: "length"; readonly upTo: Amount; readonly over: 0 | 1 }
  /** A file of so many bytes, and so many files. */
  | { readonly kind: "bytes" | "files"; readonly upTo: Amount; readonly over: 0 | 1 }
  | { readonly kind: "amount"; readonly amount: Amount; readonly steps: -1 | 0 | 1 }
  /** One of its choices. */
  | { readonly kind: "choice"; readonly id: string }
  /** Not one of its choices, not of its pattern or form, with as many decimals as it keeps and with one more, nothing. */
  | { readonly kind: "unlisted" | "unmatched" | "finest" | "finer" | "empty" }
  /** A row that the writer may not read, or that does not exist. */
  | { readonly kind: "unread" }
  /** A file of another type than it claims; one that was never uploaded. */
  | { readonly kind: "disguised" | "missing" };

/** A row of that entity has the tried one in this field; `of`: of the row that another field of it leads to, something is so. */
export type Named = {
  readonly kind: "named";
  readonly entity: string;
  readonly field: string;
  readonly of?: { readonly via: string; readonly holds: readonly Fact[] };
};

/** Another row has the same values in some fields, and others so many steps from some of this one's. */
export type Twin = {
  readonly kind: "twin";
  readonly same: readonly string[];
  /** Texts alike but for their case. */
  readonly folded: boolean;
  readonly near: readonly { readonly field: string; readonly to: string; readonly steps: number }[];
  /** Of the other one. */
  readonly holds: readonly Fact[];
};

export type Expected =
  | { readonly kind: "done" }
  /** By this clause and no other; `code` where the document names one. */
  | { readonly kind: "refused"; readonly code: string | undefined; readonly field: string | undefined };

/** A caller who has not signed in, where no role applies to them. */
export const notSignedIn = "not signed in";

/** Behind what is tried of a clause, where it is tried in several ways. */
export const inTurn = (number: number): string => (number === 0 ? "" : ` ${number + 1}`);

export const success: Expected = { kind: "done" };
/** The reply of an error to the caller. */
export type ErrorReply = {
  readonly code: string;
  readonly language: string;
  readonly status: number | undefined;
  readonly message: Template | undefined;
};

export const refused = (code?: string, field?: string): Expected => ({ kind: "refused", code, field });
