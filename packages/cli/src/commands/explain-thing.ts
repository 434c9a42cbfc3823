// `writ explain THING FILE`: from an object of the database to the clause that it comes from, and back.
import { styleText } from "node:util";
import { clausesOf, compile, lineMap } from "@writ/language";
import { databaseOf, keyOf, type DatabaseObject } from "@writ/language/plan";
import { check } from "../document/check.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { readFile } from "../document/read-file.ts";

export function explainThing(thing: string, file: string, console: Console): ExitCode {
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], "text", console);
  const named = namedThings(databaseOf(compiled));
  const isObject = named.filter(({ key }) => isNamed(key, thing));
  const result = isObject.length > 0 ? isObject : named.filter(({ address }) => isAt(address, thing));
  if (result.length === 0) {
    console.error(`writ explain: ${file} has no clause and no database object "${thing}".\n`);
    return 2;
  }
  const bold = (text: string) => (console.colour ? styleText("bold", text, { validateStream: false }) : text);
  const lines = lineMap(source);
  const spans = new Map(clausesOf(compiled.model).map((clause) => [clause.address, clause.span]));
  const byAddress = Map.groupBy(result, ({ address }) => address);
  for (const [address, objects] of byAddress) {
    const span = spanOf(address, spans);
    const place = span && lines.at(span.start).line;
    console.out(`${bold(address)}${place === undefined ? "" : `  ${file}:${place}`}\n`);
    if (place !== undefined) console.out(`    ${lines.lineText(place).trim()}\n`);
    for (const { key } of objects) console.out(`  ${key}\n`);
  }
  return 0;
}

type Named = { readonly key: string; readonly address: string };

function namedThings(objects: readonly DatabaseObject[]): readonly Named[] {
  return objects.flatMap((object) => [
    { key: keyOf(object), address: object.address },
    ...(object.kind === "table"
      ? object.columns.map(({ name, address }) => ({
          key: `column ${object.place.schema}.${object.place.name}.${name}`,
          address,
        }))
      : []),
  ]);
}

/** `trigger public.ticket rules` is found by all of it, by `public.ticket rules`, `ticket.phone` or `rules`. */
function isNamed(key: string, thing: string): boolean {
  const [, ...rest] = key.split(" ");
  const place = rest.join(" ");
  const names = [key, place, place.replace(/^[^.]*\./, ""), rest.at(-1)];
  return names.includes(thing.replaceAll('"', ""));
}

const isAt = (address: string, thing: string): boolean => address === thing || address.startsWith(`${thing}/`);

/** A part of a clause stands where the clause does. */
function spanOf<Value>(address: string, spans: ReadonlyMap<string, Value>): Value | undefined {
  for (let at = address; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const span = spans.get(at);
    if (span !== undefined) return span;
  }
  return undefined;
}
