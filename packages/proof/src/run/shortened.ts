// The answer of a product, cut to a readable length.

/** In whole characters. */
export const shortened = (text: string, most = 300): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
