// How long a value can get: digits of a number, characters of a text. Nothing that is accepted may outgrow its database.
import { definitionOfNode, isFunctionNode } from "./functions/functions.ts";
import type { Typed } from "./typed.ts";

/** What may be stored, at most: whole numbers, other numbers, and texts without a length of their own. */
const stored = { whole: 19, number: 40, text: 100_000 } as const;

/** Far beyond every need, and far below what PostgreSQL (131,072 digits, a gigabyte) and JavaScript can hold. */
export const longest = { digits: 10_000, characters: 20_000_000 } as const;

/**
 * Whether no value inside an expression can outgrow these limits. Chains of operators are short; what grows is an item
 * of a list that is named twice by each of many maps, as in `list.map(x, x * x).map(y, y * y)`.
 */
export function staysShort(typed: Typed): boolean {
  const lengths = new Lengths();
  lengths.lengthOf(typed);
  return lengths.areShort;
}

class Lengths {
  areShort = true;
  /** Of the items of lists, by name. */
  readonly #items = new Map<string, number>();

  /** The length of a value, or of the items of a list. */
  lengthOf(of: Typed): number {
    const measured = this.#measure(of);
    const { type } = of;
    const { kind } = type.kind === "list" ? type.of : type;
    // A condition is as short as any other, whatever it compares.
    const length = kind === "number" || kind === "money" || kind === "duration" || kind === "text" ? measured : 1;
    if (length > (kind === "text" ? longest.characters : longest.digits)) this.areShort = false;
    return length;
  }

  #longer(...all: readonly Typed[]): number {
    return Math.max(...all.map((one) => this.lengthOf(one)));
  }

  #measure(of: Typed): number {
    if (isFunctionNode(of)) return definitionOfNode(of).length(of, (part) => this.lengthOf(part));
    switch (of.node) {
      case "null":
      case "yes/no":
      case "date":
      case "datetime":
      case "time":
      case "all rows":
      case "the row":
        return 1;
      case "number":
        return String(of.digits).length;
      case "duration":
        return String(of.milliseconds).length;
      case "text":
        return of.value.length;
      case "scope":
        return storedLength(of);
      case "field":
        this.lengthOf(of.of);
        return storedLength(of);
      case "item":
        return this.#items.get(of.name) ?? 1;
      case "constant":
        return this.lengthOf(of.value);
      case "and":
      case "or":
      case "equal":
      case "compare":
        return this.#longer(of.left, of.right);
      case "not":
      case "is empty":
      case "only":
        return this.lengthOf("of" in of ? of.of : of.list);
      case "conditional":
        return this.#longer(of.test, of.then, of.otherwise);
      case "one of":
        return this.#longer(of.of, ...of.items);
      case "in list":
        return this.#longer(of.of, of.list);
      case "negate":
        return this.lengthOf(of.of) + 10;
      case "count":
        this.lengthOf(of.of);
        return 10;
      case "arithmetic":
      case "time arithmetic": {
        const [left, right] = [this.lengthOf(of.left), this.lengthOf(of.right)];
        return of.operator === "*" ? left + right : Math.max(left, right, 10) + 10;
      }
      case "divide":
        return this.#longer(of.left, of.right);
      case "concatenate":
        return this.lengthOf(of.left) + this.lengthOf(of.right);
      case "lookup":
        return this.#longer(of.key, ...of.entries.map(([, value]) => value));
      case "has role":
        return this.#longer(of.of, ...(of.within ? [of.within] : []));
      case "list":
        return Math.max(1, ...of.items.map((one) => this.lengthOf(one)));
      case "aggregate":
        return this.lengthOf(of.of) + 20;
      case "filter":
      case "map":
      case "quantifier":
      case "first": {
        const list = this.lengthOf(of.list);
        this.#items.set(of.item, list);
        const body = this.lengthOf(of.node === "first" ? of.by : of.body);
        return of.node === "map" ? body : list;
      }
    }
  }
}

function storedLength({ type }: Typed): number {
  const kind = type.kind === "list" ? type.of : type;
  if (kind.kind === "text") return stored.text;
  return kind.kind === "number" && kind.scale === 0 ? stored.whole : stored.number;
}
