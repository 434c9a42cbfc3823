// `writ types FILE`: the document as TypeScript types for clients.
import { compile } from "@writ/language";
import { check } from "./check.ts";
import type { Console, ExitCode } from "./console.ts";
import { readFile } from "./read-file.ts";

export async function types(file: string, console: Console): Promise<ExitCode> {
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], "text", console);
  const { clientTypes } = await import("@writ/language/types");
  console.out(clientTypes(compiled));
  return 0;
}
