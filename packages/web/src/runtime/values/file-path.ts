// Files on the wire are paths in a store; people read their names, as the user who uploaded them called them.
export const fileName = (path: string): string => decoded(path.split("/").at(-1) ?? "");

/** What was not written like that stays as it is. */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("%", "%25").replaceAll(/=([0-9A-F]{2})/g, "%$1"));
  } catch {
    return name;
  }
}

/** A field holds one path, or a list of them. */
export const pathsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === "string" && value !== "" ? [value] : [];
