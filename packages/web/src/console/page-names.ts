// The pages of the console in the order of its menu: what each is called, and the key that opens it behind `g`.

export const pageNames = {
  document: { title: "Document", key: "d" },
  proof: { title: "Proof", key: "v" },
  gaps: { title: "Gaps", key: "g" },
  people: { title: "People", key: "p" },
  files: { title: "Files", key: "f" },
  mail: { title: "Mail", key: "m" },
  jobs: { title: "Jobs", key: "j" },
  functions: { title: "Functions", key: "c" },
  live: { title: "Live", key: "l" },
  logs: { title: "Logs", key: "o" },
  rights: { title: "Permissions", key: "w" },
} as const;

export type PageName = keyof typeof pageNames;

export const pages = Object.keys(pageNames) as readonly PageName[];
