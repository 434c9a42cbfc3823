// What became of a clause: what it says as sentences, the objects of the database that come from it, the screen.
import type { Compiled } from "../compile.ts";
import { lineMap } from "../document/lines.ts";
import { sentenceOf } from "../expression/english.ts";
import { clausesOf } from "../model/clauses.ts";
import { databaseOf } from "../database/database.ts";
import { keyOf } from "../plan/objects.ts";
import { createObject, printColumn } from "../database/sql.ts";
import { rightSentences } from "./rights.ts";
import { ruleSentences } from "./rules.ts";

export type ExplainedClause = {
  readonly address: string;
  readonly line: number | undefined;
  /** As it stands in the document. */
  readonly text: string;
  readonly sentences: readonly string[];
  readonly objects: readonly { readonly key: string; readonly sql: string }[];
  /** A screen that it is about; `path` where it leads there without knowing a row. */
  readonly screen: { readonly name: string; readonly route: string; readonly path: string | undefined } | undefined;
};

/** No reader needs more of one clause; the tables of a large entity have hundreds. */
const most = 60;

/** Undefined where the document has no such clause. The document has no errors. */
export function explainClause(address: string, source: string, compiled: Compiled): ExplainedClause | undefined {
  const found = clausesOf(compiled.model).find((clause) => clause.address === address);
  if (found === undefined) return undefined;
  const lines = lineMap(source);
  return {
    address,
    line: lines.at(found.span.start).line,
    text: source.slice(found.span.start, Math.min(found.span.end, found.span.start + 2000)).trim(),
    sentences: [
      ...rightSentences(address, compiled),
      ...ruleSentences(address, compiled),
      ...expressionSentences(address, compiled),
    ],
    objects: objectsOf(address, compiled).slice(0, most),
    screen: screenOf(address, compiled),
  };
}

const isAt = (address: string, clause: string): boolean => address === clause || address.startsWith(`${clause}/`);

function expressionSentences(clause: string, { checked, schema, model }: Compiled): readonly string[] {
  // While is no condition that must hold, and is part of its rule's own sentence.
  const whiles = new Set(
    model.rules.rules.flatMap(({ must }) => (must?.kind === "no overlap" && must.while ? [must.while] : [])),
  );
  const said = [...checked].flatMap(([expression, { typed }]) => {
    if (typed === undefined || !isAt(expression.address, clause) || whiles.has(expression)) return [];
    const column =
      expression.address
        .slice(clause.length + 1)
        .split("/")
        .at(-1) ?? "";
    const sentence = sentenceOf(typed, schema);
    return [column === "" ? sentence : `${column}: ${sentence}`];
  });
  return [...new Set(said)];
}

function objectsOf(clause: string, compiled: Compiled): ExplainedClause["objects"] {
  return databaseOf(compiled).flatMap((object) => {
    if (isAt(object.address, clause)) return [{ key: keyOf(object), sql: `${createObject(object).join(";\n")};` }];
    if (object.kind !== "table") return [];
    const { schema, name } = object.place;
    return object.columns
      .filter((column) => isAt(column.address, clause))
      .map((column) => ({ key: `column ${schema}.${name}.${column.name}`, sql: printColumn(column) }));
  });
}

function screenOf(address: string, { model }: Compiled): ExplainedClause["screen"] {
  const screen = model.screens.screens.find((one) => isAt(address, one.address));
  if (screen?.route === undefined) return undefined;
  const isPlain = screen.route.segments.every(({ kind }) => kind === "fixed");
  return {
    name: screen.name.label,
    route: screen.route.text,
    path: isPlain
      ? `/${screen.route.segments.map((one) => (one.kind === "fixed" ? one.text : "")).join("/")}`
      : undefined,
  };
}
