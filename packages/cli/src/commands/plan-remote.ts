// `writ plan FILE --against ADDRESS`: what the document would change there, for a pipeline before it is deployed.
import { compile } from "@writ/language";
import type { Plan, Stop } from "@writ/server/applying";
import { check } from "../document/check.ts";
import { readFile } from "../document/read-file.ts";
import { serviceKeyIn, wrongAddress } from "../remote.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { stopLines } from "../terminal/print-plan.ts";
import { showPlan } from "../terminal/summarise-plan.ts";
import type { PlanOptions } from "./plan.ts";
import { visible } from "../terminal/visible.ts";

type Answer = Pick<Plan, "steps" | "drift" | "isFirst"> & { readonly stops: readonly Stop[] };

/** Ends with 1 where applying it would stop: rows would be lost, or are in the way. */
export async function planRemote(
  file: string,
  { address, renames, sql, json }: Omit<PlanOptions, "data"> & { readonly address: string },
  console: Console,
): Promise<ExitCode> {
  const key = serviceKeyIn(console);
  const wrong =
    wrongAddress("--against", address) ??
    (key === undefined ? "--against needs the product's service key in WRIT_SERVICE_KEY" : undefined);
  const refuse = (why: string): ExitCode => {
    console.error(`writ plan: ${visible(why)}\n`);
    return 2;
  };
  if (wrong !== undefined || key === undefined) return refuse(wrong ?? "");
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], "text", console);
  const query = new URLSearchParams(renames.map((one) => ["rename", one]));
  const answer = await ask(`${address.replace(/\/+$/, "")}/_/plan?${query}`, key, source);
  if (typeof answer === "string") return refuse(answer);
  const { steps, drift, stops } = json ? answer : withoutSteering(answer);
  if (json) console.out(`${JSON.stringify({ steps, drift, stops }, undefined, 2)}\n`);
  else console.out(showPlan({ ...answer, steps, drift, objects: [], foundation: [] }, sql, console));
  if (stops.length > 0 && !json) console.error(`writ plan: this document would not be applied.\n${stopLines(stops)}`);
  return stops.length > 0 ? 1 : 0;
}

/** What another server says is shown in this terminal, and does not steer it. */
const withoutSteering = (answer: Answer): Answer =>
  JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
    typeof value === "string" ? value.split("\n").map(visible).join("\n") : value,
  );

/** A text says why there is no plan. */
async function ask(url: string, key: string, source: string): Promise<Answer | string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "text/markdown; charset=utf-8" };
  // The key goes nowhere else, whatever the product answers.
  const init: RequestInit = { method: "POST", headers, body: source, redirect: "error" };
  const response = await fetch(url, init).catch((failure: unknown) => failure);
  if (!(response instanceof Response)) {
    const cause = response instanceof Error && response.cause instanceof Error ? response.cause.message : "";
    return `nothing answers at ${new URL(url).origin}${cause === "" ? "" : ` (${cause})`}`;
  }
  if (response.status === 404)
    return `${new URL(url).origin} is no product of Writ, or the key in WRIT_SERVICE_KEY is not its service key`;
  if (response.status === 422) {
    const { rename } = await (response.json() as Promise<{ readonly rename?: string }>).catch(() => ({
      rename: undefined,
    }));
    return rename === undefined
      ? "the product there is served by another version of Writ, which finds errors in the document"
      : `--rename: ${rename}`;
  }
  if (!response.ok) return `${new URL(url).origin} answers ${response.status}`;
  return (response.json() as Promise<Answer>).catch(() => `${new URL(url).origin} is no product of Writ`);
}
