// What random documents are drawn with: everything follows from one number, which a test names where it fails.

export type Draw = {
  /** A whole number, both ends included. */
  readonly number: (first: number, last: number) => number;
  /** True once in so many times. */
  readonly once: (times: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** Some of the items, in their order. */
  readonly some: <Item>(items: readonly Item[], most: number) => readonly Item[];
};

export function drawFrom(seed: number): Draw {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const number = (first: number, last: number) => first + Math.floor(next() * (last - first + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[number(0, items.length - 1)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return {
    number,
    once: (times) => number(1, times) === 1,
    pick,
    some: (items, most) => {
      const wanted = number(0, Math.min(most, items.length));
      const chosen = items.map((item, index) => ({ item, index, key: next() })).toSorted((a, b) => a.key - b.key);
      return chosen
        .slice(0, wanted)
        .toSorted((a, b) => a.index - b.index)
        .map(({ item }) => item);
    },
  };
}
