// Section 2: the screens, what each shows, and the routes that lead to them.
import type { Clause, SectionValue } from "../../clause/clause.ts";
import type { Guard } from "../../clause/guard.ts";
import type { Name, Reference } from "../../text/name.ts";
import type { Assignment } from "../../expression/tree.ts";
import type { Span } from "../../problem.ts";

export type Screens = SectionValue & { readonly screens: readonly Screen[] };

export type ScreenColumn = "Screen" | "Route" | "Kind" | "For" | "Menu";

export type ScreenProperty =
  | "Show"
  | "Where"
  | "Sort"
  | "Search"
  | "Filter by"
  | "Opens"
  | "Import"
  | "Buttons"
  | "Empty"
  | "Page size"
  | "Columns"
  | "Card"
  | "Add"
  | "Ask"
  | "Preset"
  | "Then"
  | "Code"
  | "Takes"
  | `Empty (${string})`;

export type Screen = Clause<ScreenColumn | ScreenProperty> & {
  readonly name: Name;
  readonly route: Route | undefined;
  readonly kind: ScreenKind | undefined;
  /** Roles, or the words `anyone` and `signed in`. */
  readonly for: readonly Reference[];
  readonly menu: boolean;
  /** The whole `### Screen` subsection says "not shown". */
  readonly bodyNotShown: boolean;
  readonly show: readonly FieldPath[] | undefined;
  readonly where: Guard | undefined;
  readonly sort: readonly SortKey[];
  readonly search: readonly FieldPath[];
  readonly filterBy: readonly FieldPath[];
  /** What a file that users import into the list may have as columns. */
  readonly import: readonly FieldPath[];
  readonly pageSize: PageSize | undefined;
  readonly opens: Reference | undefined;
  readonly buttons: readonly ButtonReference[];
  readonly add: readonly FieldPath[];
  /** States or choices of the board's field. */
  readonly columns: readonly Reference[] | undefined;
  readonly card: readonly FieldPath[] | undefined;
  readonly ask: readonly FieldPath[] | undefined;
  readonly preset: readonly Assignment[];
  readonly then: Reference | undefined;
  /** By language; "" is the document's first language. */
  readonly empty: ReadonlyMap<string, string>;
  readonly emptySpans: ReadonlyMap<string, Span>;
  readonly code: { readonly path: string; readonly span: Span } | undefined;
  readonly takes: readonly Reference[];
  readonly tiles: readonly Tile[];
  /** The `markdown` block of a page. */
  readonly page: { readonly text: string; readonly span: Span } | undefined;
};

/** `names`: what it was found to be; not there where nothing is called so, or several things are. */
export type ButtonReference = Reference & { readonly names?: "screen" | "call" | "transition" };

export type ScreenKind = { readonly span: Span } & (
  | { readonly kind: "list" | "detail" | "new" | "edit"; readonly entity: Reference }
  | { readonly kind: "board"; readonly entity: Reference; readonly by: FieldPath }
  | {
      readonly kind: "calendar";
      readonly entity: Reference;
      readonly from: FieldPath;
      readonly to: FieldPath | undefined;
    }
  | { readonly kind: "dashboard" | "page" | "component" }
);

export type Route = { readonly text: string; readonly span: Span; readonly segments: readonly RouteSegment[] };

export type RouteSegment = { readonly span: Span } & (
  | { readonly kind: "fixed"; readonly text: string }
  /** `:ticket` is looked up by id, `:ticket.number` by that field. */
  | {
      readonly kind: "parameter";
      /** What expressions and code call it: `route.item`. */
      readonly name: string;
      readonly entity: Reference;
      readonly field: Reference | undefined;
    }
);

/** One or more steps: `Subject`, `Requester.Name`. */
export type FieldPath = { readonly steps: readonly Reference[]; readonly span: Span };
export type SortKey = { readonly path: FieldPath; readonly descending: boolean };
export type PageSize =
  | { readonly kind: "number"; readonly value: number; readonly span: Span }
  | { readonly kind: "constant"; readonly name: Reference; readonly span: Span };

export type TileColumn = "Tile" | "Chart" | "Measure" | "Of" | "By" | "Where";

export type Tile = Clause<TileColumn> & {
  readonly name: Name;
  readonly chart: "number" | "bar" | "line" | "pie" | "list" | undefined;
  readonly measure:
    | { readonly kind: "count" }
    | { readonly kind: "sum" | "average" | "min" | "max"; readonly field: FieldPath }
    | undefined;
  readonly of: Reference;
  readonly by: { readonly field: FieldPath; readonly per: "day" | "week" | "month" | "year" | undefined } | undefined;
  readonly where: Guard | undefined;
};
