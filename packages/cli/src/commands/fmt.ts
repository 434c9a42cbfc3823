// `writ fmt FILE…`: brings tables, lists and expressions into one form, and touches nothing else.
import { formatDocument, lineMap } from "@writ/language";
import type { Console, ExitCode } from "../terminal/console.ts";
import { readFile, reasonOf } from "../document/read-file.ts";
import { problemLine } from "../terminal/render.ts";
import { visible } from "../terminal/visible.ts";

/** `onlyCheck`: writes nothing and says which files would change. `-` reads standard input and prints the result. */
export function fmt(files: readonly string[], onlyCheck: boolean, console: Console): ExitCode {
  let exit: ExitCode = 0;
  for (const file of files) {
    const { source, problem } = readFile(file, console);
    if (problem) {
      console.error(`${problemLine({ file, lines: lineMap(source), problem })}\n`);
      exit = 2;
      continue;
    }
    const formatted = formatDocument(source);
    if (file === "-" && !onlyCheck) console.out(formatted);
    else if (formatted === source) continue;
    else if (onlyCheck) {
      console.out(`${visible(file)} is not formatted\n`);
      if (exit === 0) exit = 1;
    } else if (!save(file, formatted, console)) exit = 2;
  }
  return exit;
}

function save(file: string, text: string, console: Console): boolean {
  try {
    console.write(file, text);
    console.out(`${visible(file)} formatted\n`);
    return true;
  } catch (failure) {
    console.error(`writ fmt: ${visible(`${file} cannot be written: ${reasonOf(failure)}`)}\n`);
    return false;
  }
}
