// The files of SQL beside the code that runs them. A bundler puts their texts here; nothing that a browser runs may reach it.
import { readFileSync } from "node:fs";

/** Called as `readSql(new URL("./rates.sql", import.meta.url))`, a form that bundlers know. */
export const readSql = (file: URL): string => readFileSync(file, "utf8");
