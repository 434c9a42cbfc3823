// CEL's own parser as an oracle: our trees and its trees in one common form, and our words in CEL's spelling.
import { parse } from "@bufbuild/cel";
import type { Constant, Expr, Expr_Call } from "@bufbuild/cel-spec/cel/expr/syntax_pb.js";
import { readToken } from "../expression/parsing/lex.ts";
import type { Token } from "../expression/parsing/token.ts";
import { partsOf } from "../expression/parts.ts";
import type { Tree } from "../expression/tree.ts";

/** A node: its name, then its parts. */
export type Form = readonly [string, ...(Form | string)[]];

/** What CEL's parser makes of a text; it throws where CEL refuses it. */
export function celForm(text: string): Form {
  const { expr, sourceInfo } = parse(text);
  // Macros are expanded while parsing; what was written is kept beside them.
  const read = (node: Expr | undefined): Form => {
    if (node === undefined) return ["nothing"];
    const written = sourceInfo?.macroCalls[node.id.toString()];
    const { exprKind } = written ?? node;
    switch (exprKind.case) {
      case "constExpr":
        return constantForm(exprKind.value);
      case "identExpr":
        return ["name", exprKind.value.name];
      case "selectExpr":
        return ["field", read(exprKind.value.operand), exprKind.value.field];
      case "listExpr":
        return ["list", ...exprKind.value.elements.map(read)];
      case "callExpr":
        return callForm(exprKind.value, read);
      default:
        return [exprKind.case ?? "nothing"];
    }
  };
  return read(expr);
}

function constantForm({ constantKind }: Constant): Form {
  switch (constantKind.case) {
    case "nullValue":
      return ["null"];
    case "boolValue":
      return ["boolean", String(constantKind.value)];
    case "int64Value":
      return signedForm(constantKind.value < 0n, "integer", String(constantKind.value).replace("-", ""));
    case "doubleValue":
      return signedForm(
        constantKind.value < 0 || Object.is(constantKind.value, -0),
        "decimal",
        String(Math.abs(constantKind.value)),
      );
    case "stringValue":
      return ["text", constantKind.value.normalize("NFC")];
    default:
      return [constantKind.case ?? "nothing"];
  }
}

/** CEL takes a sign that touches a number for a part of it. */
function signedForm(negative: boolean, kind: string, digits: string): Form {
  return negative && Number(digits) !== 0 ? ["-", [kind, digits]] : [kind, digits];
}

const operators: ReadonlyMap<string, string> = new Map([
  ["_&&_", "and"],
  ["_||_", "or"],
  ["!_", "not"],
  ["-_", "-"],
  ["_?_:_", "conditional"],
  ["_[_]", "index"],
  ["@in", "in"],
  ...["==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"].map((sign) => [`_${sign}_`, sign] as const),
]);

function callForm(call: Expr_Call, read: (node: Expr | undefined) => Form): Form {
  const args = call.args.map(read);
  if (call.target) return ["method", read(call.target), call.function, ...args];
  const operator = operators.get(call.function);
  return operator === undefined ? ["call", call.function, ...args] : operation(operator, args);
}

/** CEL balances what `&&` and `||` join, and drops pairs of signs; both forms forget such differences. */
function operation(operator: string, args: readonly Form[]): Form {
  const [first] = args;
  if (operator === "and" || operator === "or") {
    return [operator, ...args.flatMap((arg) => (arg[0] === operator ? arg.slice(1) : [arg]))];
  }
  if (args.length === 1 && first !== undefined) {
    if (first[0] === operator && first.length === 2) return first[1] as Form;
    if (operator === "-" && Number(first[1]) === 0 && (first[0] === "integer" || first[0] === "decimal")) return first;
  }
  return [operator, ...args];
}

export function treeForm(tree: Tree): Form {
  switch (tree.kind) {
    case "null":
      return ["null"];
    case "boolean":
      return ["boolean", String(tree.value)];
    case "number":
      return tree.scale === 0
        ? ["integer", String(tree.digits)]
        : ["decimal", String(Number(`${tree.digits}e-${tree.scale}`))];
    case "text":
      return ["text", tree.value];
    case "name":
      return ["name", tree.name];
    case "field":
      return ["field", treeForm(tree.of), tree.name];
    case "index":
      return ["index", treeForm(tree.of), treeForm(tree.index)];
    case "list":
      return ["list", ...tree.items.map(treeForm)];
    case "unary":
      return operation(tree.operator, [treeForm(tree.of)]);
    case "binary": {
      const parts = [treeForm(tree.left), treeForm(tree.right)];
      return tree.operator === "not in" ? operation("not", [operation("in", parts)]) : operation(tree.operator, parts);
    }
    case "conditional":
      return ["conditional", treeForm(tree.test), treeForm(tree.then), treeForm(tree.otherwise)];
    case "call":
      return ["call", tree.name, ...tree.args.map(treeForm)];
    case "method":
      return ["method", treeForm(tree.of), tree.name, ...tree.args.map(treeForm)];
  }
}

/** The same text with `and`, `or`, `not` and `not in` in CEL's spelling; brackets say how far a `not` reaches. */
export function inCel(text: string, tree: Tree): string {
  const tokens = tokensOf(text);
  const written = tokens.map((token) => text.slice(token.start, token.end));
  const closing = new Map<number, number>();
  for (const node of nodesOf(tree)) {
    const first = tokens.findIndex((token) => token.start === node.start);
    const last = tokens.findIndex((token) => token.end === node.end);
    const isWord = node.kind === "unary" && written[first] === "not";
    if (!isWord && !(node.kind === "binary" && node.operator === "not in")) continue;
    closing.set(last, (closing.get(last) ?? 0) + 1);
    written[first] = isWord ? "!(" : `!(${written[first]}`;
  }
  return tokens
    .map((token, index) => {
      const before = tokens[index - 1];
      // Unlike CEL's grammar, this oracle wants `--`, `!!` and `()` without a space.
      const mustTouch =
        before !== undefined &&
        ["--", "!!", "()"].includes(text.slice(before.start, before.end) + text.slice(token.start, token.end));
      const space = mustTouch ? "" : text.slice(before?.end ?? 0, token.start);
      const word = written[index] ?? "";
      const sign = word === "and" ? "&&" : word === "or" ? "||" : word === "not" ? "" : word;
      return space + sign + ")".repeat(closing.get(index) ?? 0);
    })
    .join("");
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (
    let token = readToken(text, 0);
    token.kind !== "end" && token.kind !== "mistake";
    token = readToken(text, token.end)
  ) {
    tokens.push(token);
  }
  return tokens;
}

export function nodesOf(tree: Tree): readonly Tree[] {
  return [tree, ...partsOf(tree).flatMap(nodesOf)];
}
