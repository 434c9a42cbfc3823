// How section 4 may say something else: where rows begin, what moves them on and when, what is asked for, and what follows.
import { guardChanges, expressionChanges } from "../../mutant/expression-changes.ts";
import { withoutItem, withoutRow } from "../../mutant/lines.ts";
import { makingAlone } from "../../mutant/making.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import { effectChanges } from "./effects/mutants.ts";
import { doing, neverDoneFrom, staysUnseen } from "./done-from.ts";
import type { TransitionInput, Machine, TransitionRow } from "./model.ts";

export function stateMutants(mutable: Mutable): readonly Change[] {
  const { machines, effects } = mutable.model.states;
  return [
    ...machines.flatMap((machine) => [
      ...startChanges(machine, mutable),
      ...machine.transitions.flatMap((row) => transitionChanges(row, machine, mutable)),
    ]),
    ...effects.flatMap((effect) => effectChanges(effect, mutable)),
  ];
}

/** Rows begin in another state; where a condition says in which, it says something else. */
function startChanges({ states, entity }: Machine, mutable: Mutable): readonly Change[] {
  const starts = states.filter(({ kind }) => kind === "start");
  const [start] = starts;
  const other = states.find(({ kind }) => kind === "");
  const of = mutable.lookup.entities.get(entity.id);
  const through = [`6/${of?.name.label}/create`, ...(of === undefined ? [] : makingAlone(of, mutable))];
  if (start !== undefined && starts.length === 1 && other !== undefined)
    return [
      {
        clause: start.address,
        what: `rows begin as ${other.name.label}`,
        edits: [replaced(start.kindSpan, ""), replaced(other.kindSpan, " start")],
        within: start.span,
        through,
      },
    ];
  return starts.flatMap(({ startIf, address }) =>
    guardChanges(startIf, { clause: address, through }, mutable, { always: "always", never: "never" }),
  );
}

function transitionChanges(row: TransitionRow, machine: Machine, mutable: Mutable): readonly Change[] {
  const first = machine.transitions.find(({ name }) => name.id === row.name.id) ?? row;
  // A transition that no user takes is shown where it follows from an effect.
  const following = doing(row, mutable.model).map(({ address }) => address);
  // A transition that only code takes has no case, which is reported in its place.
  if (row.on?.kind === "effect" && following.length === 0) return [];
  const of = { clause: row.address, through: [first.address, ...following] };
  return [
    withoutRow(row, mutable, of.through),
    ...fromChanges(row, machine, mutable).map((change) => ({ ...of, ...change })),
    ...(row.to === "same" ? [] : [{ ...of, what: "the state stays", edits: [replaced(row.to.span, "same")] }]),
    ...guardChanges(row.onlyIf, of, mutable, { always: "possible always", never: "possible never" }),
    ...row.asks
      .flatMap((asked, index) => askedChanges(asked, index, row, mutable))
      .map((change) => ({ ...of, ...change })),
    ...(row.on !== undefined && "expression" in row.on ? expressionChanges(row.on.expression, of, mutable) : []),
  ];
}

type Part = Pick<Change, "what" | "edits" | "within" | "same">;

function fromChanges(row: TransitionRow, machine: Machine, mutable: Mutable): readonly Part[] {
  const { from } = row;
  const { states } = machine;
  const listed = from.kind === "states" ? from.states : from.but;
  const spans = listed.map(({ span }) => span);
  const fewer =
    from.kind === "states" && listed.length > 1
      ? listed.map(({ label }, index) => ({
          what: `not from ${label}`,
          edits: [withoutItem(spans, index)],
          within: from.span,
        }))
      : [];
  const isNamed = (state: Machine["states"][number]) =>
    listed.some(({ id, label }) => id === state.name.id || label === state.name.label);
  // From any state is from any that is no end.
  const isFrom = (state: Machine["states"][number]) =>
    from.kind === "states" ? isNamed(state) : state.kind !== "end" && !isNamed(state);
  const more = states.filter((state) => !isFrom(state));
  return [
    ...fewer,
    ...more.map(({ name }) => ({
      what: `from ${name.label} too`,
      same: sameFrom(name, row, machine, mutable),
      edits:
        from.kind === "any"
          ? [
              replaced(
                from.span,
                states
                  .filter((one) => isFrom(one) || one.name === name)
                  .map((one) => one.name.label)
                  .join(", "),
              ),
            ]
          : [replaced({ start: from.span.end, end: from.span.end }, `, ${name.label}`)],
      within: from.span,
    })),
  ];
}

function sameFrom(
  state: Machine["states"][number]["name"],
  row: TransitionRow,
  machine: Machine,
  mutable: Mutable,
): string | undefined {
  if (neverDoneFrom(state.id, row, machine, mutable)) return "whatever does it asks for another state itself";
  return staysUnseen(state.id, row, machine, mutable) ? "who is there already stays, and nothing follows" : undefined;
}

function askedChanges(
  { field, required, choices, span }: TransitionInput,
  index: number,
  { asks }: TransitionRow,
  { source }: Mutable,
): readonly Part[] {
  const written = source.slice(span.start, span.end);
  const spans = asks.map((asked) => asked.span);
  const instead = (what: string, text: string): Part => ({ what, edits: [replaced(span, text)] });
  return [
    { what: `${field.label} is not asked for`, edits: [withoutItem(spans, index)], within: span },
    ...(required ? [instead(`${field.label} may be left out`, written.replace("(required", "(optional"))] : []),
    ...(choices === undefined ? [] : [instead(`${field.label} is any choice`, written.replace(/;[^)]*\)$/, ")"))]),
  ];
}
