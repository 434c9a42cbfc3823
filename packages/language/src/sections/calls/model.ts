// Section 7: code that runs, services that are called, webhooks, schedules, and mails.
import type { Clause, SectionValue } from "../../clause/clause.ts";
import type { Name, Reference } from "../../text/name.ts";
import type { Template } from "../../clause/template.ts";
import type { Expression } from "../../expression/tree.ts";
import type { FieldType } from "../entities/model.ts";
import type { Span } from "../../problem.ts";
import type { Text } from "../../text/text.ts";

export type Calls = SectionValue & { readonly calls: readonly Call[]; readonly mails: readonly Mail[] };

export type CallKind = "function" | "schedule" | "webhook in" | "webhook out" | "API";

export type CallProperty =
  | "In"
  | "Out"
  | "Sends"
  | "Body"
  | "Signature"
  | "Timestamp"
  | "Secrets"
  | "Hosts"
  | "Timeout"
  | "Retries";

export type CallColumn = "Call" | "Kind" | "On" | "Code" | "Errors";

export type Call = Clause<CallColumn | CallProperty> & {
  readonly name: Name;
  readonly kind: CallKind | undefined;
  readonly on: CallOn | undefined;
  readonly code: CallCode | undefined;
  readonly errors: readonly Reference[];
  readonly in: readonly Parameter[];
  readonly out: readonly Parameter[];
  readonly sends: Sends | undefined;
  /** A JSON object whose values are expressions. */
  readonly body: Body | undefined;
  /** `none`: any program may call, on purpose. */
  readonly signature: "none" | { readonly header: string; readonly secret: string; readonly span: Span } | undefined;
  readonly timestamp: { readonly header: string; readonly withinMilliseconds: number; readonly span: Span } | undefined;
  readonly secrets: readonly SecretName[];
  readonly hosts: readonly { readonly host: string; readonly span: Span }[];
  readonly timeoutMilliseconds: number | undefined;
  readonly retries: number | undefined;
  /** The whole subsection says "not shown". */
  readonly bodyNotShown: boolean;
};

export type CallOn = { readonly span: Span } & (
  | { readonly kind: "button" | "effect" }
  | { readonly kind: "schedule"; readonly schedule: Schedule }
  | { readonly kind: "route"; readonly method: string; readonly path: string }
);

export type Schedule =
  | { readonly kind: "every"; readonly count: number; readonly unit: "minutes" | "hours" }
  /** Monday is 1. Every day is all seven. */
  | { readonly kind: "weekly"; readonly days: readonly number[]; readonly at: string }
  | { readonly kind: "monthly"; readonly day: number; readonly at: string }
  | { readonly kind: "cron"; readonly line: string };

export type CallCode =
  | { readonly kind: "path"; readonly path: string; readonly span: Span }
  /** `throws`: the codes in `problem("…")`; `mails`: the names in `mail("…")`. */
  | {
      readonly kind: "below";
      readonly code: Text | undefined;
      readonly span: Span;
      readonly throws: readonly Reference[];
      readonly mails: readonly Reference[];
    };

/** An entity's row when the type is a reference; written `Membership`, `From (date)`, `Note (text up to 200, optional)`. */
export type Parameter = {
  readonly name: Name;
  readonly type: FieldType | undefined;
  readonly optional: boolean;
  readonly span: Span;
};

export type Sends = { readonly method: string; readonly span: Span } & (
  | { readonly to: "url"; readonly url: string }
  | { readonly to: "secret"; readonly secret: SecretName }
);

export type SecretName = { readonly name: string; readonly span: Span };

export type Body =
  | {
      readonly kind: "object";
      readonly entries: readonly { readonly key: string; readonly value: Body }[];
      readonly span: Span;
    }
  | { readonly kind: "list"; readonly items: readonly Body[]; readonly span: Span }
  | { readonly kind: "expression"; readonly expression: Expression };

export type MailColumn = "Mail" | "For" | "Subject" | "Text" | `Subject (${string})` | `Text (${string})`;

export type Mail = Clause<MailColumn> & {
  readonly name: Name;
  readonly entity: Reference;
  /** By language; "" is the document's first language. */
  readonly subject: ReadonlyMap<string, Template>;
  readonly text: ReadonlyMap<string, Template>;
};
