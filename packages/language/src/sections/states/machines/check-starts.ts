// A new row has exactly one state to begin in, whatever it holds.
import type { CheckedExpression } from "../../../expression/check.ts";
import { keyOf } from "../../../expression/key.ts";
import type { Typed } from "../../../expression/typed.ts";
import { checkNoMe } from "../../../model/check-me.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import { checkGuard } from "../../../model/resolve-guard.ts";
import { rowScope } from "../../../model/scopes.ts";
import type { Problem } from "../../../problem.ts";
import type { State } from "../model.ts";
import type { KnownMachine } from "./known-machine.ts";
import { neverTaken, noLastStart, wrongStart } from "./problems.ts";

type Start = { readonly state: State; readonly condition: CheckedExpression | undefined };

export function checkStarts(known: KnownMachine, context: CheckContext): readonly Problem[] {
  const { machine, entity } = known;
  const problems: Problem[] = [];
  const starts = machine.states
    .filter((state) => state.kind === "start")
    .map((state): Start => {
      const address = `${state.address}/Kind`;
      const guard = state.startIf;
      const checked =
        guard && checkGuard(guard, entity.id, rowScope(entity.id, { me: "present" }), `"start if"`, address, context);
      problems.push(
        ...(checked?.problems ?? []),
        ...(guard ? checkNoMe(guard, checked?.checked, "start", address) : []),
      );
      return { state, condition: checked?.checked };
    });
  // A kind that is not shown, or that cannot be read, may be the start.
  if (machine.states.some((state) => state.notShown.includes("Kind"))) return problems;
  const place = { span: machine.span, address: machine.address };
  if (starts.length === 0) return [...problems, wrongStart.at(place, entity.label, undefined)];
  return [...problems, ...checkOrder(starts, known), ...checkLast(starts, known)];
}

/** Starts are tried from top to bottom: one without a condition ends the list. */
function checkOrder(starts: readonly Start[], known: KnownMachine): readonly Problem[] {
  const plain = starts.find(({ state }) => state.startIf === undefined);
  const sureAt = starts.findIndex(({ state, condition }) => state.startIf === undefined || condition?.always === true);
  const sure = starts[sureAt];
  return starts.flatMap((start, index) => {
    const { state, condition } = start;
    const place = { span: state.name.span, address: state.address };
    const { label, span } = (plain ?? start).state.name;
    if (plain && plain !== start && state.startIf === undefined) {
      return [wrongStart.at(place, known.entity.label, { first: label, span })];
    }
    if (condition?.always === false) return [neverTaken.at(place, `start "${state.name.label}"`, "never", undefined)];
    if (!sure || sureAt >= index) return [];
    return [neverTaken.at(place, `start "${state.name.label}"`, "behind", sure.state.name.span)];
  });
}

/** Where all starts have conditions, some row may have none; unless they plainly cover everything. */
function checkLast(starts: readonly Start[], { machine, entity }: KnownMachine): readonly Problem[] {
  if (starts.some(({ state, condition }) => state.startIf === undefined || condition?.typed === undefined)) return [];
  const conditions = starts.flatMap(({ condition }) => condition?.typed ?? []);
  if (starts.some(({ condition }) => condition?.always === true) || coverAll(conditions)) return [];
  const last = starts.at(-1)?.state;
  return [
    noLastStart.at({ span: last?.name.span ?? machine.span, address: last?.address ?? machine.address }, entity.label),
  ];
}

/** Whether one condition is the opposite of another, or all choices of one field have their turn. */
function coverAll(conditions: readonly Typed[]): boolean {
  const keys = new Set(conditions.map(keyOf));
  if (conditions.some((one) => one.node === "not" && keys.has(keyOf(one.of)))) return true;
  const left = new Map<string, Set<string>>();
  return conditions.some((one) => {
    const found = choiceOf(one);
    if (!found) return false;
    const key = keyOf(found.of);
    const codes = left.get(key) ?? new Set(found.codes);
    left.set(key, codes);
    for (const code of found.taken) codes.delete(code);
    return codes.size === 0;
  });
}

/** `ticket.priority == 'urgent'`, `ticket.priority in ['high', 'urgent']`, of a choice that is never empty. */
function choiceOf(
  typed: Typed,
): { readonly of: Typed; readonly codes: readonly string[]; readonly taken: readonly string[] } | undefined {
  const [of, items] =
    typed.node === "equal"
      ? [typed.left, [typed.right]]
      : typed.node === "one of"
        ? [typed.of, typed.items]
        : [undefined, []];
  if (of?.type.kind !== "choice" || of.type.empty) return undefined;
  return { of, codes: of.type.codes, taken: items.flatMap((item) => (item.node === "text" ? [item.value] : [])) };
}
