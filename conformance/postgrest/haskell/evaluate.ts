// Works out expressions, each only when it is needed; what they do happens when an action is run.
import { parseExpression } from "./parse.ts";
import type { Declaration, Expression, Pattern } from "./tree.ts";
import {
  action,
  applied,
  done,
  functionOf,
  itemsOf,
  jsonValue,
  listOf,
  NotRead,
  numberOf,
  once,
  toJson,
  tupleOf,
  unit,
  type Lazy,
  type Value,
} from "./value.ts";

/** What the names mean at a place. */
export type Scope = { readonly names: ReadonlyMap<string, Lazy>; readonly around: Scope | undefined };

/** How the suite's own words work: operators, and what a value becomes with other fields. */
export type Words = {
  readonly operator: (operator: string, left: Lazy, right: Lazy) => Value | undefined;
  readonly withFields: (of: Value, fields: Readonly<Record<string, Lazy>>) => Value;
};

export function meaning(name: string, scope: Scope | undefined): Lazy {
  for (let here = scope; here !== undefined; here = here.around) {
    const found = here.names.get(name);
    if (found !== undefined) return found;
  }
  throw new NotRead(`the name ${name}`);
}

export function scopeOf(declarations: readonly Declaration[], around: Scope | undefined, words: Words): Scope {
  const names = new Map<string, Lazy>();
  const scope: Scope = { names, around };
  const clauses = Map.groupBy(
    declarations.filter((one) => one.declares === "name"),
    ({ name }) => name,
  );
  for (const [name, list] of clauses) {
    const count = list[0]?.patterns.length ?? 0;
    const first = list[0]?.of;
    if (count === 0 && first !== undefined) {
      names.set(
        name,
        once(() => evaluate(first, scope, words)),
      );
      continue;
    }
    const whole = functionOf(count, (...given) => {
      for (const { patterns, of } of list) {
        const bound = bind(patterns, given);
        if (bound !== undefined) return evaluate(of, { names: bound, around: scope }, words);
      }
      throw new NotRead(`no clause of ${name} fits`);
    });
    names.set(name, () => whole);
  }
  for (const declaration of declarations) {
    if (declaration.declares === "unknown") {
      names.set(declaration.name, () => {
        throw new NotRead(declaration.why);
      });
    }
    if (declaration.declares !== "pattern") continue;
    const { pattern, of } = declaration;
    const bound = once(() => {
      const found = bind([pattern], [() => evaluate(of, scope, words)]);
      if (found === undefined) throw new NotRead("a pattern that does not fit");
      return listOf([...found].map(([name, value]) => tupleOf(name, value())));
    });
    for (const name of namesIn(pattern)) {
      names.set(name, () => {
        const pair = itemsOf(bound()).find((one) => itemsOf(one)[0] === name);
        return (pair && itemsOf(pair)[1]) ?? unit;
      });
    }
  }
  return scope;
}

const namesIn = (pattern: Pattern): readonly string[] =>
  pattern.pattern === "name" ? [pattern.name] : "parts" in pattern ? pattern.parts.flatMap(namesIn) : [];

/** Undefined where one does not fit. */
function bind(patterns: readonly Pattern[], given: readonly Lazy[]): Map<string, Lazy> | undefined {
  const names = new Map<string, Lazy>();
  const fits = (pattern: Pattern, value: Lazy): boolean => {
    if (pattern.pattern === "name") {
      names.set(pattern.name, value);
      return true;
    }
    const found = value();
    if (pattern.pattern === "literal") return found === pattern.value;
    const parts = partsOf(found, pattern);
    return (
      parts !== undefined &&
      parts.length === pattern.parts.length &&
      pattern.parts.every((part, index) => fits(part, () => parts[index] ?? unit))
    );
  };
  return patterns.every((pattern, index) => fits(pattern, given[index] ?? (() => unit))) ? names : undefined;
}

function partsOf(value: Value, pattern: Pattern): readonly Value[] | undefined {
  if (pattern.pattern !== "constructor") {
    return typeof value === "object" && value.kind === "unit" ? [] : itemsOf(value);
  }
  if (typeof value === "boolean") return pattern.name === (value ? "True" : "False") ? [] : undefined;
  return typeof value === "object" && value.kind === "built" && value.name === pattern.name ? value.parts : undefined;
}

export function truth(value: Value): boolean {
  if (typeof value !== "boolean") throw new NotRead("a condition that is neither true nor false");
  return value;
}

