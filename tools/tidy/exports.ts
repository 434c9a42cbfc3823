// A house rule about exports: what no other file takes is the file's own.
import { isTest } from "./layers.ts";
import { splitCode, type ProjectFile } from "./project.ts";
import type { HouseRule } from "./rules.ts";

const isProduct = (path: string) => /^packages\/[\w-]+\/src\/.*\.tsx?$/.test(path) && !isTest(path);

/** Types may be exported beside what they describe, for code that builds on it. */
const value = /^export (?:async )?(?:const|let|function\*?|class) ([A-Za-z_$][\w$]*)/gm;

/** A name in a comment or a text is not taken. */
const identifiersIn = (text: string): ReadonlySet<string> =>
  new Set(splitCode(text).code.match(/[A-Za-z_$][\w$]*/g) ?? []);

function unusedExports(files: readonly ProjectFile[]): readonly string[] {
  const users = new Map<string, number>();
  const sources = files.filter(({ path }) => /\.(?:tsx?|mjs)$/.test(path));
  for (const { text } of sources) for (const name of identifiersIn(text)) users.set(name, (users.get(name) ?? 0) + 1);
  return sources
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, text }) =>
      [...splitCode(text).code.matchAll(value)].flatMap(([, name = ""]) =>
        (users.get(name) ?? 0) < 2 ? [`${path} exports ${name}, which no other file takes`] : [],
      ),
    );
}

const file = (text: string, path = "packages/server/src/example.ts"): ProjectFile => ({ path, text });
const reader = (text: string): ProjectFile => file(text, "packages/server/src/reader.ts");

export const exportRules: readonly HouseRule[] = [
  {
    name: "every value that is exported is taken by another file",
    broken: unusedExports,
    bad: [
      [file("export const limit = 5;")],
      [file("export function read() {}\nread();")],
      [file("export const limit = 5;"), reader("// Beyond the limit nothing is read.")],
      [file("export async function load() {}"), reader('const word = "load";')],
    ],
    good: [
      file("export const limit = 5;\nexport type Limits = { readonly most: number };"),
      reader('import { limit } from "./example.ts";\nconst most = limit;'),
      { path: "tools/example.ts", text: "export const only = 1;" },
    ],
  },
];
