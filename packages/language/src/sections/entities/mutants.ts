// How section 3 may say something else: what must be given, what is given by itself, and what a value may be.
import { spanOf } from "../../text/text.ts";
import type { Expression } from "../../expression/tree.ts";
import type { Edit } from "../../text/edits.ts";
import { expressionChanges } from "../../mutant/expression-changes.ts";
import { withoutLine } from "../../mutant/lines.ts";
import { makingAlone } from "../../mutant/making.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import { amountChanges } from "../../mutant/numbers.ts";
import { numberOf, rangeWords } from "../../expression/analysis/range.ts";
import { isDeletedUsed, whyNotUsed } from "./scenarios/deleted-used.ts";
import { isEverGranted } from "../../scenario/ever-granted.ts";
import { rangeSetByEffects, type ValueRange } from "./set-by-effects.ts";
import type { Span } from "../../problem.ts";
import { amountsOf, isYesNo } from "../../field-types/index.ts";
import type { Entity, Field, FieldType } from "./model.ts";

export function entityMutants(mutable: Mutable): readonly Change[] {
  return mutable.model.entities.entities.flatMap((entity) => [
    ...entity.uniqueTogether.map(({ address, span }): Change => ({
      clause: address,
      what: "left out",
      edits: [withoutLine(mutable.source, span.start)],
      within: span,
      through: [entity.address],
    })),
    ...entity.fields.flatMap((field) => fieldChanges(entity, field, mutable)),
  ]);
}

function fieldChanges(entity: Entity, field: Field, mutable: Mutable): readonly Change[] {
  const { address, required, requiredSpan, default: usual, type } = field;
  const of = { clause: address };
  const ofMade = { ...of, through: makingAlone(entity, mutable) };
  const through = mutable.readers(field.name.id);
  // Whoever asks for it says so in the row itself, and an account is not made by a write.
  const isAsked = required === "yes" && entity.name.id !== "user";
  return [
    ...(isAsked
      ? [
          {
            ...of,
            what: "not required",
            edits: [replaced(requiredSpan, "no")],
            same: isNeverEmptied(entity, field, mutable),
          },
        ]
      : []),
    ...(usual === undefined
      ? []
      : [{ ...ofMade, what: "no default", edits: [withoutDefault(usual)], same: isNoAnyway(field) }]),
    ...(usual?.kind === "expression" ? expressionChanges(usual.expression, ofMade, mutable) : []),
    ...(type === undefined
      ? []
      : typeChanges(type, { ...of, through }, mutable)
          .map((one) => ofEffects(entity, field, one, mutable))
          .map((one) => (isOfGoing(one) ? { ...one, same: one.same ?? neverGoes(entity, field, mutable) } : one))),
  ];
}

const isOfGoing = ({ what }: Change): boolean => what.endsWith('"cleared on delete"');

/** What code does as the system asks no right. */
const neverGoes = (entity: Entity, field: Field, mutable: Mutable): string | undefined =>
  mutable.model.calls.calls.length === 0 && !isDeletedUsed(entity, field, mutable) ? whyNotUsed : undefined;

/** Where it is never changed, only a new row could lack it: one that effects make, or one without a default. */
function isNeverEmptied(entity: Entity, field: Field, mutable: Mutable): string | undefined {
  const isAsked = [...(mutable.lookup.transitions.get(entity.name.id)?.values() ?? [])]
    .flat()
    .some(({ asks }) => asks.some(({ field: { id } }) => mutable.lookup.fields.get(entity.name.id)?.get(id) === field));
  if (isEverGranted("update", entity, mutable) || isAsked) return undefined;
  // What effects give to a field that must be filled in is never empty.
  if (!isEverGranted("create", entity, mutable))
    return "nobody but effects gives it a value, and they never leave it empty";
  return field.default === undefined || isSetBy(field, mutable.model)
    ? undefined
    : "a new row has its default, and nothing changes it";
}

