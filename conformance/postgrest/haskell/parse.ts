// Reads a specification: layout, declarations, expressions; long because they are one circle of functions.
import { readTokens, type Token } from "./lex.ts";
import type { Bound, Declaration, Expression, Pattern, Step } from "./tree.ts";

type Side = "left" | "right" | "none";

const precedences: Readonly<Record<string, readonly [level: number, side: Side]>> = {
  $: [0, "right"],
  "$!": [0, "right"],
  ">>=": [1, "left"],
  ">>": [1, "left"],
  "&": [1, "left"],
  "||": [2, "right"],
  "&&": [3, "right"],
  "<|>": [3, "left"],
  "==": [4, "none"],
  "/=": [4, "none"],
  "<": [4, "none"],
  ">": [4, "none"],
  "<=": [4, "none"],
  ">=": [4, "none"],
  "=~": [4, "none"],
  "<$>": [4, "left"],
  elem: [4, "none"],
  "++": [5, "right"],
  ":": [5, "right"],
  "<>": [6, "right"],
  "+": [6, "left"],
  "-": [6, "left"],
  "*": [7, "left"],
  "^?": [8, "left"],
  ".=": [8, "left"],
  ".": [9, "right"],
};

const keywords: ReadonlySet<string> = new Set(["do", "let", "in", "where", "of", "case", "if", "then", "else"]);
const endOperators: ReadonlySet<string> = new Set(["=", "->", "<-", "|", ".."]);

export function parseModule(source: string): readonly Declaration[] {
  return new Reader(readTokens(source)).module();
}

export function parseExpression(source: string): Expression {
  return new Reader(readTokens(source)).expression();
}

/** A place among the tokens, with the columns at which the blocks around it began. */
class Reader {
  private at = 0;
  private blocks = [0];
  /** The token with which an item of a block begins: its column is the block's own. */
  private opening = -1;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  private raw(ahead = 0): Token {
    const found = this.tokens[this.at + ahead] ?? this.tokens.at(-1);
    if (found === undefined) throw new SyntaxError("no tokens");
    return found;
  }

  /** An item of a block ends where a line begins no further right than the block. */
  private peek(): Token {
    const token = this.raw();
    const block = this.blocks.at(-1) ?? 0;
    if (token.kind === "end" || block === 0 || !token.isFirst || token.column > block || this.at === this.opening) {
      return token;
    }
    return { ...token, kind: "stop", text: "" };
  }

  private next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  private is(text: string): boolean {
    const { kind, text: found } = this.peek();
    return (kind === "sign" || kind === "operator" || kind === "name") && found === text;
  }

  private skip(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    const { line, text: found } = this.raw();
    if (!this.skip(text)) throw new SyntaxError(`line ${line}: ${found} where ${text} is expected`);
  }

  private isOver(): boolean {
    const { kind } = this.peek();
    return kind === "stop" || kind === "end";
  }

  private block<Item>(read: () => Item): readonly Item[] {
    const first = this.raw();
    if (this.isOver() && (first.kind === "end" || first.column <= (this.blocks.at(-1) ?? 0))) return [];
    this.blocks.push(first.column);
    const items: Item[] = [];
    for (;;) {
      const token = this.raw();
      if (token.kind === "end") break;
      if (items.length > 0 && !(token.isFirst && token.column === first.column)) break;
      if (items.length > 0 && this.continues(token)) break;
      this.opening = this.at;
      items.push(read());
      while (this.skip(";")) {
        this.opening = this.at;
        items.push(read());
      }
      if (!this.isOver()) break;
    }
    this.blocks.pop();
    return items;
  }

  /** A line that goes on with what stands before it, although it is not further right. */
  private continues({ kind, text }: Token): boolean {
    if (kind === "operator") return !["!", "\\", "-"].includes(text);
    if (kind === "sign") return ["`", ")", "]", ","].includes(text);
    return kind === "name" && ["in", "then", "else", "of"].includes(text);
  }

  module(): readonly Declaration[] {
    const declarations: Declaration[] = [];
    const toNext = () => {
      while (!(this.raw().kind === "end" || (this.raw().isFirst && this.raw().column === 1))) this.at++;
    };
    while (this.raw().kind !== "end") {
      const { text } = this.raw();
      const start = this.at;
      this.at++;
      if (["module", "import", "instance", "type", "data"].includes(text)) {
        toNext();
        continue;
      }
      this.at = start;
      this.blocks = [1];
      this.opening = start;
      try {
        declarations.push(this.declaration());
        if (!this.isOver()) throw new SyntaxError(`line ${this.raw().line}: ${this.raw().text}`);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        declarations.push({ declares: "unknown", name: text, why: error.message });
        this.at = start + 1;
      }
      toNext();
    }
    return declarations;
  }

