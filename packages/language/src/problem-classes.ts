// Every class of problems, in the order of their codes: what `writ explain` and the documentation are made from.
import * as frame from "./document/frame/problems.ts";
import * as document from "./document/problems.ts";
import * as expressionChecks from "./expression/check/problems.ts";
import * as expressions from "./expression/problems.ts";
import * as fieldTypes from "./field-types/problems.ts";
import * as model from "./clause/problems.ts";
import type { ProblemClass } from "./problem.ts";
import * as call from "./sections/calls/calls/problems.ts";
import * as mail from "./sections/calls/mails/problems.ts";
import * as calls from "./sections/calls/problems.ts";
import * as constants from "./sections/constants/problems.ts";
import * as entities from "./sections/entities/problems.ts";
import * as rows from "./sections/entities/rows/problems.ts";
import * as errors from "./sections/errors/problems.ts";
import * as permissions from "./sections/permissions/problems.ts";
import * as rules from "./sections/rules/problems.ts";
import * as screens from "./sections/screens/problems.ts";
import * as effects from "./sections/states/effects/problems.ts";
import * as machines from "./sections/states/machines/problems.ts";
import * as states from "./sections/states/problems.ts";

const rooms: readonly Readonly<Record<string, unknown>>[] = [
  frame,
  document,
  model,
  fieldTypes,
  screens,
  entities,
  rows,
  states,
  machines,
  effects,
  rules,
  permissions,
  calls,
  call,
  mail,
  errors,
  constants,
  expressions,
  expressionChecks,
];

const order = (code: string) => (code.startsWith("G") ? `Z${code}` : code);

export const problemClasses: readonly ProblemClass<never>[] = [
  ...new Map(
    rooms
      .flatMap((room) => Object.values(room))
      .filter(isProblemClass)
      .map((one) => [one.code, one] as const),
  ).values(),
].sort((a, b) => (order(a.code) < order(b.code) ? -1 : 1));

function isProblemClass(value: unknown): value is ProblemClass<never> {
  return typeof value === "object" && value !== null && "code" in value && "at" in value;
}
