// What the functions of lists give.
import { average, median, sum } from "./arithmetic.ts";
import { compare, numberOf, type Value } from "./value.ts";

/** `each` is the function's body, looked at for one item. */
export function listMethod(list: readonly Value[], name: string, each: (item: Value) => Value): Value {
  switch (name) {
    case "exists":
      return list.some((item) => each(item) === true);
    case "all":
      return list.every((item) => each(item) === true);
    case "exists_one":
      return list.filter((item) => each(item) === true).length === 1;
    case "filter":
      return list.filter((item) => each(item) === true);
    case "map":
      return list.map(each);
    case "size":
      return numberOf(list.length);
    case "sum":
      return sum(list);
    case "average":
      return average(list);
    case "median":
      return median(inOrder(list));
    case "min":
      return inOrder(list)[0] ?? null;
    case "max":
      return inOrder(list).at(-1) ?? null;
    case "only":
      return list.length === 1 ? (list[0] ?? null) : null;
    case "first":
      return firstBy(list, each, 1);
    case "last":
      return firstBy(list, each, -1);
    default:
      throw new Error(`there is no function ${name} of lists`);
  }
}

const inOrder = (list: readonly Value[]): readonly Value[] => list.filter((item) => item !== null).toSorted(compare);

/** Where two items come first together, the lesser item does. */
function firstBy(list: readonly Value[], key: (item: Value) => Value, sign: 1 | -1): Value {
  const keyed = list.map((item) => ({ item, key: key(item) }));
  return keyed.toSorted((a, b) => sign * compare(a.key, b.key) || compare(a.item, b.item))[0]?.item ?? null;
}
