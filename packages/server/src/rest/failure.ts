// Everything that a request for data can be refused with before the database is asked, each with its code and status.

/** What stands in the body of a refusal; all four are always there. */
export type FailureBody = {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
};

export type Failure = {
  readonly status: number;
  readonly body: FailureBody;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Thrown by the stages and caught where a request is answered, and nowhere else. */
export class RestFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.body.message);
    this.name = "RestFailure";
    this.failure = failure;
  }
}

const define =
  <Arguments extends readonly unknown[]>(
    code: string,
    status: number,
    words: (...given: Arguments) => { readonly message: string; readonly details?: unknown; readonly hint?: string },
  ) =>
  (...given: Arguments): RestFailure => {
    const { message, details = null, hint = null } = words(...given);
    return new RestFailure({ status, body: { code, message, details, hint } });
  };

/** The parameter that cannot be read, from which place on, and what was found there. */
export const unreadable = define("PGRST100", 400, (what: string, column: number, details: string) => ({
  message: `"${what}" (line 1, column ${column})`,
  details,
}));

export const tooLong = define("PGRST100", 414, (most: number) => ({
  message: `The query string is longer than ${most} characters`,
  hint: "Send long lists of values in the body of a call, or ask in several requests.",
}));

export const tooDeep = define("PGRST100", 400, (what: string, most: number) => ({
  message: `"${what}"`,
  details: `nothing may stand in more than ${most} parentheses`,
}));

export const tooMany = define("PGRST100", 400, (what: string, most: number) => ({
  message: `"${what.length > 100 ? `${what.slice(0, 100)}…` : what}"`,
  details: `there may be no more than ${most} items`,
}));

export const wrongRpcMethod = define("PGRST101", 405, (method: string) => ({
  message: `Cannot use the ${method} method on RPC`,
}));

export const wrongBody = define("PGRST102", 400, (message: string) => ({ message }));

export const wrongRange = define("PGRST103", 416, (details: string) => ({
  message: "Requested range not satisfiable",
  details,
}));

export const wrongPutFilters = define("PGRST105", 405, () => ({
  message: "Filters must include all and only primary key columns with 'eq' operators",
}));

export const wrongSchema = define("PGRST106", 406, (schema: string, exposed: readonly string[]) => ({
  message: `Invalid schema: ${schema}`,
  hint: `Only the following schemas are exposed: ${exposed.join(", ")}`,
}));

export const wrongMediaType = define("PGRST107", 406, (types: readonly string[]) => ({
  message: `None of these media types are available: ${types.join(", ")}`,
}));

export const notEmbedded = define("PGRST108", 400, (name: string, alias: string | undefined) => ({
  message: `'${name}' is not an embedded resource in this request`,
  ...(alias === undefined
    ? { hint: `Verify that '${name}' is included in the 'select' query parameter.` }
    : {
        details: "Target names are not allowed in filters if they have an alias",
        hint: `Change '${name}' to '${alias}' in filters, orders or limits.`,
      }),
}));

export const wrongResponseHeaders = define("PGRST111", 500, () => ({
  message: "response.headers guc must be a JSON array composed of objects with a single key and a string value",
}));

export const wrongResponseStatus = define("PGRST112", 500, () => ({
  message: "response.status guc must be a valid status code",
}));

export const putHasRange = define("PGRST114", 400, () => ({
  message: "limit/offset querystring parameters are not allowed for PUT",
}));

export const putOtherKey = define("PGRST115", 400, () => ({
  message: "Payload values do not match URL in primary key column(s)",
}));

export const notSingular = define("PGRST116", 406, (rows: number) => ({
  message: "Cannot coerce the result to a single JSON object",
  details: `The result contains ${rows} rows`,
}));

export const wrongMethod = define("PGRST117", 405, (method: string) => ({
  message: `Unsupported HTTP method: ${method}`,
}));

export const relatedOrder = define("PGRST118", 400, (origin: string, target: string) => ({
  message: `A related order on '${target}' is not possible`,
  details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
}));

export const wrongEmbedFilter = define("PGRST120", 400, (target: string) => ({
  message: `Bad operator on the '${target}' embedded resource`,
  details: "Only is null or not is null filters are allowed on embedded resources",
}));

export const wrongPreferences = define("PGRST122", 400, (preferences: readonly string[]) => ({
  message: "Invalid preferences given with handling=strict",
  details: `Invalid preferences: ${preferences.join(", ")}`,
}));

export const noAggregates = define("PGRST123", 400, () => ({ message: "Use of aggregate functions is not allowed" }));

export const tooManyAffected = define("PGRST124", 400, (rows: number) => ({
  message: "Query result exceeds max-affected preference constraint",
  details: `The query affects ${rows} rows`,
}));

export const wrongPath = define("PGRST125", 404, () => ({ message: "Invalid path specified in request URL" }));

export const notImplemented = define("PGRST127", 400, (details: string) => ({
  message: "Feature not implemented",
  details,
}));

export const maxAffectedOnScalar = define("PGRST128", 400, () => ({
  message: "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
}));

export const answerTooLarge = define("ANSWER_TOO_LARGE", 400, (most: number) => ({
  message: `The answer would be larger than ${most} bytes`,
  hint: "Ask for fewer rows with limit, or for fewer columns with select",
}));

export const noRelationship = define(
  "PGRST200",
  400,
  (parent: string, child: string, hint: string | undefined, schema: string, near: string | undefined) => ({
    message: `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${parent}' and '${child}'${hint === undefined ? "" : ` using the hint '${hint}'`} in the schema '${schema}', but no matches were found.`,
    ...(near === undefined ? {} : { hint: near }),
  }),
);

export const ambiguousRelationship = define(
  "PGRST201",
  300,
  (parent: string, child: string, found: readonly unknown[], names: readonly string[]) => ({
    message: `Could not embed because more than one relationship was found for '${parent}' and '${child}'`,
    details: found,
    hint: `Try changing '${child}' to one of the following: ${names.map((name) => `'${name}'`).join(", ")}. Find the desired relationship in the 'details' key.`,
  }),
);

export const noFunction = define("PGRST202", 404, (message: string, details: string, near: string | undefined) => ({
  message,
  details,
  ...(near === undefined ? {} : { hint: near }),
}));

export const ambiguousFunction = define("PGRST203", 300, (signatures: readonly string[]) => ({
  message: `Could not choose the best candidate function between: ${signatures.join(", ")}`,
  hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
}));

export const noColumn = define("PGRST204", 400, (table: string, column: string) => ({
  message: `Could not find the '${column}' column of '${table}' in the schema cache`,
}));

/** As PostgreSQL says it of one that is not there. */
export const hiddenColumn = define("42703", 400, (table: string, column: string) => ({
  message: `column ${table}.${column} does not exist`,
}));

export const noTable = define("PGRST205", 404, (schema: string, table: string, near: string | undefined) => ({
  message: `Could not find the table '${schema}.${table}' in the schema cache`,
  ...(near === undefined ? {} : { hint: near }),
}));
