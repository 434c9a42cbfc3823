// A plan as SQL that could be run as it is, each step under the clause that it comes from, and what it does to rows in words.
import { styleText } from "node:util";
import type { Plan, PlannedStep, Stop } from "@writ/server/applying";
import { countedWords } from "@writ/language/plan";
import type { Console } from "./console.ts";
import { plural } from "./summary.ts";

export function printPlan(plan: Plan, colour: boolean): string {
  const lines: string[] = [];
  for (const { key, how } of plan.drift) {
    lines.push(comment(`changed outside Writ: ${key} ${how === "missing" ? "was removed" : "was changed"}`, colour));
  }
  for (const step of plan.steps) lines.push("", ...printStep(step, colour));
  return `${[...lines, "", comment(countsOf(plan), colour)].join("\n").replace(/^\n+/, "")}\n`;
}

function printStep(step: PlannedStep, colour: boolean): readonly string[] {
  const head = comment(oneLine(`${step.address}: ${verbs[step.kind]}${step.what}`), colour);
  const danger = riskLine(step);
  const paint = step.risk?.kind === "loses" || step.risk?.kind === "breaks" ? "red" : "yellow";
  const statements = step.sql.map((statement) => `${statement};`);
  return [
    head,
    ...(danger === undefined ? [] : [colourComment(danger, paint, colour)]),
    ...(step.seconds === undefined ? [] : [colourComment(waitOf(step.seconds), "yellow", colour)]),
    ...statements,
  ];
}

export const waitOf = (seconds: number): string => `waits: nobody can write for about ${plural(seconds, "second")}`;

/** Says a step that takes a while before it is done, and then how far it is where somebody watches. */
export const sayLong =
  (console: Pick<Console, "error" | "progress">) =>
  (step: PlannedStep, share: number): void => {
    if (share === 0) console.error(`${longLine(step)}\n`);
    else console.progress?.(share === 1 ? "" : `${Math.round(share * 100)} %`);
  };

const longLine = ({ address, kind, what, seconds }: PlannedStep): string =>
  oneLine(
    `${address}: ${verbs[kind]}${what}: ${seconds === undefined ? "people can go on writing" : waitOf(seconds)} ...`,
  );

const verbs = { add: "add ", change: "change ", remove: "remove ", data: "write ", tell: "" } as const;

/** What it does to rows that are there, and what to say where it is meant. */
export function riskLine({ risk, rows, address }: PlannedStep): string | undefined {
  if (risk === undefined || rows === undefined || rows.count === 0) return undefined;
  const examples =
    rows.examples.length > 0 ? ` (${rows.examples.join(", ")}${rows.count > rows.examples.length ? ", …" : ""})` : "";
  const words = oneLine(`${risk.kind}: ${countedWords(risk, rows.count)}${examples}`);
  const rename = risk.rename === undefined ? "" : `; or rename it: writ apply --rename ${quoted(oneLine(risk.rename))}`;
  const hint = risk.hint === undefined ? "" : `. ${oneLine(risk.hint)}${rename}`;
  return risk.kind === "loses" ? `${words}${hint}. To allow this: --drop ${quoted(address)}` : words;
}

export function stopLines(stops: readonly Stop[]): string {
  return stops
    .map(
      ({ step }) => `  ${oneLine(`${step.address}: ${verbs[step.kind]}${step.what}`)}\n    ${riskLine(step) ?? ""}\n`,
    )
    .join("");
}

export function countsOf({ steps, isFirst, drift }: Plan): string {
  const counted = changesOf(steps);
  const of = (kind: PlannedStep["kind"]) => counted.filter((one) => one.kind === kind).length;
  if (steps.length === 0) return "nothing to do: the database matches the document";
  const counts = (["add", "change", "remove", "data"] as const).flatMap((kind) =>
    of(kind) > 0 ? [`${of(kind)} to ${kind === "data" ? "write" : kind}`] : [],
  );
  const first = isFirst ? "an empty database: " : "";
  const drifted = drift.length > 0 ? `; ${plural(drift.length, "object")} changed outside Writ` : "";
  const done = steps.filter(({ kind }) => kind !== "tell").length;
  return `${first}${counts.join(", ") || "nothing to change"} (${plural(done, "step")})${drifted}`;
}

export type ChangedClause = {
  readonly address: string;
  readonly kind: PlannedStep["kind"];
  readonly steps: readonly PlannedStep[];
};

/**
 * What a user would count: a clause once, however many steps it takes, and not a function that is only written again
 * because of another change of the same entity.
 */
export function changesOf(steps: readonly PlannedStep[]): readonly ChangedClause[] {
  const done = steps.filter(({ kind }) => kind !== "tell");
  const thingOf = (address: string) => address.split("/").slice(0, 2).join("/");
  const changed = new Set(done.filter((step) => !isMechanism(step)).map(({ address }) => thingOf(address)));
  const clauses = Map.groupBy(done, ({ address }) => address);
  return [...clauses].flatMap(([address, all]) => {
    if (all.every(isMechanism) && changed.has(thingOf(address))) return [];
    const [first] = new Set(all.map(({ kind }) => kind));
    const isOne = all.every(({ kind }) => kind === first || kind === "data");
    return [{ address, kind: isOne && first !== undefined ? first : "change", steps: all }];
  });
}

/** What enforces a clause, and holds no rows. */
export const isMechanism = ({ what }: PlannedStep): boolean => /^(function|view|trigger|policy|grant) /.test(what);

const quoted = (address: string): string =>
  /^[\w/.-]+$/.test(address) ? address : `"${address.replace(/["\\$`]/g, "\\$&")}"`;

/** What stands in a comment of SQL must not end it. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

const comment = (text: string, colour: boolean): string => colourComment(text, "cyan", colour);

function colourComment(text: string, format: Parameters<typeof styleText>[0], colour: boolean): string {
  const line = `-- ${text}`;
  return colour ? styleText(format, line, { validateStream: false }) : line;
}
