// SQL in lines that can be read: every word stands where it stood, literals are as they were, and white space changes.
import { blocksOf, type Node } from "./blocks.ts";
import { withoutDoubleBrackets } from "./brackets.ts";
import { bracketed, cased, flatOf, isMark, type Item, type Run } from "./items.ts";
import { hangingAt, indent, lay, lineAt } from "./lay.ts";
import { tokensOf } from "./tokens.ts";

type Language = "sql" | "plpgsql";

/** The body of a function, as it is to stand between its quotes. */
export const layoutBody = (body: string, language: Language): string => layoutRun(bracketed(tokensOf(body)), language);

/** The same, without brackets that say nothing. */
export const tidyBody = (body: string, language: Language): string =>
  layoutRun(bracketed(tokensOf(body), withoutDoubleBrackets), language);

function layoutRun(run: Run, language: Language): string {
  return language === "sql" ? layoutStatements(run, 1) : linesOf(blocksOf(run), 0).join("\n");
}

/** A query or an expression that stands at some depth. */
export function layoutSql(sql: string, depth = 0): string {
  return layoutStatements(bracketed(tokensOf(sql)), depth);
}

function layoutStatements(run: Run, depth: number): string {
  const statements: Item[][] = [[]];
  for (const item of run) {
    statements.at(-1)?.push(item);
    if (isMark(item, ";")) statements.push([]);
  }
  return statements
    .filter((statement) => statement.length > 0)
    .map((statement) => `${indent(depth)}${lay(cased(statement), lineAt(depth))}`)
    .join("\n");
}

function linesOf(nodes: readonly Node[], depth: number, lines: string[] = []): readonly string[] {
  for (const node of nodes) {
    const short = node.kind === "line" ? lay(node.run, hangingAt(depth)) : onOneLine(node, depth);
    if (short !== undefined) lines.push(indent(depth) + short);
    else if (node.kind === "block") {
      for (const { head, body } of node.parts) {
        if (head.length > 0) lines.push(indent(depth) + layHead(head, depth));
        linesOf(body, depth + 1, lines);
      }
      if (node.end.length > 0) lines.push(indent(depth) + lay(node.end, lineAt(depth)));
    }
  }
  return lines;
}

/** THEN or LOOP of a long condition stands below it, which separates it from what follows. */
function layHead(head: Run, depth: number): string {
  const whole = lay(head, hangingAt(depth));
  if (!whole.includes("\n") || head.length < 2) return whole;
  const condition = lay(head.slice(0, -1), hangingAt(depth), 5);
  const opening = lay(head.slice(-1), lineAt(depth));
  return condition.endsWith(`\n${indent(depth)})`)
    ? `${condition} ${opening}`
    : `${condition}\n${indent(depth)}${opening}`;
}

const mostShort = 100;

/** `IF … THEN RETURN NULL; END IF;` */
function onOneLine({ parts, end }: Extract<Node, { kind: "block" }>, depth: number): string | undefined {
  const [only] = parts;
  const [inner] = only?.body ?? [];
  if (parts.length !== 1 || only?.body.length !== 1 || inner?.kind !== "line" || end.length < 3) return undefined;
  const most = mostShort - 2 * depth;
  const head = flatOf(only.head, most);
  const body = head === undefined ? undefined : flatOf(inner.run, most);
  const line = body === undefined ? undefined : `${head} ${body} ${flatOf(end)}`;
  return line !== undefined && line.length <= most ? line : undefined;
}
