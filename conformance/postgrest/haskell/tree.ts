// What a specification is once it is read: expressions, patterns and declarations.

export type Expression =
  | { readonly node: "name"; readonly name: string }
  | { readonly node: "constructor"; readonly name: string }
  | { readonly node: "literal"; readonly value: string | number }
  | { readonly node: "quasi"; readonly quoter: string; readonly text: string }
  | { readonly node: "list" | "tuple"; readonly items: readonly Expression[] }
  | { readonly node: "range"; readonly first: Expression; readonly last: Expression }
  | { readonly node: "comprehension"; readonly item: Expression; readonly sources: readonly Bound[] }
  | { readonly node: "apply"; readonly function: Expression; readonly given: readonly Expression[] }
  | { readonly node: "operator"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly node: "negative"; readonly of: Expression }
  | { readonly node: "let"; readonly declarations: readonly Declaration[]; readonly of: Expression }
  | { readonly node: "lambda"; readonly patterns: readonly Pattern[]; readonly of: Expression }
  | { readonly node: "if"; readonly condition: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly node: "guards"; readonly guards: readonly { readonly condition: Expression; readonly of: Expression }[] }
  | { readonly node: "case"; readonly of: Expression; readonly choices: readonly Bound[] }
  | { readonly node: "do"; readonly steps: readonly Step[] }
  | { readonly node: "record"; readonly of: Expression; readonly fields: readonly (readonly [string, Expression])[] };

export type Bound = { readonly pattern: Pattern; readonly of: Expression };

export type Pattern =
  | { readonly pattern: "name"; readonly name: string }
  | { readonly pattern: "constructor"; readonly name: string; readonly parts: readonly Pattern[] }
  | { readonly pattern: "literal"; readonly value: string | number }
  | { readonly pattern: "tuple" | "list"; readonly parts: readonly Pattern[] };

export type Step =
  | { readonly step: "do"; readonly of: Expression }
  | { readonly step: "bind"; readonly pattern: Pattern; readonly of: Expression }
  | { readonly step: "let"; readonly declarations: readonly Declaration[] };

export type Declaration =
  | { readonly declares: "nothing" }
  | { readonly declares: "name"; readonly name: string; readonly patterns: readonly Pattern[]; readonly of: Expression }
  | { readonly declares: "pattern"; readonly pattern: Pattern; readonly of: Expression }
  /** Something that this reader does not know. */
  | { readonly declares: "unknown"; readonly name: string; readonly why: string };
