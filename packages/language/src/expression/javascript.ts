// From a typed expression to JavaScript: what a browser evaluates before the database is asked, to the same value.
import type { Context, Value } from "./data.ts";
import { corePrinters, type JavaScriptPrinters, type Lower } from "./javascript/javascript-nodes.ts";
import { printCode, runCode, type Code } from "./javascript/javascript-code.ts";
import { functionPrinters } from "./functions/functions.ts";
import type { Typed } from "./typed.ts";

/** Tests put one rule out of force by giving another printer in its place. */
export const javascriptPrinters: JavaScriptPrinters = { ...corePrinters, ...functionPrinters("javascript") };

export type JavaScriptOptions = {
  /** Minor units of the document's currency. */
  readonly moneyScale: number;
};

/**
 * An expression in JavaScript over `context` (data.ts) and `runtime` (runtime.ts). What runs it is built beforehand, as
 * `(context, runtime) => …`: a page's security policy forbids making functions out of texts.
 */
export function printJavaScript(
  typed: Typed,
  options: JavaScriptOptions,
  printers: JavaScriptPrinters = javascriptPrinters,
): string {
  return printCode(codeOf(typed, options, printers));
}

/** The same without source text, for whatever meets an expression only when it runs. */
export function evaluator(typed: Typed, options: JavaScriptOptions): (context: Context) => Value {
  return runCode(codeOf(typed, options, javascriptPrinters));
}

function codeOf(typed: Typed, { moneyScale }: JavaScriptOptions, printers: JavaScriptPrinters): Code {
  const lower: Lower = {
    moneyScale,
    code: (node) => (printers[node.node] as (node: Typed, lower: Lower) => Code)(node, lower),
  };
  return lower.code(typed);
}
