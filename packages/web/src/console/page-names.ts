// The pages of the console in the order of its menu: what each is called, and the key that opens it behind `g`.

export const pageNames = {
  health: { title: "Health", key: "h" },
  document: { title: "Document", key: "d" },
  proof: { title: "Proof", key: "v" },
  gaps: { title: "Gaps", key: "g" },
  deploy: { title: "Deploy", key: "e" },
  rows: { title: "Rows", key: "r" },
  sql: { title: "SQL", key: "s" },
  people: { title: "People", key: "p" },
  files: { title: "Files", key: "f" },
  mail: { title: "Mail", key: "m" },
  jobs: { title: "Jobs", key: "j" },
  functions: { title: "Functions", key: "c" },
  live: { title: "Live", key: "l" },
  logs: { title: "Logs", key: "o" },
  rights: { title: "Permissions", key: "w" },
  changes: { title: "Changes", key: "a" },
} as const;

export type PageName = keyof typeof pageNames;

export const pages = Object.keys(pageNames) as readonly PageName[];

/** While a document is written, its file says what is served, and nobody but the developer is in. */
const onlyInProduction: ReadonlySet<PageName> = new Set(["deploy", "changes"]);

export const pagesFor = (development: boolean): readonly PageName[] =>
  development ? pages.filter((one) => !onlyInProduction.has(one)) : pages;

/** Where `/_/` leads: who writes the document looks at it, and who operates the product at how it is. */
export const homeFor = (development: boolean): PageName => (development ? "document" : "health");