  private declaration(): Declaration {
    if (this.skip("!")) this.opening = this.at;
    if (this.raw().kind === "name" && this.raw(1).text === "::") {
      this.at += 2;
      while (!this.isOver()) this.at++;
      return { declares: "nothing" };
    }
    if (this.is("(") || this.is("[")) {
      const pattern = this.smallPattern();
      this.expect("=");
      return { declares: "pattern", pattern, of: this.expression() };
    }
    const name = this.next().text;
    const patterns: Pattern[] = [];
    while (!this.is("=") && !this.is("|")) patterns.push(this.smallPattern());
    let of: Expression;
    if (this.is("|")) {
      const guards: { condition: Expression; of: Expression }[] = [];
      while (this.skip("|")) {
        const condition = this.expression();
        this.expect("=");
        guards.push({ condition, of: this.expression() });
      }
      of = { node: "guards", guards };
    } else {
      this.expect("=");
      of = this.expression();
    }
    if (this.skip("where")) of = { node: "let", declarations: this.block(() => this.declaration()), of };
    return { declares: "name", name, patterns, of };
  }

  private smallPattern(): Pattern {
    const { kind, text, line } = this.next();
    if (kind === "name") return { pattern: "name", name: text };
    if (kind === "operator" && text === "!") return this.smallPattern();
    if (kind === "constructor") return { pattern: "constructor", name: text, parts: [] };
    if (kind === "number") return { pattern: "literal", value: Number(text) };
    if (kind === "text") return { pattern: "literal", value: text };
    if (text === "(" || text === "[") {
      const close = text === "(" ? ")" : "]";
      const parts: Pattern[] = [];
      while (!this.skip(close)) {
        parts.push(this.pattern());
        this.skip(",");
      }
      const [only] = parts;
      if (close === "]") return { pattern: "list", parts };
      return parts.length === 1 && only !== undefined ? only : { pattern: "tuple", parts };
    }
    throw new SyntaxError(`line ${line}: the pattern ${text}`);
  }

  private pattern(): Pattern {
    if (this.peek().kind !== "constructor") return this.smallPattern();
    const name = this.next().text;
    const parts: Pattern[] = [];
    for (;;) {
      const { kind, text } = this.peek();
      const isPart = (kind === "name" && !keywords.has(text)) || kind === "number" || kind === "text";
      if (!isPart && !(kind === "sign" && (text === "(" || text === "["))) break;
      parts.push(this.smallPattern());
    }
    return { pattern: "constructor", name, parts };
  }

  expression(least = 0): Expression {
    let left = this.operand();
    for (;;) {
      const { kind, text } = this.peek();
      if (kind === "operator" && text === "::") {
        this.at++;
        this.type();
        continue;
      }
      const isNamed = kind === "sign" && text === "`";
      if (!(isNamed || (kind === "operator" && !endOperators.has(text)))) return left;
      const operator = isNamed ? this.raw(1).text : text;
      const [level, side] =
        precedences[operator] ?? (isNamed && operator.startsWith("should") ? [1, "none"] : [9, "left"]);
      if (level < least) return left;
      const start = this.at;
      this.at += isNamed ? 3 : 1;
      // What comes next is missing: a section.
      if (this.is(")")) {
        this.at = start;
        return left;
      }
      left = { node: "operator", operator, left, right: this.expression(side === "right" ? level : level + 1) };
    }
  }

  /** Types say nothing that is needed here. */
  private type(): void {
    for (let depth = 0; ;) {
      const { kind, text } = this.peek();
      if (this.isOver()) return;
      if (kind === "sign" && text === "(") depth++;
      else if (depth > 0 && text === ")") depth--;
      else if (depth === 0) {
        const isType = kind === "constructor" || (kind === "name" && !keywords.has(text));
        if (!isType && !(kind === "operator" && ["->", "=>", "."].includes(text))) return;
      }
      this.at++;
    }
  }

  private operand(): Expression {
    if (this.skip("\\")) {
      const patterns: Pattern[] = [];
      while (!this.skip("->")) patterns.push(this.smallPattern());
      return { node: "lambda", patterns, of: this.expression() };
    }
    if (this.skip("-")) return { node: "negative", of: this.operand() };
    if (this.skip("let")) {
      const declarations = this.block(() => this.declaration());
      return this.letIn(declarations);
    }
    if (this.skip("if")) {
      const condition = this.expression();
      this.skip(";");
      this.expect("then");
      const yes = this.expression();
      this.expect("else");
      return { node: "if", condition, yes, no: this.expression() };
    }
    if (this.skip("case")) {
      const of = this.expression();
      this.expect("of");
      const choices = this.block((): Bound => {
        const pattern = this.pattern();
        this.expect("->");
        return { pattern, of: this.expression() };
      });
      return { node: "case", of, choices };
    }
    return this.application();
  }

  private letIn(declarations: readonly Declaration[]): Expression {
    if (this.raw().text !== "in") throw new SyntaxError(`line ${this.raw().line}: let without in`);
    this.at++;
    this.opening = -1;
    return { node: "let", declarations, of: this.expression() };
  }

