// A plan in words: a line for each clause that comes, changes or goes, what happens to rows, and how long it takes.
import { styleText } from "node:util";
import type { Plan, PlannedStep } from "@writ/server/applying";
import type { Console } from "./console.ts";
import { changesOf, countsOf, isMechanism, printPlan, riskLine, waitOf, type ChangedClause } from "./print-plan.ts";
import { plural } from "./summary.ts";
import { visible } from "./visible.ts";

const signs = { add: "+", change: "~", remove: "-", data: "~", tell: "!" } as const;
const colours = { add: "green", change: "yellow", remove: "red", data: "yellow", tell: "yellow" } as const;

type Line = {
  readonly kind: PlannedStep["kind"];
  readonly address: string;
  readonly words: string;
  /** Below it. */
  readonly notes: readonly string[];
};

/** For `writ plan`, and before `writ apply` asks. */
export const showPlan = (plan: Plan, sql: boolean, { colour }: Pick<Console, "colour">): string =>
  sql ? printPlan(plan, colour) : summarisePlan(plan, colour);

export function summarisePlan(plan: Plan, colour: boolean): string {
  const { steps, drift } = plan;
  const changed = changesOf(steps);
  const told = steps.filter(({ kind }) => kind === "tell");
  const ownTold = (address: string) => told.filter((one) => `${one.address}/`.startsWith(`${address}/`));
  const clauses = changed.map((one) => clauseLine(one, ownTold(one.address)));
  const alone = told.filter((one) => !changed.some(({ address }) => `${one.address}/`.startsWith(`${address}/`)));
  // Of a clause that is not counted, because another change of its entity is the reason.
  const uncounted = steps.filter((step) => step.kind !== "tell" && !changed.some((one) => one.steps.includes(step)));
  const lines = [
    ...clauses,
    ...uncounted.flatMap((step) => (notesOf(step).length > 0 ? [clauseLine({ ...step, steps: [step] }, [])] : [])),
    ...alone.map((step) => ({ kind: step.kind, address: step.address, words: step.what, notes: notesOf(step) })),
    ...drift.map(({ key, how }) => ({
      kind: "change" as const,
      address: key,
      words: how === "missing" ? "removed outside Writ" : "changed outside Writ",
      notes: [],
    })),
  ].toSorted((a, b) => sectionOf(a) - sectionOf(b));
  const width = Math.min(40, Math.max(0, ...lines.map(({ address }) => visible(address).length)));
  const end = [visible(countsOf(plan)), ...(plan.isFirst || steps.length === 0 ? [] : [costOf(plan)])];
  return [
    ...lines.map((line) => printLine(line, width, colour)),
    ...(lines.length === 0 ? [] : [""]),
    `${end.join(". ")}${end.length > 1 ? "." : ""}`,
    ...(steps.length === 0 ? [] : ["--sql shows the statements."]),
    "",
  ].join("\n");
}

const sectionOf = ({ address }: Line): number => Number.parseInt(address, 10) || 10;

const clauseLine = ({ address, kind, steps }: ChangedClause, told: readonly PlannedStep[]): Line => ({
  kind,
  address,
  words: objectsOf(steps),
  notes: [...told.flatMap((step) => [step.what, ...notesOf(step)]), ...steps.flatMap(notesOf)],
});

const notesOf = (step: PlannedStep): readonly string[] => [
  ...[riskLine(step)].flatMap((line) => line ?? []),
  ...(step.seconds === undefined ? [] : [waitOf(step.seconds)]),
];

/** `column place of task, 2 indexes, what enforces it` */
function objectsOf(steps: readonly PlannedStep[]): string {
  const [enforcing, holding] = [steps.filter(isMechanism), steps.filter((step) => !isMechanism(step))];
  const indexes = holding.filter(({ what }) => /^(?:text )?index /.test(what));
  const isOneWay = new Set(indexes.map(({ kind }) => kind)).size < 2;
  const constraints = holding.filter(({ what }) => what.startsWith("constraint ")).length;
  const others = holding
    .filter(({ what }) => !/^(?:(?:text )?index|constraint) /.test(what))
    .map(({ what }) =>
      what.startsWith("data ") ? "data of the system" : what.replace(/\b(?:public|writ_data)\./g, ""),
    );
  return [
    ...new Set(others),
    ...(constraints > 0 ? [plural(constraints, "constraint")] : []),
    ...(indexes.length > 0 ? [isOneWay ? plural(indexes.length, "index", "indexes") : "other indexes"] : []),
    ...(enforcing.length > 0 ? ["what enforces it"] : []),
  ].join(", ");
}

/** What it costs the people of the product. */
function costOf({ steps }: Plan): string {
  const of = (kind: string) =>
    new Set(
      steps
        .filter(({ risk, rows }) => risk?.kind === kind && rows !== undefined && rows.count > 0)
        .map(({ address }) => address),
    ).size;
  const seconds = steps.reduce((sum, step) => sum + (step.seconds ?? 0), 0);
  const [lost, inTheWay] = [of("loses"), of("breaks")];
  return [
    ...(inTheWay > 0 ? [`Rows are in the way of ${plural(inTheWay, "clause")}`] : []),
    lost > 0 ? `Data of ${plural(lost, "clause")} would be lost` : "No data is lost",
    seconds > 0 ? `Nobody can write for about ${plural(seconds, "second")}` : "Nobody waits",
  ].join(". ");
}

function printLine({ kind, address, words, notes }: Line, width: number, colour: boolean): string {
  const paint = (text: string, format: Parameters<typeof styleText>[0]) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  const head = `  ${paint(signs[kind], colours[kind])} ${visible(address).padEnd(width)}  ${visible(words)}`;
  const isGrave = (note: string) => /^(?:loses|breaks): /.test(note);
  const below = notes.map((note) => `\n      ${isGrave(note) ? paint(visible(note), "red") : visible(note)}`);
  return `${head}${below.join("")}`;
}
