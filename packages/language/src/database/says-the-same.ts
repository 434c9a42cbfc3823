// Whether two plain values say the same, whatever the order of their keys.

export function saysTheSame(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
