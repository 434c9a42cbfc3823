// From a cell of the matrix to a grant: yes, no, own, or conditions joined by and, or, not.
import { sliceText, spanOf, trimText, type Text } from "../../text/text.ts";
import { readReference } from "../../text/name.ts";
import type { Problem } from "../../problem.ts";
import type { Grant } from "./model.ts";
import { grantMissing, grantMixed } from "./problems.ts";

export function readGrant(cell: Text, address: string, problems: Problem[]): Grant | undefined {
  const text = trimText(cell);
  if (text.text === "") {
    problems.push(grantMissing.at({ span: spanOf(cell), address }));
    return undefined;
  }
  const grant = readJoined(text, "or");
  if (grant === undefined) problems.push(grantMissing.at({ span: spanOf(text), address }));
  else if (grant.kind !== "yes" && grant.kind !== "no" && holdsPlain(grant)) {
    problems.push(grantMixed.at({ span: spanOf(text), address }, text.text));
    return undefined;
  }
  return grant;
}

/** `and` binds closer than `or`, so `or` is split first. */
function readJoined(text: Text, word: "or" | "and"): Grant | undefined {
  const parts: Grant[] = [];
  let from = 0;
  const pattern = word === "or" ? /\s+or\s+/g : /\s+and\s+/g;
  const ends = [...text.text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length] as const);
  for (const [end, next] of [...ends, [text.text.length, text.text.length] as const]) {
    const part = trimText(sliceText(text, from, end));
    const grant = word === "or" ? readJoined(part, "and") : readOne(part);
    if (grant === undefined) return undefined;
    parts.push(grant);
    from = next;
  }
  return join(parts, word);
}

/** In halves, so that walks over a cell of thousands of conditions stay shallow. */
function join(parts: readonly Grant[], kind: "or" | "and"): Grant | undefined {
  if (parts.length <= 1) return parts[0];
  const half = parts.length >> 1;
  const [left, right] = [join(parts.slice(0, half), kind), join(parts.slice(half), kind)];
  return left && right && { kind, left, right, span: { start: left.span.start, end: right.span.end } };
}

function readOne(text: Text): Grant | undefined {
  const span = spanOf(text);
  if (text.text === "") return undefined;
  const negated = /^(?:not\s+)+/.exec(text.text)?.[0];
  if (negated !== undefined) {
    const of = readOne(sliceText(text, negated.length));
    // Two of them say nothing.
    const isNot = (negated.match(/not/g) ?? []).length % 2 === 1;
    return of && (isNot ? { kind: "not", of, span } : of);
  }
  if (text.text === "yes" || text.text === "no" || text.text === "own") return { kind: text.text, span };
  return { kind: "condition", name: readReference(text), span };
}

/** `yes` or `no` has no meaning inside a combination: it has to be alone. */
function holdsPlain(grant: Grant): boolean {
  switch (grant.kind) {
    case "and":
    case "or":
      return holdsPlain(grant.left) || holdsPlain(grant.right);
    case "not":
      return holdsPlain(grant.of);
    default:
      return grant.kind === "yes" || grant.kind === "no";
  }
}
