// House rules about what a package.json names: all that a package imports, and nothing that it does not run.
import { isTest } from "./layers.ts";
import { dependenciesOf, importsOf, type Import, type ProjectFile } from "./project.ts";
import type { HouseRule } from "./rules.ts";

const sources = "packages/example/src/";
const manifest = (text: string): ProjectFile => ({ path: "packages/example/package.json", text });
const example = (text: string, name = "example.ts"): ProjectFile => ({ path: `${sources}${name}`, text });

type Manifest = {
  readonly path: string;
  readonly dependencies: readonly string[];
  /** What the packages named `@types/...` among the dependencies of development describe. */
  readonly described: readonly string[];
  /** What its files import from other packages, but for tests. */
  readonly imports: readonly (Import & { readonly from: string; readonly name: string })[];
};

export const packageRules: readonly HouseRule[] = [
  {
    name: "a package imports only what its own package.json names",
    broken: (files) =>
      manifestsOf(files).flatMap(({ dependencies, described, imports }) =>
        imports
          .filter(({ name, isTypeOnly }) => !dependencies.includes(name) && !(isTypeOnly && described.includes(name)))
          .map(({ from, specifier }) => `${from} imports ${specifier}`),
      ),
    bad: [
      [manifest('{ "dependencies": { "micromark": "1.0.0" } }'), example('import { Client } from "pg";')],
      [manifest('{ "devDependencies": { "pg": "1.0.0" } }'), example('import type { Client } from "pg";')],
      [manifest('{ "devDependencies": { "@types/pg": "1.0.0" } }'), example('import { Client } from "pg";')],
    ],
    good: [
      manifest('{ "dependencies": { "@a/b": "1.0.0" }, "devDependencies": { "@types/mdast": "4.0.4" } }'),
      example('import type { Root } from "mdast"; import "@a/b/c";'),
      example('import { Client } from "pg";', "example.test.ts"),
    ],
  },
  {
    // Our own packages come together; one may be there for its types.
    name: "a package depends on nothing for its types or its tests alone",
    broken: (files) =>
      manifestsOf(files).flatMap(({ path, dependencies, imports }) => {
        const run = new Set(imports.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name));
        return dependencies
          .filter((name) => !name.startsWith("@writ/") && !run.has(name))
          .map((name) => `${path} depends on ${name}`);
      }),
    bad: [
      [manifest('{ "dependencies": { "@types/pg": "1.0.0" } }'), example('import type { Client } from "pg";')],
      [manifest('{ "dependencies": { "pg": "1.0.0" } }'), example('import type { Client } from "pg";')],
      [manifest('{ "dependencies": { "pg": "1.0.0" } }'), example('import { Client } from "pg";', "example.test.ts")],
    ],
    good: [
      manifest('{ "dependencies": { "pg": "1.0.0", "@a/b": "1.0.0", "@writ/a": "0.0.0" } }'),
      example('import type { A } from "@writ/a"; import { Client } from "pg";'),
      example('const later = import("@a/b/c");', "later.tsx"),
    ],
  },
];

function manifestsOf(files: readonly ProjectFile[]): readonly Manifest[] {
  return files
    .filter(({ path }) => /^packages\/[\w-]+\/package\.json$/.test(path))
    .map(({ path, text }) => {
      const own = files.filter((file) => file.path.startsWith(path.replace("package.json", "src/")));
      const imports = own
        .filter((file) => /\.tsx?$/.test(file.path) && !isTest(file.path))
        .flatMap((file) =>
          importsOf(file.text).map((one) => ({ ...one, from: file.path, name: nameIn(one.specifier) })),
        )
        .filter(({ specifier }) => !/^[.]|^node:/.test(specifier));
      const described = dependenciesOf(text, "devDependencies").flatMap(
        (name) => /^@types\/(.*)/.exec(name)?.[1] ?? [],
      );
      return { path, dependencies: dependenciesOf(text, "dependencies"), described, imports };
    });
}

/** The package of what is imported, which may be a file of it. */
const nameIn = (specifier: string) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
