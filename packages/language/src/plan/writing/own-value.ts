// The value that a field would have if the write gave none: a given value is compared with it where not every client
// may give one.
import { quoteIdentifier } from "../../expression/sql/sql-quote.ts";
import { nameOf, printPlace } from "../layout.ts";
import type { Place } from "../objects.ts";

/** A variable of the guard: the slice of entities works it out, that of permissions compares with it. */
export const ownValue = (field: string): string => quoteIdentifier(nameOf("_own", field));

export const declareOwnValue = (field: string, table: Place): string =>
  `${ownValue(field)} ${printPlace(table)}.${quoteIdentifier(field)}%TYPE;`;
