// Plans and applies documents to a database.
export { applyDocument, StepFailure, stopsOf, type Outcome, type Stop } from "./apply.ts";
export { findObjects } from "./found.ts";
export { findDrift, readApplied, type Applied, type Drift } from "./applied.ts";
export { isPending, planNow, type Plan, type PlannedStep } from "./plan.ts";
export {
  isDeployed,
  listApplied,
  readAppliedSource,
  readDeployed,
  readEarlier,
  type AppliedDocument,
  type Deployed,
  type Earlier,
} from "./applied-documents.ts";
export { writeSamples } from "./samples.ts";
