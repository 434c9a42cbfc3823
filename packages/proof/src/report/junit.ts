// A report as JUnit's XML, which continuous integration shows: a suite for each section, a case for each case.
import type { MutantReport, ReportedMutant } from "./mutants.ts";
import type { Report, ReportedCase } from "./report.ts";

export function junitOf({ passed, failed, notTried, cases }: Report, mutants?: MutantReport): string {
  const suites = Map.groupBy(cases, ({ address }) => address.slice(0, 1));
  const body = [...suites].map(([section, own]) => {
    const count = (outcome: ReportedCase["outcome"]) => own.filter((one) => one.outcome === outcome).length;
    const head = `  <testsuite name="section ${section}" tests="${own.length}" failures="${count("failed")}" skipped="${count("not tried")}">`;
    return [head, ...own.map(caseOf), "  </testsuite>"].join("\n");
  });
  const [tried, survived] = [mutants?.mutants.length ?? 0, mutants?.survived ?? 0];
  const counts = `tests="${passed + failed + notTried + tried}" failures="${failed + survived}" skipped="${notTried}"`;
  const all = [...body, ...(mutants === undefined ? [] : mutantSuites(mutants))];
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${counts}>`, ...all, "</testsuites>", ""].join("\n");
}

const mutantSuites = ({ mutants }: MutantReport): readonly string[] =>
  [...Map.groupBy(mutants, ({ clause }) => clause.slice(0, 1))].map(([section, own]) => {
    const survived = own.filter(({ fate }) => fate === "survived").length;
    const head = `  <testsuite name="mutants of section ${section}" tests="${own.length}" failures="${survived}" skipped="0">`;
    return [head, ...own.map(mutantCase), "  </testsuite>"].join("\n");
  });

function mutantCase({ clause, address, fate, by, evidence, before, after }: ReportedMutant): string {
  const head = `    <testcase classname="${escaped(clause)}" name="${escaped(address)}"`;
  const said = escaped([`${fate}${by === undefined ? "" : ` by ${by}`}`, evidence, before, after].join("\n"));
  return fate === "survived"
    ? `${head}><failure message="${escaped(evidence)}">${said}</failure></testcase>`
    : `${head}><system-out>${said}</system-out></testcase>`;
}

function caseOf({ address, clause, sentence, outcome, evidence, steps }: ReportedCase): string {
  const head = `    <testcase classname="${escaped(clause)}" name="${escaped(`${address}: ${sentence}`)}"`;
  if (outcome === "passed") return `${head}/>`;
  const said = escaped([evidence, ...steps].join("\n"));
  const inside =
    outcome === "failed"
      ? `<failure message="${escaped(evidence)}">${said}</failure>`
      : `<skipped message="${escaped(evidence)}"/>`;
  return `${head}>${inside}</testcase>`;
}

/** XML has no way to write most control characters. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
