// The last words of `writ check`: what the document holds, and how much is wrong or still open.
import type { Compiled, Problem } from "@writ/language";
import { visible } from "./visible.ts";
import { painter } from "./colour.ts";

export function summaryOf(file: string, compiled: Compiled, problems: readonly Problem[], colour: boolean): string {
  const paint = painter(colour);
  const count = (severity: Problem["severity"]) => problems.filter((problem) => problem.severity === severity).length;
  const errors = count("error");
  const verdict = [
    errors > 0 ? paint("red", plural(errors, "error")) : paint("green", "no errors"),
    count("warning") > 0 ? paint("yellow", plural(count("warning"), "warning")) : "no warnings",
    count("gap") > 0 ? paint("cyan", plural(count("gap"), "gap")) : "no gaps",
  ].join(", ");
  const [title, path] = [compiled.model.title || file, file].map(visible);
  return `${paint("bold", title ?? "")} (${path}): ${verdict}\n  ${contents(compiled).join(", ") || "nothing is defined yet"}`;
}

function contents({ model, checked }: Compiled): readonly string[] {
  const { entities, screens, states, rules, permissions, calls, errors, constants } = model;
  const transitions = states.machines.flatMap((machine) =>
    machine.transitions.map((row) => `${machine.address}/${row.name.id}`),
  );
  const counts: readonly (readonly [number, string, string?])[] = [
    [screens.screens.length, "screen"],
    [entities.entities.length, "entity", "entities"],
    [entities.entities.flatMap((entity) => entity.fields).length, "field"],
    [states.machines.flatMap((machine) => machine.states).length, "state"],
    [new Set(transitions).size, "transition"],
    [states.effects.length, "effect"],
    [rules.rules.length, "rule"],
    [permissions.roles.length, "role"],
    [permissions.rights.flatMap((right) => right.cells).length, "right"],
    [calls.calls.length, "call"],
    [calls.mails.length, "mail"],
    [errors.errors.length, "message"],
    [constants.constants.length, "constant"],
    [constants.limits.length, "limit"],
    [checked.size, "expression"],
  ];
  return counts.filter(([number]) => number > 0).map(([number, one, many]) => plural(number, one, many));
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
