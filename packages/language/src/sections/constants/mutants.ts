// How section 9 may say something else: constants and limits one more and one less, and limits that are gone.
import { guardChanges } from "../../mutant/expression-changes.ts";
import { withoutRow } from "../../mutant/lines.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import { kindOf } from "../../clause/value-kinds.ts";
import { amountChanges, numberChanges } from "../../mutant/numbers.ts";
import type { Value } from "../../clause/value.ts";
import type { Constant } from "./model.ts";
import { settingChanges } from "./setting-mutants.ts";

export function constantMutants(mutable: Mutable): readonly Change[] {
  const { constants, limits } = mutable.model.constants;
  return [
    ...settingChanges(mutable),
    ...constants.flatMap((constant) => constantChanges(constant, mutable)),
    ...limits.flatMap((limit) => [
      withoutRow(limit, mutable),
      ...(limit.value === undefined ? [] : amountChanges(limit.value.amount, { clause: limit.address }, mutable)),
      ...guardChanges(limit.when, { clause: limit.address }, mutable, { always: "counted always", never: undefined }),
    ]),
  ];
}

function constantChanges({ value, name, address }: Constant, mutable: Mutable): readonly Change[] {
  const of = { clause: address, through: mutable.readers(name.id) };
  const changes = (one: Value): readonly Change[] => {
    if (one.kind === "table") return one.entries.flatMap((entry) => changes(entry.value));
    const { beside, written } = kindOf(one);
    if (beside === undefined) return numberChanges(one, of, mutable);
    return beside(one).map((other) => ({
      ...of,
      what: `${written(one)} is ${other}`,
      edits: [replaced(one, other)],
    }));
  };
  return value === undefined ? [] : changes(value);
}
