// House rules about folders: those beside each other form no circle, and none is crowded.
import { posix } from "node:path";
import { isTest } from "./layers.ts";
import { importsOf, type ProjectFile } from "./project.ts";
import type { HouseRule } from "./rules.ts";

type Import = { readonly from: string; readonly to: string };

/** Of values: types are gone when the code runs. */
function importsOfValues(files: readonly ProjectFile[]): readonly Import[] {
  return files
    .filter(({ path }) => /^packages\/[\w-]+\/src\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ specifier, isTypeOnly }) => specifier.startsWith(".") && !isTypeOnly)
        .map(({ specifier }) => ({ from: path, to: posix.join(posix.dirname(path), specifier) })),
    );
}

/** The two folders, of those that lie beside each other, which an import leads between; undefined where it stays in one. */
function foldersOf({ from, to }: Import): readonly [string, string] | undefined {
  const [ours, theirs] = [from.split("/"), to.split("/")];
  const depth = ours.findIndex((name, at) => name !== theirs[at]);
  const isBetween = depth >= 0 && depth < ours.length - 1 && depth < theirs.length - 1;
  return isBetween ? [ours.slice(0, depth + 1).join("/"), theirs.slice(0, depth + 1).join("/")] : undefined;
}

/** A sentence for each import that leads back to a folder from which its own is reached: where fewest do. */
function circlesIn(files: readonly ProjectFile[]): readonly string[] {
  const arrows = new Map<string, Map<string, Import[]>>();
  for (const one of importsOfValues(files)) {
    const folders = foldersOf(one);
    if (folders === undefined) continue;
    const [from, to] = folders;
    const targets = arrows.get(from) ?? new Map<string, Import[]>();
    arrows.set(from, targets.set(to, [...(targets.get(to) ?? []), one]));
  }
  const reached = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const add = (folder: string) => {
      for (const to of arrows.get(folder)?.keys() ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        add(to);
      }
    };
    add(start);
    return seen;
  };
  const inCircle = [...arrows].flatMap(([from, targets]) =>
    [...targets].filter(([to]) => reached(to).has(from)).map(([, imports]) => imports),
  );
  const fewest = Math.min(...inCircle.map(({ length }) => length));
  return inCircle
    .filter(({ length }) => length === fewest)
    .flatMap((imports) => imports.map(({ from, to }) => `${from} imports ${to}, which closes a circle of folders`));
}

const most = 25;

function crowdedIn(files: readonly ProjectFile[]): readonly string[] {
  const folders = files
    .filter(({ path }) => /^(?:packages|tools|bench|conformance)\/(?!.*\/cases\/).*\.(?:ts|tsx|js|mjs)$/.test(path))
    .filter(({ path }) => !path.endsWith(".test.ts"))
    .map(({ path }) => posix.dirname(path));
  const counts = new Map<string, number>();
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count <= most ? [] : [`${folder} has ${count} source files`]));
}

const file = (path: string, text = ""): ProjectFile => ({ path: `packages/cli/src/${path}`, text });

export const folderRules: readonly HouseRule[] = [
  {
    name: "folders beside each other form no circle by imports of values",
    broken: circlesIn,
    bad: [
      [file("a/one.ts", 'import { two } from "../b/two.ts";'), file("b/two.ts", 'export { one } from "../a/one.ts";')],
      [
        file("rooms/a/one.ts", 'import { two, type Two } from "../b/two.ts";'),
        file("rooms/b/deep/two.ts", 'const three = await import("../../c/three.ts");'),
        file("rooms/c/three.ts", 'import "../a/style.css";'),
      ],
    ],
    good: [
      file("a/one.ts", 'import { two } from "../b/two.ts";'),
      file("b/two.ts", 'import type { One } from "../a/one.ts";\nimport { type Three, type Four } from "../a/one.ts";'),
      file("b/two.test.ts", 'import { one } from "../a/one.ts";'),
      file("main.ts", 'import { one } from "./a/one.ts";'),
    ],
  },
  {
    name: "no folder has more than 25 source files",
    broken: crowdedIn,
    bad: [Array.from({ length: most + 1 }, (_, number) => file(`a/${number}.ts`))],
    good: [
      ...Array.from({ length: most }, (_, number) => file(`a/${number}.ts`)),
      file("a/one.test.ts"),
      file("a/b/two.ts"),
    ],
  },
];
