// `writ explain CODE`: what a code means, why it is a mistake, and what to write instead.
import { didYouMean, problemClasses, type ProblemClass } from "@writ/language";
import { painter } from "../terminal/colour.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { notUtf8, tooLarge, unreadable } from "../document/problems.ts";
import { visible } from "../terminal/visible.ts";

/** Every code that any command can print. */
export const allProblemClasses: readonly ProblemClass<never>[] = [unreadable, notUtf8, tooLarge, ...problemClasses];

export function explain(code: string | undefined, console: Console): ExitCode {
  const paint = painter(console.colour);
  if (code === undefined) {
    for (const one of allProblemClasses)
      console.out(`${paint("bold", one.code)} ${one.severity.padEnd(7)} ${one.title}\n`);
    return 0;
  }
  const match = allProblemClasses.find((one) => one.code === code.toUpperCase());
  if (/^D\d{3}$/i.test(code)) {
    console.error(
      "writ explain: the message of a database failure says what to do. docs/database.md lists all of them.\n",
    );
    return 2;
  }
  if (!match) {
    const hint = didYouMean(
      code.toUpperCase(),
      allProblemClasses.map((one) => one.code),
    );
    console.error(`writ explain: unknown code ${visible(code)}. ${hint || "`writ explain` lists all codes."}\n`);
    return 2;
  }
  console.out(`${paint("bold", `${match.code} (${match.severity}): ${match.title}`)}\n\n${match.explanation}\n`);
  console.out(
    `\n${paint("bold", "Instead of")}\n${indent(match.wrong)}\n\n${paint("bold", "write")}\n${indent(match.right)}\n`,
  );
  if (match.isFixable) console.out("\n`writ fmt --fix` fixes it if there is one certain fix.\n");
  return 0;
}

const indent = (text: string) => text.replace(/^/gm, "    ").replace(/[ ]+$/gm, "");
