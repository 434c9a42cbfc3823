// `writ download FILE`: what a document needs and this machine lacks, ahead of time, for places without a network.
import { compile } from "@writ/language";
import { check } from "../document/check.ts";
import { readFile } from "../document/read-file.ts";
import { needDownloads } from "../downloads/need-downloads.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { visible } from "../terminal/visible.ts";

export async function downloadFor(
  file: string,
  { screens }: { readonly screens: boolean },
  console: Console,
): Promise<ExitCode> {
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], "text", console);
  const missing = await needDownloads(compiled, { offline: false, screens }, console);
  for (const one of missing) console.error(`writ download: ${visible(one)}\n`);
  if (missing.length === 0) console.out("Everything that the document needs is here.\n");
  return missing.length === 0 ? 0 : 2;
}
