// What a function's body refuses: how that looks without the document's words, and the body without it.

export type Refusal = {
  readonly shape: string;
  /** The clause that it tells; undefined where that depends on what was given. */
  readonly clause: string | undefined;
  readonly without: string;
};

/**
 * How a body rejects, or collects problems until all of them are reported. Problems collected elsewhere are no refusal
 * of its own.
 */
const refusing =
  /problems := problems \|\| (?=writ\.problem\()|PERFORM (?=writ\.refuse\(writ\.problem\(|writ\.count_rate\()|RETURN (?=jsonb_build_object\('problems', writ\.problem\()|(?<=THEN\s+)RAISE (?=EXCEPTION)/g;

type Statement = { readonly start: number; readonly end: number; readonly shape: string; readonly clause?: string };

export function refusalsIn(body: string): readonly Refusal[] {
  const statements = [...body.matchAll(refusing)].map(({ 0: verb, index: start }) => statementAt(start, verb, body));
  // The same words of the same clause about several columns, or several moments, are one refusal.
  const alike = Map.groupBy(statements, ({ shape, clause }) => `${clause} ${shape}`);
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const without = same.reduceRight((rest, { start, end }) => {
      // A function that answers with what is wrong answers that nothing is.
      const instead = rest.startsWith("RETURN", start) ? "RETURN '{}'::jsonb;" : "NULL;";
      return rest.slice(0, start) + instead + rest.slice(end);
    }, body);
    return [{ shape: first.shape, clause: first.clause, without }];
  });
}

function statementAt(start: number, verb: string, body: string): Statement {
  const end = endOfStatement(body, start);
  const line = body.slice(body.lastIndexOf("\n", start) + 1, end).trim();
  // A condition that stands alone on its line belongs to what follows it.
  const condition = line.startsWith(verb) ? /\n *((?:ELS)?IF [^\n]* THEN)\s*$/.exec(body.slice(0, start)) : null;
  const texts = [...body.slice(start, end).matchAll(/'((?:[^']|'')*)'/g)].map(([, text = ""]) => text);
  const clause = texts.findLast((text) => /^[1-9](\/|$)/.test(text));
  const shape = shapeOf(condition === null ? line : `${condition[1]} ${line}`);
  return { start, end, shape, ...(clause === undefined ? {} : { clause: clause.replaceAll("''", "'") }) };
}

/** A semicolon in a text ends nothing. */
function endOfStatement(body: string, start: number): number {
  let isText = false;
  for (let at = start; at < body.length; at++) {
    if (body[at] === "'") isText = !isText;
    if (body[at] === ";" && !isText) return at + 1;
  }
  return body.length;
}

const shapeOf = (statement: string): string =>
  statement
    .replace(/E?'(?:[^']|'')*'/g, (text) => (/^'[A-Z_]{3,}'$/.test(text) ? text : "'…'"))
    .replace(/"[^"]*"(\."[^"]*")*/g, "x")
    .replace(/\b\d+(\.\d+)?\b/g, "0")
    .replace(/\((?:'…'(, )?)+\)/g, "(…)")
    .replace(/ARRAY\[[^\]]*\]/g, "ARRAY[…]")
    .replace(/\s+/g, " ");
