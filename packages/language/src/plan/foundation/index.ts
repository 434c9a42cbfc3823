// What the server makes in a database before any document: `@writ/language/foundation`. It reads files.
export { foundation } from "./foundation.ts";
export { readSql } from "./read-sql.ts";