  private application(): Expression {
    const head = this.atom();
    const given: Expression[] = [];
    for (;;) {
      const { kind, text } = this.peek();
      if (kind === "operator" && text === "\\") {
        given.push(this.operand());
        break;
      }
      const isAtom =
        kind === "text" ||
        kind === "number" ||
        kind === "quasi" ||
        kind === "constructor" ||
        (kind === "name" && (text === "do" || !keywords.has(text))) ||
        (kind === "sign" && (text === "(" || text === "["));
      if (isAtom) given.push(this.atom());
      else if (kind === "operator" && text === "@") {
        this.at++;
        this.atom();
      } else break;
    }
    return given.length === 0 ? head : { node: "apply", function: head, given };
  }

  private atom(): Expression {
    let of = this.plainAtom();
    while (this.is("{")) {
      this.blocks.push(0);
      this.at++;
      const fields: (readonly [string, Expression])[] = [];
      while (!this.skip("}")) {
        const name = this.next().text;
        this.expect("=");
        fields.push([name, this.expression()]);
        this.skip(",");
      }
      this.blocks.pop();
      of = { node: "record", of, fields };
    }
    return of;
  }

  private plainAtom(): Expression {
    const { kind, text, line } = this.next();
    if (kind === "name" && text === "do") return { node: "do", steps: this.block(() => this.step()) };
    if (kind === "name") return { node: "name", name: text };
    if (kind === "constructor") return { node: "constructor", name: text };
    if (kind === "text") return { node: "literal", value: text };
    if (kind === "number") return { node: "literal", value: Number(text) };
    if (kind === "quasi") {
      const bar = text.indexOf("|");
      return { node: "quasi", quoter: text.slice(1, bar), text: text.slice(bar + 1, -2) };
    }
    if (kind === "sign" && text === "(") return this.inParentheses();
    if (kind === "sign" && text === "[") return this.inBrackets();
    throw new SyntaxError(`line ${line}: ${text}`);
  }

  private inParentheses(): Expression {
    const missing: Expression = { node: "name", name: "missing" };
    const section = (of: Expression): Expression => ({
      node: "lambda",
      patterns: [{ pattern: "name", name: "missing" }],
      of,
    });
    if (this.skip(")")) return { node: "tuple", items: [] };
    if (this.skip(",")) {
      if (this.skip(")")) return { node: "name", name: "(,)" };
      const second = this.expression();
      this.expect(")");
      return section({ node: "tuple", items: [missing, second] });
    }
    const operator = this.sectionOperator();
    if (operator !== undefined) {
      if (this.skip(")")) return { node: "name", name: operator };
      const right = this.expression();
      this.expect(")");
      return section({ node: "operator", operator, left: missing, right });
    }
    const items = [this.expression()];
    const [first] = items;
    const after = this.sectionOperator();
    if (after !== undefined && first !== undefined) {
      this.expect(")");
      return section({ node: "operator", operator: after, left: first, right: missing });
    }
    while (this.skip(",")) {
      if (this.skip(")")) return section({ node: "tuple", items: [...items, missing] });
      items.push(this.expression());
    }
    this.expect(")");
    return items.length === 1 && first !== undefined ? first : { node: "tuple", items };
  }

  private sectionOperator(): string | undefined {
    const { kind, text } = this.peek();
    if (kind === "operator" && !["\\", "-", "!"].includes(text)) {
      this.at++;
      return text;
    }
    if (!this.skip("`")) return undefined;
    const name = this.next().text;
    this.expect("`");
    return name;
  }

  private inBrackets(): Expression {
    if (this.skip("]")) return { node: "list", items: [] };
    const first = this.expression();
    if (this.skip("..")) {
      const last = this.expression();
      this.expect("]");
      return { node: "range", first, last };
    }
    if (this.skip("|")) {
      const sources: Bound[] = [];
      do {
        const pattern = this.pattern();
        this.expect("<-");
        sources.push({ pattern, of: this.expression() });
      } while (this.skip(","));
      this.expect("]");
      return { node: "comprehension", item: first, sources };
    }
    const items = [first];
    while (this.skip(",")) items.push(this.expression());
    this.expect("]");
    return { node: "list", items };
  }

  private step(): Step {
    if (this.skip("let")) {
      const declarations = this.block(() => this.declaration());
      const { kind, text } = this.raw();
      return kind === "name" && text === "in"
        ? { step: "do", of: this.letIn(declarations) }
        : { step: "let", declarations };
    }
    const [at, opening] = [this.at, this.opening];
    try {
      const pattern = this.pattern();
      if (this.skip("<-")) return { step: "bind", pattern, of: this.expression() };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    [this.at, this.opening] = [at, opening];
    return { step: "do", of: this.expression() };
  }
}
