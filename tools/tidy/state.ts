// A house rule about state: a module has none. What changes while a product runs belongs to an object with an owner.
import { isTest } from "./layers.ts";
import { splitCode, type ProjectFile } from "./project.ts";
import type { HouseRule } from "./rules.ts";

const isProduct = (path: string) => /^packages\/[\w-]+\/src\/.*\.(?:tsx?|js)$/.test(path) && !isTest(path);

/** Caches by text: of formatters and patterns, which have no object to go with. */
const exceptions: ReadonlySet<string> = new Set([
  "packages/language/src/expression/javascript/runtime.ts",
  "packages/web/src/words/formatters.ts",
]);

const variable = /^(?:export )?(?:let|var) ([\w$]+)/gm;
const collection = /^(?:export )?const ([\w$]+)(?:: [^=\n]+)? = (?:new (Map|Set|WeakMap|WeakSet)\b|\[\]|\{\})/gm;
/** What it is a cache of, and why it is there: nothing but time may tell that it is. */
const saysWhy = /\/\*\* A cache: [^*]+\*\/\n$/;

function stateIn({ path, text }: ProjectFile): readonly string[] {
  const { code } = splitCode(text);
  const variables = [...code.matchAll(variable)].map(([, name]) => `${path} has a variable of the module: ${name}`);
  const collections = [...code.matchAll(collection)].filter((match) => {
    const [, name = "", kind = ""] = match;
    const changes = new RegExp(
      `(?<![\\w$.])${name.replaceAll("$", "\\$")}(?:\\.(?:set|add|delete|clear|push|splice|shift|unshift|pop)\\(|\\[[^\\]]+\\] (?:\\?\\?)?= )`,
    );
    return changes.test(code) && !(kind.startsWith("Weak") && saysWhy.test(text.slice(0, match.index)));
  });
  return [...variables, ...collections.map(([, name]) => `${path} changes what its module holds: ${name}`)];
}

const file = (text: string, path = "packages/server/src/example.ts"): ProjectFile => ({ path, text });

export const stateRules: readonly HouseRule[] = [
  {
    name: "a module holds no state, but caches by object which say why",
    broken: (files) => [
      ...files.filter(({ path }) => isProduct(path) && !exceptions.has(path)).flatMap(stateIn),
      ...files
        .filter((one) => exceptions.has(one.path) && stateIn(one).length === 0)
        .map(({ path }) => `${path} has no state any more: it is no exception`),
    ],
    bad: [
      [file("let count = 0;")],
      [file("export let last: string | undefined;")],
      [file("const known = new Map<string, number>();\nexport const learn = (name: string) => known.set(name, 1);")],
      [file("const open: string[] = [];\nexport const add = (name: string) => open.push(name);")],
      [file("const kept = new WeakMap<object, string>();\nexport const keep = (one: object) => kept.set(one, '');")],
      [
        file(
          "/** What is kept. */\nconst kept = new WeakSet<object>();\nexport const keep = (one: object) => kept.add(one);",
        ),
      ],
    ],
    good: [
      file("const words = new Set(['and', 'or']);\nexport const isWord = (text: string) => words.has(text);"),
      file(
        "/** A cache: it takes long to make one. */\nconst made = new WeakMap<object, string>();\nexport const keep = (one: object) => made.set(one, '');",
        "packages/server/src/cache.ts",
      ),
      file(
        "export function open() {\n  let count = 0;\n  const all = new Map();\n  return () => all.set(count++, 1);\n}",
        "packages/server/src/open.ts",
      ),
      file("const text = `\nlet count = 0;\n`;", "packages/server/src/text.ts"),
      file("let count = 0;", "packages/server/src/example.test.ts"),
    ],
  },
];
