// A report as JUnit's XML, which continuous integration shows: a suite for each section, a case for each case.
import type { Report, ReportedCase } from "./report.ts";

export function junitOf({ passed, failed, notTried, cases }: Report): string {
  const suites = Map.groupBy(cases, ({ address }) => address.slice(0, 1));
  const body = [...suites].map(([section, own]) => {
    const count = (outcome: ReportedCase["outcome"]) => own.filter((one) => one.outcome === outcome).length;
    const head = `  <testsuite name="section ${section}" tests="${own.length}" failures="${count("failed")}" skipped="${count("not tried")}">`;
    return [head, ...own.map(caseOf), "  </testsuite>"].join("\n");
  });
  const counts = `tests="${passed + failed + notTried}" failures="${failed}" skipped="${notTried}"`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${counts}>`, ...body, "</testsuites>", ""].join("\n");
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
