// The report on mutants for people: what survived with what was changed, what only another clause noticed, and what is the same.
import type { MutantReport, ReportedMutant } from "./mutants.ts";
import { paint, type Printing } from "./text.ts";

export function mutantsText(report: MutantReport, seconds: number, { colour, visible }: Printing): string {
  const of = (fate: ReportedMutant["fate"]) => report.mutants.filter((one) => one.fate === fate);
  const lines = [
    ...of("survived").flatMap((one) => [
      `  ${paint("survived", 31, colour)} ${visible(one.address)}`,
      `    ${visible(one.evidence)}`,
      `      before: ${visible(one.before) || "nothing"}`,
      `      after:  ${visible(one.after) || "nothing"}`,
    ]),
    ...of("caught elsewhere").map(
      ({ address, by }) => `  ${paint("caught elsewhere", 33, colour)} ${visible(`${address}: by ${by}`)}`,
    ),
    ...of("equivalent").map(({ address, evidence }) => `  equivalent ${visible(`${address}: ${evidence}`)}`),
    ...of("no document").map(({ address, evidence }) => `  no document ${visible(`${address}: ${evidence}`)}`),
  ];
  const { caught, elsewhere, equivalent, noDocument, survived, mutants } = report;
  const counts = [
    `${caught} caught by a case of their own clause`,
    `${elsewhere} caught elsewhere`,
    `${survived} survived`,
    `${equivalent} equivalent`,
    `${noDocument} no document`,
  ];
  const rate = mutants.length > 0 ? `, ${((seconds * 1000) / mutants.length).toFixed(0)} ms each` : "";
  return [
    `Mutants: ${mutants.length} documents with one changed clause`,
    ...lines,
    "",
    `${counts.join(", ")} in ${seconds.toFixed(1)} s${rate}`,
    "",
  ].join("\n");
}
