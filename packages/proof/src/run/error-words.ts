// Whether an error is reported as section 8 says: its status, and its words in the language that was asked for.
import type { Scenario } from "@writ/language/scenarios";
import type { Template } from "@writ/language/model";
import { constantValue } from "../interpreter/world/constants.ts";
import { textOf } from "../agreement/texts.ts";
import type { Program } from "../interpreter/world/world.ts";
import type { Answered } from "./over-the-wire.ts";

export function wrongWords(
  program: Program,
  told: Scenario["told"],
  answered: Pick<Answered, "status" | "message" | "told"> | undefined,
): readonly string[] {
  if (told === undefined) return [];
  const { code, status, message } = told;
  if (answered === undefined) return ["nothing was refused"];
  // Where several are reported together, the answer has the status and the words of the first.
  const [first] = answered.told;
  const own = answered.told.find((one) => one.code === code) ?? first;
  const result = own === first ? answered.status : status;
  const said = (own === first ? undefined : own?.message) ?? answered.message;
  return [
    ...(status === undefined || status === result ? [] : [`status ${result} and not ${status}`]),
    ...(message === undefined || patternOf(program, message).test(said) ? [] : [`it says "${said}"`]),
  ];
}

/** How values are written in a language is the language's own: a number below a thousand is the same in all of them. */
function patternOf(program: Program, { parts }: Template): RegExp {
  const written = parts.map((part) => {
    if (part.kind === "text") return escaped(part.text);
    const tree = part.kind === "expression" ? part.expression.tree : undefined;
    const value = tree?.kind === "name" ? constantValue(program, tree.name) : undefined;
    const text =
      value !== undefined && value !== null && typeof value === "object" && "kind" in value && value.kind === "number"
        ? textOf(value)
        : null;
    return text !== null && /^\d{1,3}$/.test(text) ? text : ".+";
  });
  return new RegExp(`^${written.join("")}$`, "su");
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
