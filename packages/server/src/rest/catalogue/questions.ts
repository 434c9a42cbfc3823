// What is asked of PostgreSQL's own catalogue. Answers come in the shapes that catalogue.ts names.
import { readSql } from "@writ/language/foundation";

export const tablesQuestion = readSql(new URL("./tables.sql", import.meta.url));
export const relationshipsQuestion = readSql(new URL("./relationships.sql", import.meta.url));
export const relationsQuestion = readSql(new URL("./relations.sql", import.meta.url));
export const handlersQuestion = readSql(new URL("./handlers.sql", import.meta.url));
export const functionsQuestion = readSql(new URL("./functions.sql", import.meta.url));
