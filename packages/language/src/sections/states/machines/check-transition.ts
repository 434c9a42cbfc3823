// What must fit together in the rows of one transition: what sets it off, when it is possible, what it asks for.
import type { CheckedExpression } from "../../../expression/check.ts";
import { checkNoMe } from "../../../model/check-me.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import { checkError } from "../../../model/known-errors.ts";
import type { Model } from "../../../model/model.ts";
import { checkGuard } from "../../../model/resolve-guard.ts";
import { rowScope } from "../../../model/scopes.ts";
import type { Problem } from "../../../problem.ts";
import type { TransitionRow, Trigger } from "../model.ts";
import { checkMoment } from "../moment.ts";
import { inputsOf, factsOfInputs } from "./inputs.ts";
import { checkAlternatives, type GuardedRow } from "./check-alternatives.ts";
import { checkInputs } from "./check-inputs.ts";
import type { KnownMachine } from "./known-machine.ts";
import { transitionName } from "./known-machine.ts";
import { rowsDisagree, uselessError } from "./problems.ts";

type Rows = readonly [TransitionRow, ...TransitionRow[]];

export function checkTransition(
  known: KnownMachine,
  rows: Rows,
  model: Model,
  context: CheckContext,
): readonly Problem[] {
  const given = factsOfInputs(known.entity, inputsOf(rows), context);
  const problems: Problem[] = [];
  const guarded = rows.map((row): GuardedRow => {
    const { checked, problems: found } = checkOnlyIf(known, row, given, context);
    problems.push(...found, ...checkOtherwise(known, row, model, context));
    return { row, condition: checked };
  });
  return [
    ...problems,
    ...checkAgreement(rows),
    ...rows.flatMap((row) => checkTrigger(known, row.on, `${row.address}/On`, context)),
    ...checkInputs(known, rows, context),
    ...checkAlternatives(known, guarded),
  ];
}

/** The asked values are on the row when Only if looks at it, so a required one is not empty there. */
function checkOnlyIf(
  { entity }: KnownMachine,
  row: TransitionRow,
  given: readonly CheckedExpression[],
  context: CheckContext,
): { readonly checked: CheckedExpression | undefined; readonly problems: readonly Problem[] } {
  if (!row.onlyIf) return { checked: undefined, problems: [] };
  const address = `${row.address}/Only if`;
  const scope = rowScope(entity.id, { me: "present" });
  const { checked, problems } = checkGuard(row.onlyIf, entity.id, scope, `"Only if"`, address, context, given);
  return { checked, problems: [...problems, ...checkNoMe(row.onlyIf, checked, "guard", address)] };
}

function checkOtherwise(
  known: KnownMachine,
  row: TransitionRow,
  model: Model,
  { lookup }: CheckContext,
): readonly Problem[] {
  const { otherwise, onlyIf, notShown } = row;
  if (!otherwise) return [];
  const place = { span: otherwise.span, address: `${row.address}/Otherwise` };
  const unknown = checkError(otherwise, `transition "${row.name.label}"`, place.address, model, lookup);
  const useless = onlyIf || notShown.includes("Only if") ? [] : [uselessError.at(place, transitionName(known, row))];
  return [...unknown, ...useless];
}

function checkTrigger(
  { entity }: KnownMachine,
  trigger: Trigger | undefined,
  address: string,
  context: CheckContext,
): readonly Problem[] {
  if (trigger?.kind === "at") return checkMoment(trigger.expression, entity.id, context).problems;
  if (trigger?.kind !== "after") return [];
  const expected = { kind: "type", type: { kind: "duration", days: false, empty: false }, what: `"after"` } as const;
  const checked = context.check(trigger.expression, rowScope(entity.id, { me: "present" }), expected);
  return [
    ...checked.problems,
    ...checkNoMe({ kind: "expression", expression: trigger.expression }, checked, "timer", address),
  ];
}

/** The rows of one transition are set off in the same way, and ask for the same things or leave it to the first. */
function checkAgreement(rows: Rows): readonly Problem[] {
  const [first] = rows;
  const asking = rows.find((row) => row.asks.length > 0);
  return rows.slice(1).flatMap((row) => {
    const problems: Problem[] = [];
    if (row.on && first.on && wayOf(row.on) !== wayOf(first.on)) {
      problems.push(
        rowsDisagree.at({ span: row.on.span, address: `${row.address}/On` }, row.name.label, "On", first.span),
      );
    }
    const asked = row.asks[0];
    if (asked && asking && asking !== row && askedText(row) !== askedText(asking)) {
      problems.push(
        rowsDisagree.at(
          { span: asked.span, address: `${row.address}/Asks for` },
          row.name.label,
          "Asks for",
          asking.span,
        ),
      );
    }
    return problems;
  });
}

const wayOf = (trigger: Trigger) =>
  "expression" in trigger
    ? `${trigger.kind} ${trigger.expression.text.text.replace(/\s+/g, " ").trim()}`
    : trigger.kind;

const askedText = (row: TransitionRow) =>
  row.asks
    .map(
      ({ field, required, choices }) =>
        `${field.id}:${required}:${(choices ?? []).map((choice) => choice.id).join("|")}`,
    )
    .sort()
    .join(",");
