// A number of rows as the page's language writes it.
export const numbered = (count: number): string => count.toLocaleString(document.documentElement.lang || "en");
