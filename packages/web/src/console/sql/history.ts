// The statements of this tab, the last one first: they end with it, or when the operator signs out.
const key = "writ.console.sql";
const most = 20;

export function readHistory(): readonly string[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(read) ? read.filter((one): one is string => typeof one === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

export function remember(statement: string): readonly string[] {
  const text = statement.trim();
  const all = [text, ...readHistory().filter((one) => one !== text)].slice(0, most);
  try {
    sessionStorage.setItem(key, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing shows them until the page is left.
  }
  return all;
}

/** The tab may be another operator's next. */
export function forget(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
}
