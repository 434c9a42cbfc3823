// A house rule about the kinds of fields: what is known of one stands in a folder field-types, and nowhere else.
import { isTest } from "./layers.ts";
import { splitCode } from "./project.ts";
import type { HouseRule } from "./rules.ts";

/** Two kinds stand for all: code that names others beside them has a list of kinds. */
const named = /(["'`])(?:percent|yes\/no)\1/;

/** In the language, the model and the kinds of values that expressions and cells hold have the same names. */
const homes = [
  "expression/",
  "clause/value",
  "clause/read-value.ts",
  "sections/entities/model.ts",
  "product/application-type.ts",
];

const isHome = (path: string): boolean =>
  path.includes("/field-types/") || homes.some((home) => path.startsWith(`packages/language/src/${home}`));

export const kindRules: readonly HouseRule[] = [
  {
    name: "a kind of field is named in a folder field-types",
    broken: (files) =>
      files
        .filter(({ path }) => /^packages\/[\w-]+\/src\/.*\.tsx?$/.test(path) && !isHome(path) && !isTest(path))
        .flatMap(({ path, text }) => {
          const { comments } = splitCode(text);
          return text.split("\n").flatMap((line, index) => {
            const literal = named.exec(line)?.[0];
            const isCode = literal !== undefined && !(comments.split("\n")[index] ?? "").includes(literal);
            return isCode ? [`${path}:${index + 1} names ${literal}`] : [];
          });
        }),
    bad: [
      [
        {
          path: "packages/web/src/runtime/fields/format.ts",
          text: 'if (type.kind === "percent") return `${value} %`;',
        },
      ],
      [{ path: "packages/proof/src/explore/values.ts", text: 'switch (type.kind) {\n  case "yes/no":\n}' }],
      [{ path: "packages/language/src/sections/rules/check.ts", text: 'if (type.kind === "yes/no") return;' }],
      [{ path: "packages/server/src/mail/example.ts", text: "const kinds = new Set(['money', 'percent']);" }],
    ],
    good: [
      { path: "packages/web/src/runtime/field-types/field-types.ts", text: 'const types = { "yes/no": yesNo };' },
      { path: "packages/web/src/runtime/values/example.ts", text: '// "percent" is one of them\nconst percent = 2;' },
      { path: "packages/language/src/expression/kinds.ts", text: 'const kind = "yes/no";' },
      { path: "packages/proof/src/field-types/drawn-fields.ts", text: 'field("Urgent", "yes/no");' },
      { path: "packages/proof/src/testing/example.ts", text: 'const type = "percent";' },
      { path: "packages/web/src/runtime/values/values.test.ts", text: 'const type = "percent";' },
    ],
  },
];
