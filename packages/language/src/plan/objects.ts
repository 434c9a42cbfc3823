// What a document becomes in a database: typed objects, each of which names the clause that it comes from.

/** A name in a schema. Neither part is quoted: that is done where it is printed. */
export type Place = { readonly schema: string; readonly name: string };

/**
 * Who a function acts as. `owner`: the system, for whom row security does not count. `client`: the role of the calling
 * user, to whom every policy and guard applies. `keeper`: the role that writes kept values and nothing else, and for
 * whom no trigger fires. `caller`: the role of the connection itself.
 */
export type Actor = "owner" | "client" | "keeper" | "caller";

/** The roles of requests: not signed in, signed in, the service. */
export type Audience = "anon" | "authenticated" | "service_role";

/** Who may call a function. `writ_client` acts for people through views, where policies ask on its behalf. */
export type Caller = Audience | "writ_client" | "writ_keeper";

export const people: readonly Audience[] = ["anon", "authenticated"];
export const everyone: readonly Audience[] = ["anon", "authenticated", "service_role"];
/** The callers of functions in policies: a policy calls a function with the rights of the reader. */
export const readers: readonly Caller[] = [...everyone, "writ_client"];

/** What a broken constraint or unique index means to people; the server maps PostgreSQL's own errors by its name. */
export type Refusal = {
  readonly code: string;
  readonly field?: string;
  /** The code where it is the row referred to that is missing, and not one that is still referred to. */
  readonly missing?: string;
};

export type Column = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** How its texts are sorted, where that is not the database's own way. */
  readonly collation?: string;
  /** An expression of the row's own columns; the column is stored and kept by PostgreSQL. */
  readonly generated?: string;
  /**
   * Updated by each write to the other rows that it reads. `value` computes it for the row `_kept`; `reads` lists all
   * of its inputs: where these change, existing rows are computed anew.
   */
  readonly kept?: { readonly value: string; readonly reads: string };
  /** What rows that were there before the column get, as an expression about the row `given`. */
  readonly fill?: string;
  /**
   * The value in a new row whose INSERT omits the column, to tell it from an empty value (`plan/writing/omitted.ts`).
   */
  readonly omitted?: string;
  readonly address: string;
};

export type Parameter = { readonly name: string; readonly type: string; readonly optional?: boolean };

export type DatabaseObject = { readonly address: string } & (
  | { readonly kind: "table"; readonly place: Place; readonly columns: readonly Column[] }
  /** `definition` is all that follows the name: `UNIQUE (…)`, `FOREIGN KEY …`. */
  | {
      readonly kind: "constraint";
      readonly table: Place;
      readonly name: string;
      readonly definition: string;
      readonly refusal?: Refusal;
    }
  /** `definition` is all that follows the table's name: `USING btree (…)`. */
  | {
      readonly kind: "index";
      readonly table: Place;
      readonly name: string;
      readonly unique: boolean;
      readonly definition: string;
      readonly refusal?: Refusal;
    }
  /** Finds parts of texts; where PostgreSQL lacks the extension, searches work and are slow. */
  | { readonly kind: "text index"; readonly table: Place; readonly name: string; readonly columns: readonly string[] }
  | {
      readonly kind: "function";
      readonly place: Place;
      readonly parameters: readonly Parameter[];
      readonly returns: string;
      readonly language: "sql" | "plpgsql";
      readonly volatility: "immutable" | "stable" | "volatile";
      readonly actsAs: Actor;
      /** PostgreSQL puts its query in the place of its call. It is bound to no search path then, and must not need one. */
      readonly isInlined?: true;
      readonly body: string;
      /** The only roles that may call it. */
      readonly callers: readonly Caller[];
    }
  | {
      readonly kind: "trigger";
      readonly table: Place;
      readonly name: string;
      readonly fires: "before" | "after" | "instead of";
      readonly events: readonly ("insert" | "update" | "delete")[];
      readonly each: "row" | "statement";
      /** At the end of the transaction. */
      readonly deferred?: boolean;
      readonly condition?: string;
      /** What statement triggers see: `old_rows`, `new_rows`. */
      readonly transition?: readonly ("old" | "new")[];
      readonly calls: Place;
      readonly arguments: readonly string[];
    }
  | {
      readonly kind: "policy";
      readonly table: Place;
      readonly name: string;
      readonly command: "select" | "insert" | "update" | "delete";
      readonly using?: string;
      readonly check?: string;
      /** Those whom requests come from, unless it says another. */
      readonly to?: "writ_keeper";
    }
  | {
      readonly kind: "view";
      readonly place: Place;
      readonly definition: string;
      readonly owner: "owner" | "client";
      /** The conditions of a caller are never evaluated on rows that the view leaves out. */
      readonly barrier?: true;
      /** By column, the value that an INSERT writes when it omits the column. */
      readonly omitted?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "grant";
      readonly on: Place;
      readonly privileges: readonly ("select" | "insert" | "update" | "delete")[];
      /** Only of these columns, by privilege. */
      readonly columns?: Readonly<Partial<Record<"select" | "update", readonly string[]>>>;
      readonly to: readonly Caller[];
    }
  /** The system's own rows, which say what the document says: written anew whenever they change. */
  | { readonly kind: "data"; readonly name: string; readonly sql: string }
  /**
   * Written once per key, never again. Values are SQL; a column that is missing takes its default. Without a value for
   * every column of `needs`, which a row that is gone may have given, there is no row.
   */
  | {
      readonly kind: "seed";
      readonly table: Place;
      readonly entity: string;
      readonly key: string;
      readonly values: Readonly<Record<string, string>>;
      readonly needs?: readonly string[];
      /** Which a person of samples is given. */
      readonly roles?: readonly string[];
    }
);

export type ObjectOf<Kind extends DatabaseObject["kind"]> = Extract<DatabaseObject, { readonly kind: Kind }>;

/** What an object is, apart from what it says: the same in every version of a document. */
export function keyOf(object: DatabaseObject): string {
  switch (object.kind) {
    case "table":
    case "view":
      return `${object.kind} ${object.place.schema}.${object.place.name}`;
    case "function":
      return `function ${object.place.schema}.${object.place.name}${overload(object)}`;
    case "grant":
      return `grant ${object.on.schema}.${object.on.name} ${object.to.join(",")}`;
    case "seed":
      return `seed ${object.entity} ${object.key}`;
    case "data":
      return `data ${object.name}`;
    default:
      return `${object.kind} ${object.table.schema}.${object.table.name} ${object.name}`;
  }
}

/** Functions of a row may share a name, as in PostgREST: the type of the first parameter distinguishes them. */
function overload({ place, parameters: [first] }: ObjectOf<"function">): string {
  const row = place.schema === "public" ? /^"([^"]+)"\."([^"]+)"$/.exec(first?.type ?? "") : null;
  return row ? ` of ${row[1]}.${row[2]}` : "";
}
