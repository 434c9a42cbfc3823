// What a browser knows of a document: plain data, and the expressions that it may evaluate ahead of the database.
import type { Context, Value } from "../expression/data.ts";
import type { ScreenKind } from "../sections/screens/model.ts";
import type { ApplicationType } from "./application-type.ts";

export type { ApplicationType, Choice } from "./application-type.ts";

/** An expression as the browser runs it. */
export type Evaluate = (context: Context) => Value;

/** `reads`: the values of the clause's own row that it needs, step by step: `["project", "key"]`. */
export type Formula<Run = Evaluate> = { readonly run: Run; readonly reads: readonly (readonly string[])[] };

/** By language; `""` is the document's first. */
export type Words = Readonly<Record<string, string>>;

export type Application<Run = Evaluate> = {
  readonly title: string;
  readonly languages: readonly string[];
  readonly timeZone: string;
  readonly currency: { readonly code: string; readonly minorUnits: number } | undefined;
  /** In the order of section 9. */
  readonly signIn: readonly ApplicationSignInMethod[];
  readonly gaps: readonly ApplicationGap[];
  readonly roles: readonly ApplicationRole[];
  /** Some role is given by rows: any row that is written may change what its writer has. */
  readonly rolesFollowRows: boolean;
  /** Effects notify users: everyone with an account has an inbox. */
  readonly inbox: boolean;
  /** Entities that roles are held within: people work in one of their rows at a time. */
  readonly scopes: readonly string[];
  readonly screens: readonly ApplicationScreen<Run>[];
  readonly entities: Readonly<Record<string, ApplicationEntity<Run>>>;
  readonly calls: Readonly<Record<string, ApplicationCall<Run>>>;
  /** What refusals say, by code. */
  readonly messages: Readonly<Record<string, Words>>;
  /** Translations of the document's names. */
  readonly words: Readonly<Record<string, Words>>;
};

/** What a button may set off, with what it is given and what it answers. */
export type ApplicationCall<Run = Evaluate> = {
  readonly id: string;
  readonly label: string;
  readonly rights: readonly Allowed<Run>[];
  readonly in: readonly ApplicationField<Run>[];
  readonly out: readonly ApplicationField<Run>[];
};

/** `kind` as section 9 writes it: `email and password`, `Google`, `OpenID` with its issuer. */
export type ApplicationSignInMethod = { readonly kind: string; readonly issuer: string | undefined };

/** `said`: what is missing, with the document's own words where it has some. `names`: what its address names below the section. */
export type ApplicationGap = {
  readonly address: string;
  readonly title: Words;
  readonly said: Words;
  readonly names: readonly string[];
  /** Of a screen: whom it is for. */
  readonly for: readonly string[] | undefined;
};

export type ApplicationRole = {
  readonly id: string;
  readonly label: string;
  readonly heldBy: "anyone" | "signed in" | "some";
  /** Rows give it: who has it changes with them. */
  readonly byRows: boolean;
  readonly within: string | undefined;
  /** Roles whose holders may give and take it. */
  readonly assignedBy: readonly string[];
};

export type ApplicationScreen<Run = Evaluate> = {
  readonly id: string;
  readonly label: string;
  readonly address: string;
  readonly route: readonly RouteStep[];
  /** "not shown" also where its audience is unknown. */
  readonly kind: ScreenKind["kind"] | "not shown";
  readonly entity: string | undefined;
  /** Identifiers of roles, `anyone`, `signed_in`; none where that is not shown. */
  readonly for: readonly string[];
  readonly menu: boolean;
  /** Addresses of its gaps. */
  readonly gaps: readonly string[];
  /** Something that it cannot do without is not shown: nothing of it is shown but that. */
  readonly notShown: boolean;
  readonly show: readonly FieldPath[];
  /** What of Where is a filter of the wire: values are worked out for the reader. */
  readonly filter: Filter<Run> | undefined;
  /** What of it is none, where no field of the row tells it either: rows are asked of a function. */
  readonly rows: RowsFunction | undefined;
  /** How rows lead to the last parameter of the route: steps through references. */
  readonly scope: { readonly path: readonly string[]; readonly parameter: string } | undefined;
  readonly sort: readonly { readonly path: FieldPath; readonly descending: boolean }[];
  readonly search: boolean;
  readonly filterBy: readonly FieldPath[];
  /** Fields that may be columns of a file; none where there is no import, or the reader may create no rows. */
  readonly import: readonly string[];
  readonly pageSize: number | undefined;
  readonly opens: string | undefined;
  readonly buttons: readonly Button[];
  readonly add: readonly string[];
  readonly columns: readonly string[] | undefined;
  readonly card: readonly FieldPath[];
  readonly by: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly ask: readonly string[] | undefined;
  readonly preset: readonly { readonly field: string; readonly value: Formula<Run> }[];
  readonly then: string | undefined;
  readonly empty: Words;
  readonly tiles: readonly ApplicationTile<Run>[];
  readonly page: readonly PageNode[];
  /** Of a component: where its author's file is in a form that a browser runs, or why there is none. */
  readonly own: OwnScreen | undefined;
};

export type OwnScreen = { readonly script: string; readonly style: string | undefined } | { readonly failure: string };

