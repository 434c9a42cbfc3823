// What needs attention: the one list of it, most important first. The alarms of deploy/prometheus-rules.yml judge the same
// by the metrics; a test holds both to the same names and severities.
import type { Condition, Finding } from "./condition.ts";
import type { HealthFacts } from "./facts.ts";
import { load } from "./load.ts";
import { outages } from "./outages.ts";
import { setup } from "./setup.ts";
import { unfinishedWork } from "./unfinished-work.ts";

export const conditions: readonly Condition[] = [...outages, ...unfinishedWork, ...load, ...setup];

/** Alarms about what a process cannot see of itself. */
export const seenFromOutside = ["WritDoesNotAnswer", "WritIsNotWatched", "WritRestarts"] as const;

export type Found = Finding & Pick<Condition, "id" | "alarm" | "severity">;

export const conditionsIn = (facts: HealthFacts): readonly Found[] =>
  conditions.flatMap(({ id, alarm, severity, find }) =>
    [find(facts) ?? []]
      .flat()
      .map((finding) => ({ id, severity, ...(alarm === undefined ? {} : { alarm }), ...finding })),
  );
