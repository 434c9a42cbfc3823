// A house rule about what people read: messages, the interface, the console and mails name who acts, in common words.
import { isTest } from "./layers.ts";
import { exportsOf, splitCode, type ProjectFile } from "./project.ts";
import type { HouseRule } from "./rules.ts";

/** Catalogues of texts, and pages of the console, which have theirs in place. */
const isRead = (path: string): boolean =>
  /^packages\/(?:language|cli|server)\/.*\/problems\.ts$/.test(path) ||
  /^packages\/web\/src\/words\/(?:account\/)?english\.ts$/.test(path) ||
  /^packages\/web\/src\/console\/.*(?<!\.test)\.tsx$/.test(path) ||
  /\/(?:gap-words|built-in-words|account-texts|usage)\.ts$/.test(path);

/** Each with what an editor would write. */
const odd: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:whoever|whomever)\b/i, "the user who …"],
  // PostgreSQL may run as the system's user of that name.
  [/(?<!user )\b(?:nobody|no one)\b/i, "no user, or no role"],
  [/\b(?:somebody|anybody|everybody)\b/i, "a user, or everyone"],
  [/\b(?:is|are|be|been) told\b|\bsays? so\b|\bsaid so\b/i, "a verb with its subject"],
  [/\bleads? nowhere\b|\bthere is nothing\b.*\bbegin with\b/i, "what is missing"],
  [
    /\b(?:is|are) there (?:already|twice)\b|\bno longer there\b|\bnot there any ?more\b/i,
    "exists already, no longer exists",
  ],
  [/\bworked out from\b/i, "calculated from"],
  [/\b(?:stands?|stood) (?:behind|under|beside|here|there)\b/i, "is in, comes after"],
  [/\ball the same\b|\bstart anew\b|\bload again\b/i, "still, reload"],
  [/\bneeds? (?:a|no) hand\b/i, "needs attention"],
  [/\bgoes on with\b|\bgo on with\b/i, "continues with"],
  [/\bmay anything\b|\bmay what\b/i, "has permission to"],
];

/** Documents in the examples of problems say what they like. */
const isExample = (text: string): boolean => /[|`]|^[#>-] /.test(text);

/** In names: an engineer would search for other words. */
const oddInNames = new Set("nobody somebody anybody whoever told heard wanted unsaid lacking anyway".split(" "));
const isOddName = (name: string): boolean =>
  name.split(/(?<=[a-z\d])(?=[A-Z])/).some((word) => oddInNames.has(word.toLowerCase()));

export const messageRules: readonly HouseRule[] = [
  {
    name: "exported names use the words of the trade",
    broken: (files) =>
      files
        .filter(({ path }) => /^packages\/.*\.tsx?$/.test(path) && !isTest(path))
        .flatMap(({ path, text }) =>
          exportsOf(text)
            .filter(isOddName)
            .map((name) => `${path} exports ${name}`),
        ),
    bad: [[exporting("nobodyMay")], [exporting("Told")], [exporting("checkNobody")], [exporting("isUnsaid")]],
    good: [exporting("forgetOldRequests"), exporting("unwantedField"), exporting("deniedToAll")],
  },
  {
    name: "what people read names who acts, in common words",
    broken: (files) =>
      files
        .filter(({ path }) => isRead(path))
        .flatMap((file) =>
          textsOf(file).flatMap(({ line, text }) =>
            odd
              .filter(([pattern]) => pattern.test(text))
              .map(([, instead]) => `${file.path}:${line} says "${text.trim()}": write ${instead}`),
          ),
        ),
    bad: [
      [words('nobodyFits: "Nobody fits."')],
      [words('taken: "This is there already."')],
      [words('stale: "Somebody has changed this"')],
      [words('gone: "This leads nowhere."')],
      [words('reader: "Whoever reads it is told why."')],
      [words('anew: "Start anew"')],
      [problems('message: `"${field}" is worked out from others`')],
      [problems('hint: "The list stands under it."')],
      [page("<p>Somebody has signed in</p>")],
      [page('<Empty title="Nobody may anything" />')],
      [page("<p>Nothing needs a hand.</p>")],
      [page("<p>The product goes on with it.</p>")],
    ],
    good: [
      words('// Whoever reads it.\nnobodyFits: "No matching people."'),
      problems('wrong: "| TAKEN | Somebody has it | 409 |"'),
      page("<p>{nobody.said}</p>"),
      { path: "packages/web/src/words/french.ts", text: 'a: "nobody"' },
    ],
  },
];

function exporting(name: string): ProjectFile {
  return { path: "packages/server/src/example.ts", text: `export const ${name} = 1;` };
}

function words(text: string): ProjectFile {
  return { path: "packages/web/src/words/english.ts", text };
}

function problems(text: string): ProjectFile {
  return { path: "packages/language/src/sections/entities/problems.ts", text };
}

function page(text: string): ProjectFile {
  return { path: "packages/web/src/console/people-page.tsx", text };
}

/** What strings hold and, of a page, what stands between its elements; each as it stands on one line. */
function textsOf({ path, text }: ProjectFile): readonly { readonly line: number; readonly text: string }[] {
  const { code, comments } = splitCode(text);
  const strings = [...text]
    .map((char, at) => (char === "\n" || (code[at] === " " && comments[at] === " ") ? char : "\0"))
    .join("");
  const between = path.endsWith(".tsx")
    ? code
        .replace(/\{[^{}]*\}/g, (inside) => inside.replace(/[^\n]/g, "\0"))
        .replace(/<[^<>]*>/g, (tag) => tag.replace(/[^\n]/g, "\0"))
    : "";
  const isProse = (piece: string) => /[a-z] [a-z]/i.test(piece);
  return [strings, between].flatMap((all) =>
    all.split("\n").flatMap((line, index) =>
      line
        .split(/\0+/)
        .filter((piece) => isProse(piece) && !isExample(piece))
        .map((piece) => ({ line: index + 1, text: piece })),
    ),
  );
}
