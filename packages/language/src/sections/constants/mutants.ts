// How section 9 may say something else: constants and limits one more and one less, and limits that are gone.
import { guardChanges } from "../../mutant/expression-changes.ts";
import { withoutItem, withoutRow } from "../../mutant/lines.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import { ownWays } from "./sign-in-scenarios.ts";
import { amountChanges, numberChanges } from "../../mutant/numbers.ts";
import type { Value } from "../../model/value.ts";
import type { Constant } from "./model.ts";

export function constantMutants(mutable: Mutable): readonly Change[] {
  const { constants, limits } = mutable.model.constants;
  return [
    ...signInChanges(mutable),
    ...constants.flatMap((constant) => constantChanges(constant, mutable)),
    ...limits.flatMap((limit) => [
      withoutRow(limit, mutable),
      ...(limit.value === undefined ? [] : amountChanges(limit.value.amount, { clause: limit.address }, mutable)),
      ...guardChanges(limit.when, { clause: limit.address }, mutable, { always: "counted always", never: undefined }),
    ]),
  ];
}

/** One way less, or another one, one more that the document does not name; and that addresses are confirmed. */
function signInChanges(mutable: Mutable): readonly Change[] {
  const { clauses, signIn, confirmedAddress } = mutable.model.constants.settings;
  const of = (label: string) => clauses.find(({ name }) => name.label === label);
  const [ways, confirmed] = [of("Sign-in"), of("Confirmed address")];
  const spans = signIn.map(({ span }) => span);
  const [last] = spans.slice(-1);
  if (ways === undefined || last === undefined) return [];
  const unnamed = ownWays.filter((way) => !signIn.some(({ kind }) => kind === way));
  const clause = ways.address;
  return [
    ...signIn.flatMap(({ kind, span }, index): readonly Change[] => {
      if (!ownWays.includes(kind)) return [];
      if (spans.length > 1) return [{ clause, what: `without ${kind}`, edits: [withoutItem(spans, index)] }];
      return unnamed
        .slice(0, 1)
        .map((way) => ({ clause, what: `${way} in place of ${kind}`, edits: [replaced(span, way)] }));
    }),
    ...unnamed.map((way) => ({
      clause,
      what: `${way} as well`,
      edits: [replaced({ start: last.end, end: last.end }, `, ${way}`)],
    })),
    ...(confirmed !== undefined && confirmedAddress ? [withoutRow(confirmed, mutable)] : []),
  ];
}

function constantChanges({ value, name, address }: Constant, mutable: Mutable): readonly Change[] {
  const of = { clause: address, through: mutable.readers(name.id) };
  const changes = (one: Value): readonly Change[] => {
    switch (one.kind) {
      case "table":
        return one.entries.flatMap((entry) => changes(entry.value));
      case "yes/no":
        return [
          {
            ...of,
            what: one.value ? "yes is no" : "no is yes",
            edits: [replaced(one, one.value ? "no" : "yes")],
          },
        ];
      default:
        return numberChanges(one, of, mutable);
    }
  };
  return value === undefined ? [] : changes(value);
}
