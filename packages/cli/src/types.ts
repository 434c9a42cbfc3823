// `writ types FILE`: the document as TypeScript types for clients, and with `--screens` for its components.
import { compile } from "@writ/language";
import { check } from "./check.ts";
import type { Console, ExitCode } from "./console.ts";
import { readFile } from "./read-file.ts";

export async function types(file: string, forScreens: boolean, console: Console): Promise<ExitCode> {
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], "text", console);
  const { clientTypes, screenTypes } = await import("@writ/language/types");
  console.out(forScreens ? screenTypes(compiled) : clientTypes(compiled));
  return 0;
}
