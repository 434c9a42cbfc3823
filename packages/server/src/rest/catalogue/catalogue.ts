// What the exposed schemas hold, as requests may name it: tables with their columns, ways between them, and functions.

export type Catalogue = {
  /** By `schema.name`. */
  readonly tables: ReadonlyMap<string, Table>;
  /** By `schema.name` of the table at which a way begins. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** By `schema.name`; several where a name is overloaded. */
  readonly functions: ReadonlyMap<string, readonly Routine[]>;
  /** Aggregates that make a whole answer of rows, by media type. */
  readonly handlers: readonly Handler[];
};

export type Name = { readonly schema: string; readonly name: string };
export const keyOf = ({ schema, name }: Name): string => `${schema}.${name}`;

export type Table = Name & {
  readonly isView: boolean;
  /** Some readers do not see every row of it, or of a table that the view shows. */
  readonly isGuarded: boolean;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
  readonly primaryKey: readonly string[];
  readonly columns: readonly Column[];
  /** Of an entity of the document: its fields, those that a function works out too, and no column of the system's own. */
  readonly fields: readonly string[] | null;
  /** How else values of fields that a function works out may be written, by their names. */
  readonly spelledAnswers?: ReadonlyMap<string, Spelling>;
  /** It holds the rows of an entity, or shows them. */
  readonly isEntity: boolean;
  /**
   * A statement that writes it may be followed by more that changes its rows, or by what hides them: effects, values that
   * are kept of them, rights that look at other rows. A view with hidden fields answers each row before the next is written.
   */
  readonly settles: boolean;
  readonly description: string | null;
};

/** What a response shows of a row: of an entity its fields, of any other table every column. */
export const shownOf = ({ columns, fields }: Table): readonly string[] => fields ?? columns.map(({ name }) => name);

/** A column of the system's own, which is in no answer. */
export const isHidden = ({ columns, fields }: Table, name: string): boolean =>
  fields !== null && !fields.includes(name) && columns.some((column) => column.name === name);

export type Column = {
  readonly name: string;
  /** Without the length: what a value is turned into. */
  readonly type: string;
  readonly nominalType: string;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly maxLength: number | null;
  readonly choices: readonly string[];
  readonly description: string | null;
  /** Of an entity: how else its values may be written than PostgreSQL reads them. */
  readonly spelling?: Spelling;
  /** Functions by which a domain is shown and read, where casts name them. */
  readonly casts: { readonly toJson?: Name; readonly fromJson?: Name; readonly fromText?: Name };
};

/**
 * A moment without a zone is one of the document's; a duration is a number of milliseconds, or one of ISO 8601. `type`: of
 * the column that holds the milliseconds, whole or worked out.
 */
export type Spelling =
  | { readonly kind: "moment"; readonly zone: string }
  | { readonly kind: "duration"; readonly type: string };

/** A domain named for a media type: what is of it goes out as it is. */
export type OwnMedia = {
  /** The media type that a client asks for, in lower case; every client accepts the type of anything. */
  readonly type: string;
  readonly contentType: string;
};

export type Handler = OwnMedia & {
  readonly aggregate: Name;
  /** The table whose rows it takes; undefined: any table. */
  readonly rows: Name | undefined;
};

/** A way from a row of one table to rows of another. */
export type Relationship = {
  readonly from: Name;
  readonly to: Name;
  readonly toOne: boolean;
  readonly by:
    /** `columns`: of `from`, with the column of `to` that each equals. */
    | {
        readonly kind: "many-to-one" | "one-to-many" | "one-to-one";
        readonly constraint: string;
        readonly columns: readonly Pair[];
        /** The foreign key is one of `from`, and not one that leads there. */
        readonly isOwn: boolean;
      }
    | {
        readonly kind: "many-to-many";
        readonly junction: Name;
        /** Columns of `from` with those of the junction, and of the junction with those of `to`. */
        readonly source: readonly Pair[];
        readonly target: readonly Pair[];
        readonly constraints: readonly [string, string];
      }
    /** A function of a row of `from`. */
    | { readonly kind: "computed"; readonly function: Name };
};

export type Pair = readonly [own: string, other: string];

export type Routine = Name & {
  /** Tells functions of one name apart. */
  readonly oid: string;
  readonly parameters: readonly RoutineParameter[];
  readonly returns: {
    readonly schema: string;
    readonly name: string;
    readonly isSet: boolean;
    /** A row of a table or type, or named outputs. */
    readonly isComposite: boolean;
    /** Of a single value that is a whole answer. */
    readonly media: OwnMedia | null;
  };
  readonly volatility: "volatile" | "stable" | "immutable";
  readonly isVariadic: boolean;
  /** How many rows it says that it gives; a set of one row is one row. */
  readonly rows: number;
  readonly description: string | null;
  /** Settings of the function that hold for the whole transaction, such as its statement timeout. */
  readonly settings: readonly (readonly [name: string, value: string])[];
};

export type RoutineParameter = {
  readonly name: string;
  readonly type: string;
  /** Without a length, which a call would not keep. */
  readonly callType: string;
  readonly spelling?: Spelling;
  readonly required: boolean;
  readonly variadic: boolean;
};
