// What commands use of the proof: the plan of a document, trying it, and what became of it.
export { planOf, type Plan } from "./plan/plan.ts";
export type { Case } from "./plan/find.ts";
export { junitOf } from "./report/junit.ts";
export { provenBefore, provenBy, type Proven } from "./report/proven.ts";
export { reportOf, type Report, type ReportedCase } from "./report/report.ts";
export { reportText, type Taken } from "./report/text.ts";
export type { Ground } from "./run/ground.ts";
export { packedCases, unpackedCases, type PackedCases } from "./run/packed-cases.ts";
export { openSite, runCase, type Ended, type Result } from "./run/run.ts";
export { handOn, passedOf, runCases, type Hand } from "./run/run-cases.ts";
export { changedCases, type Planned } from "./watching/changed-cases.ts";
export { runMutants, type TriedMutant, type Workshop } from "./mutate/run-mutants.ts";
export { mutantReportOf, type MutantReport, type ReportedMutant } from "./report/mutants.ts";
export { mutantsText } from "./report/mutants-text.ts";
export { findElsewhere, NotThere, type Elsewhere } from "./elsewhere/product.ts";
export { runElsewhere, type TriedElsewhere } from "./elsewhere/run-elsewhere.ts";
export { explore, type Explored } from "./explore/explore.ts";
export { exploredReport, exploredText, type ExploredReport } from "./explore/report.ts";
