// Links inside the documentation: the page that they lead to has the heading that they name.
import { posix } from "node:path";
import type { ProjectFile } from "../tidy/project.ts";
import { anchorOf } from "./words.ts";

/** Every link with an anchor, or to a page of the project, whose target does not exist. */
export function brokenLinks(files: readonly ProjectFile[], isPage: (path: string) => boolean): readonly string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return files
    .filter(({ path }) => isPage(path))
    .flatMap(({ path, text }) =>
      linksOf(text)
        .filter((link) => !leadsSomewhere(path, link, texts))
        .map((link) => `${path} links to ${link}`),
    );
}

function leadsSomewhere(page: string, link: string, texts: ReadonlyMap<string, string>): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : posix.join(posix.dirname(page), path);
  const text = texts.get(target);
  if (text === undefined)
    return anchor === undefined && [...texts.keys()].some((file) => file.startsWith(`${target}/`));
  return anchor === undefined || !target.endsWith(".md") || anchorsOf(text).has(anchor);
}

const withoutCode = (markdown: string) => markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, "");

function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutCode(markdown).matchAll(/^#+ (.*)$/gm)) {
    const anchor = anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
    let name = anchor;
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

function linksOf(markdown: string): readonly string[] {
  const prose = withoutCode(markdown)
    .replace(/\[(`[^`\n]*`)\]/g, "[code]")
    .replace(/(?<!\[)`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(<?([^)>\s]+)>?\)/g)]
    .map((match) => match[1] ?? "")
    .filter((link) => !/^[a-z]+:/.test(link));
}
