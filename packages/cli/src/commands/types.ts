// `writ types FILE`: the document as TypeScript types for clients, for its components too, or for the code of its calls.
import { compile } from "@writ/language";
import { check } from "../document/check.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { readFile } from "../document/read-file.ts";

export async function types(file: string, what: "clients" | "screens" | "calls", console: Console): Promise<ExitCode> {
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], "text", console);
  const { clientTypes, codeTypes, screenTypes } = await import("@writ/language/types");
  const print = { clients: clientTypes, screens: screenTypes, calls: codeTypes }[what];
  console.out(print(compiled));
  return 0;
}
