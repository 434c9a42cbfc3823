// What the author's own types say of the document: `writ types --screens` prints them, and the hooks take them from here.
import type { PostgrestClient, PostgrestQueryBuilder } from "@supabase/postgrest-js";
import type { Register } from "./index.ts";

type Columns = { readonly [column: string]: unknown };

type Table = {
  Row: Record<string, unknown>;
  Insert: Record<string, unknown>;
  Update: Record<string, unknown>;
  Relationships: {
    foreignKeyName: string;
    columns: string[];
    isOneToOne?: boolean;
    referencedRelation: string;
    referencedColumns: string[];
  }[];
};

/** Where nothing is declared, every name stands for rows of which nothing is known. */
type Undeclared = {
  public: {
    Tables: Record<string, Table>;
    Views: Record<never, never>;
    Functions: Record<string, { Args: Record<string, unknown>; Returns: unknown }>;
  };
};

type Database = Register extends { readonly database: infer Declared extends Undeclared } ? Declared : Undeclared;
type Tables = Database["public"]["Tables"];

export type EntityName = keyof Tables & string;

type Screens = Register extends { readonly screens: infer Declared }
  ? Declared
  : { readonly [screen: string]: { readonly route: Readonly<Record<string, string>>; readonly takes: string } };

export type ScreenName = keyof Screens & string;

/** The rows that the address names, by the names of its parameters. */
export type RouteOf<Screen extends ScreenName> = Screens[Screen] extends { readonly route: infer Route }
  ? {
      readonly [Parameter in keyof Route]: Route[Parameter] extends keyof Tables
        ? AsTexts<RowOf<Route[Parameter]>>
        : Columns;
    }
  : Readonly<Record<string, Columns>>;

/** As the product asks for rows: JavaScript's own numbers cannot hold all that a field can. */
type AsTexts<Row> = {
  readonly [Column in keyof Row]: number extends Row[Column] ? Exclude<Row[Column], number> | string : Row[Column];
};

/** The entities that the document says a screen works on. */
export type TakenBy<Screen extends ScreenName> = Screens[Screen] extends { readonly takes: infer Taken extends string }
  ? Taken & EntityName
  : EntityName;

export type RowOf<Name extends keyof Tables> = Tables[Name]["Row"];

/** What supabase-js gives for `from(entity)`. */
export type EntityQuery<Name extends EntityName> = PostgrestQueryBuilder<
  { PostgrestVersion: "14" },
  Database["public"],
  Tables[Name],
  Name
>;

export type Call = PostgrestClient<Database>["rpc"];
