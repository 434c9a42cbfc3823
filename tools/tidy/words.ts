// House rules about what is written: links lead somewhere, versions are exact, the project speaks of itself alone.
import { posix } from "node:path";
import type { HouseRule } from "./rules.ts";

const inReadme = (text: string) => [{ path: "README.md", text }];

/** What belongs to a workplace and not to the project, each with what it is. */
const foreign: readonly { readonly pattern: RegExp; readonly is: string }[] = [
  {
    // A user who is signed in has one, too: what is meant here is one in which people work.
    pattern:
      /\b(?:in|during|until|since|per) (?:this|our|my|an?|the|an? earlier|the next|each) se(?:ss)ions?\b|\b(?:this|our|my|earlier|previous|coding|work(?:ing)?) se(?:ss)ions?\b/i,
    is: "a word for how people work",
  },
  { pattern: /\bi(?:ss)ue #?\d/i, is: "a number in a tracker" },
  { pattern: /(?<![\w.:)])\/(?:wor(?:k)|ro(?:o)t|hom(?:e)|User(?:s))\/\w/, is: "a path on somebody's machine" },
  { pattern: /\bshar(?:e)d\/(?:\w+\.md|notation|reference|conformance|seeds)\b/, is: "a path on somebody's machine" },
  {
    pattern: /\bco-auth(?:o)red-by\b|\bAI[- ]gen(?:e)rated\b|\bgener(?:a)ted (?:by|with) (?:an? )?AI\b/i,
    is: "about who wrote it",
  },
  { pattern: /https?:\/\/[\w.-]*(?:artif(?:a)ctory|nex(?:u)s|regis(?:t)ry)\b/i, is: "a registry's address" },
];

type Locked = { readonly integrity?: string; readonly link?: boolean; readonly resolved?: string };

export const wordRules: readonly HouseRule[] = [
  {
    name: "every link of the documentation leads to a file",
    broken: (files) => {
      const paths = files.map(({ path }) => path);
      const exists = (path: string) =>
        path === "." || paths.some((each) => each === path || each.startsWith(`${path.replace(/\/$/, "")}/`));
      return files
        .filter(({ path }) => path.endsWith(".md") && !/(?:^examples|\/cases|\/testing)\//.test(path))
        .flatMap(({ path, text }) =>
          linksOf(text)
            .filter((link) => !exists(posix.join(posix.dirname(path), link)))
            .map((link) => `${path} links to ${link}`),
        );
    },
    bad: [
      inReadme("See [the guide](docs/guide.md)."),
      inReadme("See [the guide](<docs/guide.md#start>)."),
      inReadme("[guide]: docs/guide.md\n"),
    ],
    good: [
      ...inReadme(
        "[a](docs/a.md#b) [c](docs) [d](https://example.org) [e](#here) `[x](y)`\n\n```md\n[f](gone.md)\n```\n",
      ),
      { path: "docs/a.md", text: "[back](../README.md)" },
    ],
  },
  {
    name: "the project speaks of itself alone",
    broken: (files) =>
      files.flatMap(({ path, text }) =>
        text
          .split("\n")
          .flatMap((line, index) =>
            foreign
              .filter(({ pattern }) => pattern.test(line) || (index === 0 && pattern.test(path)))
              .map(({ is }) => `${path}:${index + 1} has ${is}`),
          ),
      ),
    bad: [
      `In this ${"sess"}ion we add`,
      `See ${"iss"}ue 2.`,
      `Copied from /${"work"}/main`,
      `see ${"share"}d/product.md`,
      `${"Co-auth"}ored-by: somebody`,
      `https://npm.${"regis"}try.example.org/pg`,
    ].map(inReadme),
    good: inReadme("An SQL session; issues are welcome; a/work/b; https://example.org/home/x"),
  },
  {
    name: "versions are exact, and the lockfile is whole and names no registry",
    broken: (files) => files.flatMap(({ path, text }) => brokenVersions(path, text)),
    bad: [
      [{ path: "package.json", text: '{ "devDependencies": { "pg": "^8.0.0" } }' }],
      [{ path: "packages/cli/package.json", text: '{ "dependencies": { "pg": "latest" } }' }],
      [{ path: "package-lock.json", text: '{ "packages": { "node_modules/pg": { "version": "8.0.0" } } }' }],
      [
        {
          path: "package-lock.json",
          text: '{ "packages": { "node_modules/a": { "integrity": "x", "resolved": "https://b" } } }',
        },
      ],
      [
        {
          path: "package-lock.json",
          text: '{ "packages": { "node_modules/a": { "integrity": "x", "optionalDependencies": { "a-linux": "1.0.0" } } } }',
        },
      ],
    ],
    good: [
      { path: "package.json", text: '{ "devDependencies": { "pg": "8.0.0-beta.1" }, "engines": { "node": ">=20" } }' },
      {
        path: "package-lock.json",
        text: '{ "packages": { "": {}, "packages/a": {}, "node_modules/@writ/a": { "link": true, "resolved": "packages/a" } } }',
      },
    ],
  },
];

function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replace(/^(```+)[\s\S]*?^\1/gm, "").replace(/`[^`\n]*`/g, "");
  const found = [...prose.matchAll(/\]\(<?([^)>\s]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)/gm)];
  return found
    .map((match) => (match[1] ?? match[2] ?? "").replace(/[#?].*$/, ""))
    .filter((link) => link !== "" && !/^[a-z]+:/i.test(link));
}

function brokenVersions(path: string, text: string): readonly string[] {
  if (/^(?:packages\/[\w-]+\/)?package\.json$/.test(path)) {
    const manifest: Record<string, unknown> = JSON.parse(text);
    return ["dependencies", "devDependencies", "optionalDependencies"]
      .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
      .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)))
      .map(([name, version]) => `${path} asks for ${name} ${String(version)}`);
  }
  if (path !== "package-lock.json") return [];
  const { packages }: { packages: Record<string, Locked & { optionalDependencies?: object }> } = JSON.parse(text);
  const installed = new Set(Object.keys(packages).map((each) => each.replace(/^.*node_modules\//, "")));
  return Object.entries(packages).flatMap(([each, locked]) => [
    ...(each.includes("node_modules/") && locked.link !== true && locked.integrity === undefined
      ? [`${path}: ${each} has no integrity`]
      : []),
    ...(locked.resolved?.includes("://") ? [`${path}: ${each} names a registry`] : []),
    // npm ci refuses a lockfile that lacks the packages of other platforms.
    ...Object.keys(locked.optionalDependencies ?? {})
      .filter((name) => !installed.has(name))
      .map((name) => `${path}: ${name} is missing`),
  ]);
}
