// How a refusal is reported: an error with a part that is not shown has neither status nor words, so it is not.
import { inTemplate } from "../document/expressions-in.ts";
import type { Refusal } from "../document/refusal.ts";
import type { Program } from "../world/world.ts";

export const reported = (program: Program, refusals: readonly Refusal[]): readonly Refusal[] =>
  refusals.map((refusal) => {
    const clause = gapOfError(program, refusal.code);
    return clause === undefined ? refusal : { ...refusal, code: "NOT_SHOWN", clause };
  });

/** The address of the part of an error that is not shown, or unknown. */
function gapOfError({ lookup, expressionGaps }: Program, code: string): string | undefined {
  const error = lookup.errors.get(code);
  if (error === undefined) return undefined;
  const column = (["Status", "Message"] as const).find((one) => error.notShown.includes(one));
  if (column !== undefined) return `${error.address}/${column}`;
  const open = [...error.message].findLast(([, { parts }]) => inTemplate(parts).some((one) => expressionGaps.has(one)));
  if (open === undefined) return undefined;
  return `${error.address}/${open[0] === "" ? "Message" : `Message (${open[0]})`}`;
}