/** A bound of a field that only effects set is tried by them, or lies beyond all values that they give. */
function ofEffects(entity: Entity, field: Field, one: Change, mutable: Mutable): Change {
  const { type, name } = field;
  const [from, to] = type !== undefined && "from" in type ? [type.from, type.to] : [];
  const given = rangeSetByEffects(entity, name.id, mutable);
  const [edit] = one.edits;
  const bound = [from, to].find((amount) => amount?.kind === "value" && amount.span.start === edit?.start);
  if (given === undefined || edit === undefined || bound === undefined) return one;
  const { least, most } = given.range;
  const [moved, written = Number.NaN] = [Number.parseFloat(edit.text), numberOf(bound, mutable.lookup)];
  const isBeyond = bound === from ? Math.max(written, moved) <= least : Math.min(written, moved) >= most;
  return {
    ...one,
    through: [...(one.through ?? []), ...given.addresses],
    same: isBeyond ? `${givers(given, field)} ${least === most ? least : rangeWords(given.range)}` : one.same,
  };
}

const givers = ({ addresses }: ValueRange, { default: usual }: Field): string =>
  addresses.length === 0
    ? "nothing but its default gives it a value, which is"
    : `nobody but effects${usual === undefined ? "" : " and its default"} gives it a value, and they give it`;

const isSetBy = ({ name }: Field, { states }: Mutable["model"]): boolean =>
  states.effects.some(
    ({ do: action }) =>
      action !== undefined && "values" in action && action.values.some(({ field }) => field.id === name.id),
  );

const isNoAnyway = ({ type, default: usual }: Field): string | undefined =>
  isYesNo(type) && usual?.kind === "literal" && usual.text.text === "no"
    ? "a yes/no that nobody gives is no"
    : undefined;

const withoutDefault = (usual: NonNullable<Field["default"]>): Edit =>
  usual.kind === "literal" ? replaced(usual.text, "") : replaced(inBackticks(usual.expression), "");

const inBackticks = ({ text }: Expression): Span => ({ start: spanOf(text).start - 1, end: spanOf(text).end + 1 });

function typeChanges(type: FieldType, of: Pick<Change, "clause" | "through">, mutable: Mutable): readonly Change[] {
  const own = { clause: of.clause };
  const written = mutable.source.slice(type.span.start, type.span.end);
  const without = (pattern: RegExp): readonly Change[] => {
    const found = pattern.exec(written);
    if (found === null) return [];
    const start = type.span.start + found.index;
    const edits = [replaced({ start, end: start + found[0].length }, "")];
    return [{ ...own, what: `without "${found[0].replace(/^,?\s*/, "")}"`, edits, within: type.span }];
  };
  const bounded = { ...own, within: type.span };
  const options = [
    ...(type.unique === "no" ? [] : without(/(?:,\s*|\s)unique(?: ignoring case)?/)),
    ...(type.setOnce ? without(/(?:,\s*|\s)set once/) : []),
  ];
  return [
    ...amountsOf(type).flatMap((amount) => amountChanges(amount, bounded, mutable)),
    ...("matching" in type && type.matching !== undefined ? without(/\s+matching `[^`]*`/) : []),
    ...("among" in type ? amongChanges(type.among, own, mutable, without) : []),
    ...(type.kind !== "reference"
      ? []
      : type.onDelete === "cleared"
        ? without(/(?:,\s*|\s)cleared on delete/)
        : clearedToo(type, bounded, mutable)),
    ...(type.kind === "computed" ? expressionChanges(type.expression, of, mutable) : options),
  ];
}

/** Where a user deletes the row that it refers to. An account leaves its row behind. */
function clearedToo(
  { entity, span }: FieldType & { readonly kind: "reference" },
  of: Of,
  mutable: Mutable,
): readonly Change[] {
  const target = mutable.lookup.entities.get(entity.id);
  const edits = [replaced({ start: span.end, end: span.end }, ", cleared on delete")];
  return target === undefined || entity.id === "user" || !isEverGranted("delete", target, mutable)
    ? []
    : [{ ...of, what: 'with "cleared on delete"', edits }];
}

type Of = Pick<Change, "clause" | "within">;

const amongChanges = (
  among: Expression | undefined,
  own: Pick<Change, "clause">,
  mutable: Mutable,
  without: (pattern: RegExp) => readonly Change[],
): readonly Change[] =>
  among === undefined ? [] : [...without(/(?:,\s*|\s)among `[^`]*`/), ...expressionChanges(among, own, mutable)];
