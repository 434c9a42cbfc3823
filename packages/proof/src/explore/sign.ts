// What two differences have in common that are the same fault: what was done, and how each side answered.
import type { Difference } from "../agreement/compare.ts";
import { leaving } from "./goals.ts";
import type { Step } from "./step.ts";

export function signOf(step: Step, [first]: readonly Difference[]): string {
  if (first === undefined) return "";
  const what = /(?:: |^)((?:rows|\w+) of \w+|the status of \w+|what is sent)/.exec(first.what.replaceAll(id, "…"))?.[1];
  return [deedOf(step), what ?? "", kindOf(first.interpreter), kindOf(first.database)].join(" | ");
}

const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

export function deedOf(step: Step): string {
  switch (step.kind) {
    case "list":
      return `list ${step.query.entity}`;
    case "wait":
      return "wait";
    case "leave":
      return leaving;
    case "call":
      return `call ${step.call.call}`;
    case "act": {
      const { act } = step;
      if (!("entity" in act)) return `${act.kind} ${act.role}`;
      return `${act.kind === "transition" ? act.transition : act.kind} ${act.entity}`;
    }
  }
}

/** Codes of refusals; what a value is matters less than that it is another one. */
function kindOf(value: unknown): string {
  if (value === "done") return "done";
  if (typeof value === "string") return /^\d{3} \w+/.exec(value)?.[0] ?? "value";
  if (!Array.isArray(value)) return value === null ? "nothing" : "value";
  const codes = value.map((one: unknown) =>
    typeof one === "object" && one !== null && "code" in one ? String(one.code) : "",
  );
  return [...new Set(codes)].toSorted().join(" ");
}