export function evaluate(expression: Expression, scope: Scope | undefined, words: Words): Value {
  const value = (of: Expression, here = scope) => evaluate(of, here, words);
  const lazy = (of: Expression, here = scope) => once(() => value(of, here));
  const inside = (names: ReadonlyMap<string, Lazy>): Scope => ({ names, around: scope });
  switch (expression.node) {
    case "name":
      return meaning(expression.name, scope)();
    case "constructor": {
      if (expression.name === "True" || expression.name === "False") return expression.name === "True";
      return { kind: "built", name: expression.name, parts: [] };
    }
    case "literal":
      return expression.value;
    case "quasi":
      return quoted(expression.quoter, expression.text, (source) => value(parseExpression(source)));
    case "list":
      return listOf(expression.items.map((item) => value(item)));
    case "tuple":
      return expression.items.length === 0 ? unit : tupleOf(...expression.items.map((item) => value(item)));
    case "range": {
      const [first, last] = [numberOf(value(expression.first)), numberOf(value(expression.last))];
      return listOf(Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index));
    }
    case "comprehension": {
      let scopes = [scope];
      for (const { pattern, of } of expression.sources) {
        scopes = scopes.flatMap((here) =>
          itemsOf(value(of, here)).flatMap((item) => {
            const names = bind([pattern], [() => item]);
            return names === undefined ? [] : [{ names, around: here }];
          }),
        );
      }
      return listOf(scopes.map((here) => value(expression.item, here)));
    }
    case "apply":
      return expression.given.reduce((to, given) => applied(to, lazy(given)), value(expression.function));
    case "negative":
      return -numberOf(value(expression.of));
    case "operator": {
      const [left, right] = [lazy(expression.left), lazy(expression.right)];
      const known = words.operator(expression.operator, left, right);
      return known ?? applied(applied(meaning(expression.operator, scope)(), left), right);
    }
    case "let":
      return value(expression.of, scopeOf(expression.declarations, scope, words));
    case "lambda":
      return functionOf(expression.patterns.length, (...given) => {
        const names = bind(expression.patterns, given);
        if (names === undefined) throw new NotRead("a pattern that does not fit");
        return value(expression.of, inside(names));
      });
    case "if":
      return value(truth(value(expression.condition)) ? expression.yes : expression.no);
    case "guards": {
      const found = expression.guards.find(({ condition }) => truth(value(condition)));
      if (found === undefined) throw new NotRead("no guard holds");
      return value(found.of);
    }
    case "case": {
      const of = lazy(expression.of);
      for (const choice of expression.choices) {
        const names = bind([choice.pattern], [of]);
        if (names !== undefined) return value(choice.of, inside(names));
      }
      throw new NotRead("no choice fits");
    }
    case "do":
      return action(async () => {
        let here = scope;
        let last: Value = unit;
        for (const step of expression.steps) {
          if (step.step === "let") {
            here = scopeOf(step.declarations, here, words);
            continue;
          }
          last = await done(value(step.of, here));
          if (step.step === "do") continue;
          const found = last;
          const names = bind([step.pattern], [() => found]);
          if (names === undefined) throw new NotRead("a pattern that does not fit");
          here = { names, around: here };
        }
        return last;
      });
    case "record": {
      const fields = Object.fromEntries(expression.fields.map(([name, of]) => [name, lazy(of)]));
      return words.withFields(value(expression.of), fields);
    }
  }
}

/** `[str|…|]` is text with margins; the others are JSON, whose keys may lack quotes and which may hold expressions. */
function quoted(quoter: string, text: string, expression: (source: string) => Value): Value {
  if (quoter === "str") {
    return text
      .split("\n")
      .map((line, index) => (index === 0 ? line : (/^\s*\|(.*)$/.exec(line)?.[1] ?? (line.trim() === "" ? "" : line))))
      .join("\n");
  }
  try {
    return jsonValue(JSON.parse(text));
  } catch {
    const sources: string[] = [];
    const source = text.replace(/#\{([^}]*)\}/g, (_, inner: string) => `"@@${sources.push(inner) - 1}@@"`);
    const keyed = source
      .split(/("(?:[^"\\]|\\.)*")/)
      .map((part, index) => (index % 2 === 0 ? part.replace(/([A-Za-z_][\w-]*)(\s*:)/g, '"$1"$2') : part))
      .join("");
    try {
      const filled = (_: string, given: unknown): unknown => {
        const place = typeof given === "string" ? /^@@(\d+)@@$/.exec(given)?.[1] : undefined;
        return place === undefined ? given : toJson(expression(sources[Number(place)] ?? ""));
      };
      return jsonValue(JSON.parse(keyed, filled));
    } catch (error) {
      if (error instanceof NotRead) throw error;
      throw new NotRead(`JSON: ${text.slice(0, 60)}`);
    }
  }
}
