// Data with formulas in it as an ES module: strings as JSON writes them, formulas as functions.
import type { Source } from "../browser/formula.ts";

/**
 * `describe(runtime)` gives the application. What formulas call is handed to it, so that the module imports nothing. A
 * page's security policy forbids making functions out of texts, so they are functions from the start.
 */
export function printModule(application: object): string {
  return `export const describe = (runtime) => (${print(application)});\n`;
}

function print(value: unknown): string {
  if (value === undefined) return "undefined";
  if (isSource(value)) return `(context) => ${value.javascript}`;
  if (Array.isArray(value)) return `[${value.map(print).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, of]) => of !== undefined);
    // What is a record here is one there: nothing is found under a word of no document, such as `constructor`.
    const start = Object.getPrototypeOf(value) === null ? "__proto__:null," : "";
    // As a computed key, `__proto__` is a name like any other.
    return `{${start}${entries.map(([key, of]) => `${key === "__proto__" ? '["__proto__"]' : JSON.stringify(key)}:${print(of)}`).join(",")}}`;
  }
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

const isSource = (value: unknown): value is Source =>
  typeof value === "object" && value !== null && "javascript" in value && typeof value.javascript === "string";
