// How section 6 may say something else: cells of the matrix, each for one action alone, conditions, and who has a role.
import { spanOf } from "../../text/text.ts";
import { lineAround } from "../../text/edits.ts";
import { expressionChanges, guardChanges } from "../../mutant/expression-changes.ts";
import { withoutItem } from "../../mutant/lines.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import type { Condition, Grant, Right, RightCell, Role } from "./model.ts";

export function permissionMutants(mutable: Mutable): readonly Change[] {
  const { roles, conditions, rights } = mutable.model.permissions;
  return [
    ...roles.flatMap((role) => roleChanges(role, mutable)),
    ...conditions.flatMap((condition) => conditionChanges(condition, mutable)),
    ...rights.flatMap((right) =>
      right.cells.flatMap((cell) => (cell.grant === undefined ? [] : cellChanges(right, cell, cell.grant, mutable))),
    ),
  ];
}

function roleChanges({ givenBy, name, address }: Role, mutable: Mutable): readonly Change[] {
  const { rights } = mutable.model.permissions;
  const through = rights.flatMap(({ cells }) =>
    cells.filter(({ role }) => role.id === name.id).map((cell) => cell.address),
  );
  const of = { clause: address, through };
  const spans = givenBy.map(({ span }) => span);
  return givenBy.flatMap((giving, index): readonly Change[] => {
    const written = mutable.source.slice(giving.span.start, giving.span.end);
    // A row is looked at only where its condition holds; of "assigned by A, B" the second part stands alone.
    const isAlone = givenBy.length === 1;
    const isHead = giving.kind === "assigned by" && /^assigned by\s/.test(written);
    const next = givenBy[index + 1];
    const goesOn = isHead && next?.kind === "assigned by" && !/^assigned by\s/.test(textAt(next.span, mutable));
    const left: readonly Change[] = isAlone
      ? []
      : [
          {
            ...of,
            what: `not ${isHead || giving.kind !== "assigned by" ? "" : "assigned by "}${written}`,
            edits: goesOn
              ? [replaced({ start: giving.span.start, end: next.span.start }, "assigned by ")]
              : [withoutItem(spans, index)],
            within: { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0 },
          },
        ];
    if (giving.kind !== "row" || giving.where === undefined) return left;
    const place = spanOf(giving.where.text);
    return [
      ...left,
      { ...of, what: "always", edits: [replaced(place, "true")] },
      { ...of, what: "never", edits: [replaced(place, "false")] },
      ...expressionChanges(giving.where, of, mutable),
    ];
  });
}

const textAt = ({ start, end }: { readonly start: number; readonly end: number }, { source }: Mutable): string =>
  source.slice(start, end);

function conditionChanges({ holds, name, address }: Condition, mutable: Mutable): readonly Change[] {
  if (holds === undefined) return [];
  const of = { clause: address, through: mutable.readers(`6/${name.id}`) };
  return guardChanges({ kind: "expression", expression: holds }, of, mutable, { always: "always", never: "never" });
}

function cellChanges(right: Right, cell: RightCell, grant: Grant, mutable: Mutable): readonly Change[] {
  const instead = [
    ...(grant.kind === "yes" ? [] : [{ what: "always", text: "yes" }]),
    ...(grant.kind === "no" ? [] : [{ what: "never", text: "no" }]),
    ...partsLeftOut(grant, mutable),
  ];
  const shown = cell.grant?.span ?? cell.span;
  return instead.map(({ what, text }): Change => {
    const whole = grant.kind === "not" ? cell.span : shown;
    return {
      clause: cell.address,
      what,
      edits: forActionAlone(right, whole, text, mutable),
      within: whole,
      after: text,
      same: isOfNothing(right, mutable) ? "section 3 gives accounts nothing that could be changed" : undefined,
    };
  });
}

/** Only the account's own user changes what the platform itself keeps of it. */
function isOfNothing({ action, for: about }: Right, { lookup }: Mutable): boolean {
  const entity = about.id;
  const fields = [...(lookup.fields.get(entity)?.values() ?? [])];
  return (
    action.kind === "update" &&
    entity === "user" &&
    fields.every(({ type }) => type === undefined || type.kind === "computed" || type.kind === "list")
  );
}

/** `a and b` without a and without b, however deep. */
function partsLeftOut(grant: Grant, mutable: Mutable): readonly { readonly what: string; readonly text: string }[] {
  if (grant.kind !== "and" && grant.kind !== "or") return [];
  const written = (one: Grant) => textAt(one.span, mutable);
  const { kind, left, right } = grant;
  // `and` binds closer, and parts of parts are put back beside the other side.
  return [
    { what: `without ${written(left)}`, text: written(right) },
    { what: `without ${written(right)}`, text: written(left) },
    ...partsLeftOut(left, mutable).map(({ what, text }) => ({ what, text: `${text} ${kind} ${written(right)}` })),
    ...partsLeftOut(right, mutable).map(({ what, text }) => ({ what, text: `${written(left)} ${kind} ${text}` })),
  ];
}

/** A row that says "create, update" is one clause for each: what is changed for one has a row of its own. */
function forActionAlone(
  { action, span }: Right,
  cell: { readonly start: number; readonly end: number },
  text: string,
  { source, model }: Mutable,
): Change["edits"] {
  const actions = model.permissions.rights.filter((one) => one.span.start === span.start).map((one) => one.action.span);
  if (actions.length < 2) return [replaced(cell, text)];
  const line = lineAround(source, span.start);
  const may = { start: Math.min(...actions.map((one) => one.start)), end: Math.max(...actions.map((one) => one.end)) };
  const others = actions
    .filter((one) => one.start !== action.span.start)
    .map((one) => source.slice(one.start, one.end));
  // Another row below it, whose only action this is.
  const before = source.slice(line.start, may.start);
  const between = source.slice(may.end, cell.start);
  const row = `${before}${source.slice(action.span.start, action.span.end)}${between}${text}${source.slice(cell.end, line.end)}`;
  return [replaced(may, others.join(", ")), replaced({ start: line.end, end: line.end }, `\n${row}`)];
}
