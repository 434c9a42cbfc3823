// What is tried of a clause that leaves something open: nothing of what needs it. The gap itself is reported.
import { isShown, type Clause } from "../clause/clause.ts";
import type { Call } from "../sections/calls/model.ts";
import type { Scenario } from "./scenario.ts";

/** Of a call that does not show these, it is unknown whether and how it is made. */
export const isCallShown = (call: Call): boolean => !call.bodyNotShown && isShown(call, "Kind", "On");

/** Without those that are refused, where it is not shown with which error. */
export const withKnownErrors = (clause: Pick<Clause, "notShown">, all: readonly Scenario[]): readonly Scenario[] =>
  isShown(clause, "Otherwise") ? all : all.filter(({ expected }) => expected.kind === "done");
