// The little of JavaScript that expressions become: printed as source text, or run as it is where no source may be run.
import type { Context, Value } from "../data.ts";
import { runtime, type Runtime } from "./runtime.ts";

export type Code =
  | { readonly code: "literal"; readonly value: null | boolean | number | bigint | string }
  /** `context`, or the parameter of a function around. */
  | { readonly code: "variable"; readonly name: string }
  | { readonly code: "property"; readonly of: Code; readonly name: string }
  | { readonly code: "array"; readonly items: readonly Code[] }
  | { readonly code: "unary"; readonly operator: "!" | "-"; readonly of: Code }
  | { readonly code: "binary"; readonly operator: BinaryOperator; readonly left: Code; readonly right: Code }
  | { readonly code: "conditional"; readonly test: Code; readonly then: Code; readonly otherwise: Code }
  | { readonly code: "function"; readonly parameter: string; readonly body: Code }
  | { readonly code: "call"; readonly name: keyof Runtime; readonly args: readonly Code[] };

type BinaryOperator = "+" | "-" | "*" | "<" | "<=" | ">" | ">=" | "===" | "!==" | "&&" | "||";

export function printCode(code: Code): string {
  switch (code.code) {
    case "literal":
      return printLiteral(code.value);
    case "variable":
      return code.name;
    case "property":
      return `${printCode(code.of)}${/^[a-z][a-z0-9_]*$/i.test(code.name) ? `.${code.name}` : `[${printLiteral(code.name)}]`}`;
    case "array":
      return `[${code.items.map(printCode).join(", ")}]`;
    case "unary":
      return `(${code.operator}${printCode(code.of)})`;
    case "binary":
      return `(${printCode(code.left)} ${code.operator} ${printCode(code.right)})`;
    case "conditional":
      return `(${printCode(code.test)} ? ${printCode(code.then)} : ${printCode(code.otherwise)})`;
    case "function":
      return `(${code.parameter}) => ${printCode(code.body)}`;
    case "call":
      return `runtime.${code.name}(${code.args.map(printCode).join(", ")})`;
  }
}

function printLiteral(value: null | boolean | number | bigint | string): string {
  if (typeof value === "bigint") return value < 0n ? `(${value}n)` : `${value}n`;
  if (typeof value === "number") return value < 0 ? `(${value})` : String(value);
  // `</script>` would end a script that the text stands in.
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** An item's name is its own within the whole expression, so one place for all of them is enough. */
type Variables = { readonly context: Context; readonly items: Map<string, Value> };
/** Functions and the context occur only as arguments of the runtime. */
type Argument = Value | Context | ((item: Value) => Value);
type Run = (variables: Variables) => Argument;

/** What `printCode` says, as a function, without running source text. */
export function runCode(code: Code): (context: Context) => Value {
  const run = runnable(code);
  return (context) => run({ context, items: new Map() }) as Value;
}

function runnable(code: Code): Run {
  switch (code.code) {
    case "literal": {
      const { value } = code;
      return () => value;
    }
    case "variable": {
      const { name } = code;
      return ({ context, items }) => (name === "context" ? context : (items.get(name) ?? null));
    }
    case "property": {
      const of = runnable(code.of);
      const { name } = code;
      return (variables) => (of(variables) as Readonly<Record<string, Value>>)[name] ?? null;
    }
    case "array": {
      const items = code.items.map(runnable);
      return (variables) => items.map((item) => item(variables) as Value);
    }
    case "unary": {
      const of = runnable(code.of);
      if (code.operator === "!") return (variables) => !of(variables);
      return (variables) => -(of(variables) as bigint);
    }
    case "binary":
      return binary(code.operator, runnable(code.left), runnable(code.right));
    case "conditional": {
      const [test, then, otherwise] = [runnable(code.test), runnable(code.then), runnable(code.otherwise)];
      return (variables) => (test(variables) ? then(variables) : otherwise(variables));
    }
    case "function": {
      const body = runnable(code.body);
      const { parameter } = code;
      return (variables) => (item) => {
        variables.items.set(parameter, item);
        return body(variables) as Value;
      };
    }
    case "call": {
      const args = code.args.map(runnable);
      const called = runtime[code.name] as (...args: readonly Argument[]) => Value;
      return (variables) => called(...args.map((arg) => arg(variables)));
    }
  }
}

function binary(operator: BinaryOperator, left: Run, right: Run): Run {
  if (operator === "&&") return (variables) => left(variables) && right(variables);
  if (operator === "||") return (variables) => left(variables) || right(variables);
  if (operator === "===") return (variables) => left(variables) === right(variables);
  if (operator === "!==") return (variables) => left(variables) !== right(variables);
  // Both sides are of one kind, which has all of these operators whether it is a number or a bigint.
  const operate = operators[operator];
  return (variables) => operate(left(variables) as number, right(variables) as number);
}

const operators: Readonly<
  Record<Exclude<BinaryOperator, "&&" | "||" | "===" | "!==">, (a: number, b: number) => Value>
> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};