export type PageNode =
  | { readonly kind: "text" | "code" | "block"; readonly text: string }
  | { readonly kind: "heading"; readonly depth: number; readonly children: readonly PageNode[] }
  | { readonly kind: "link"; readonly address: string; readonly children: readonly PageNode[] }
  | {
      readonly kind:
        | "paragraph"
        | "strong"
        | "emphasis"
        | "struck"
        | "quote"
        | "list"
        | "ordered"
        | "item"
        | "table"
        | "row"
        | "cell"
        | "rule";
      readonly children: readonly PageNode[];
    };

export type FieldPath = readonly string[];

export type RouteStep =
  | { readonly kind: "fixed"; readonly text: string }
  | {
      readonly kind: "parameter";
      readonly name: string;
      readonly entity: string;
      readonly field: string;
      /** How its row leads to that of the parameter before it. */
      readonly within: { readonly path: readonly string[]; readonly parameter: string } | undefined;
    };

export type Button = { readonly kind: "screen" | "transition" | "call"; readonly id: string };

/** A condition that the data API can ask; `value` is worked out before. */
export type Filter<Run = Evaluate> =
  | { readonly kind: "and" | "or"; readonly of: readonly Filter<Run>[] }
  | { readonly kind: "not"; readonly of: Filter<Run> }
  | {
      readonly kind: "compare";
      readonly path: FieldPath;
      readonly operator: "eq" | "lt" | "lte" | "gt" | "gte";
      readonly value: Formula<Run>;
    }
  | { readonly kind: "one of"; readonly path: FieldPath; readonly values: readonly string[] }
  | { readonly kind: "empty" | "yes"; readonly path: FieldPath };

/**
 * `found`: with the words of a search. `parameters`: names of its arguments, each with that of the row in the route.
 */
export type RowsFunction = {
  readonly shown: string;
  readonly found: string;
  readonly parameters: readonly { readonly name: string; readonly route: string }[];
};

export type ApplicationTile<Run = Evaluate> = {
  readonly id: string;
  readonly label: string;
  readonly chart: "number" | "bar" | "line" | "pie" | "list" | undefined;
  readonly measure: { readonly kind: "count" | "sum" | "average" | "min" | "max"; readonly field: FieldPath };
  readonly entity: string;
  readonly by: { readonly field: FieldPath; readonly per: "day" | "week" | "month" | "year" | undefined } | undefined;
  readonly filter: Filter<Run> | undefined;
  readonly rows: RowsFunction | undefined;
  /** Addresses of its gaps. */
  readonly gaps: readonly string[];
  /** Where is there and cannot be asked as a filter, or something of the row is not shown. */
  readonly notShown: boolean;
};

export type ApplicationEntity<Run = Evaluate> = {
  readonly id: string;
  readonly label: string;
  readonly shownAs: Formula<Run> | undefined;
  readonly fields: Readonly<Record<string, ApplicationField<Run>>>;
  readonly history: boolean;
  readonly orderedBy: readonly { readonly field: string; readonly descending: boolean }[];
  readonly machines: readonly ApplicationMachine<Run>[];
  /** By action: `create`, `update`, `delete`, `transition:solve`, `set:assignee`; open: of whom it is not shown whether they may. */
  readonly rights: Readonly<Record<string, readonly Allowed<Run>[]>>;
  readonly openRights: Readonly<Record<string, readonly string[]>>;
  readonly rules: readonly ApplicationRule<Run>[];
  readonly notShown: boolean;
};

/** A role that may; `when` is undefined where it always may, `unknown` where only the database can tell. */
export type Allowed<Run = Evaluate> = {
  readonly role: string;
  readonly when: Formula<Run> | "unknown" | undefined;
  /** What to say where one condition alone stands in the way. */
  readonly otherwise: readonly { readonly code: string; readonly when: Formula<Run> | "unknown" }[];
};

export type ApplicationField<Run = Evaluate> = {
  readonly id: string;
  readonly label: string;
  readonly notes: string;
  readonly required: boolean;
  /** The system sets it. */
  readonly auto: boolean;
  readonly type: ApplicationType;
  readonly setOnce: boolean;
  /** A column that can be sorted and filtered by. */
  readonly stored: boolean;
  /** By which name the wire leads to what a computed reference names. */
  readonly relation?: string;
  /** What is given where nothing is; `unknown` where only the database can tell. */
  readonly default: Formula<Run> | "unknown" | undefined;
  /** Addresses of its gaps. */
  readonly gaps: readonly string[];
};

export type ApplicationMachine<Run = Evaluate> = {
  readonly field: string;
  readonly transitions: readonly ApplicationTransition<Run>[];
};

export type ApplicationTransition<Run = Evaluate> = {
  readonly id: string;
  readonly label: string;
  /** A person may press it. */
  readonly isButton: boolean;
  /** In the order of the document: the first whose guards hold is taken. `to` is a state, or "same". */
  readonly ways: readonly {
    readonly from: readonly string[];
    readonly to: string;
    readonly onlyIf: Formula<Run> | "unknown" | undefined;
    readonly otherwise: string | undefined;
  }[];
  readonly asks: readonly {
    readonly field: string;
    readonly required: boolean;
    readonly choices: readonly string[] | undefined;
  }[];
  readonly notShown: boolean;
};

export type ApplicationRule<Run = Evaluate> = {
  readonly id: string;
  readonly on: readonly string[];
  readonly when: Formula<Run> | undefined;
  readonly must: Formula<Run>;
  readonly code: string;
  readonly at: string | undefined;
};
