// What section 3 asks of rows: what must be given, what types take at their edges, what no two may share, what is worked out.
import { entriesIn } from "../../scenario/formula.ts";
import type { Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import {
  success,
  refused,
  type Expected,
  type Fact,
  type Scenario,
  type ScenarioDeed,
} from "../../scenario/scenario.ts";
import { isEverGranted } from "../../scenario/ever-granted.ts";
import { choosing } from "./scenarios/among.ts";
import { referredScenarios } from "./scenarios/going.ts";
import { makerScenarios } from "./scenarios/makers.ts";
import { workedOut } from "./scenarios/computed.ts";
import { edgesOf, isYesNo } from "../../field-types/index.ts";
import type { Entity, Field, FieldType } from "./model.ts";

export function entityScenarios(model: Model, lookup: Lookup): readonly Scenario[] {
  const isIn = (kind: "set" | "see", entity: Entity, field: Field): boolean =>
    model.permissions.rights.some(
      ({ action, for: about }) =>
        action.kind === kind &&
        lookup.entities.get(about.id) === entity &&
        lookup.fields.get(entity.name.id)?.get(action.field.id) === field,
    );
  // Every user changes their own account; sign-up creates it, and not a write of a row.
  const isEverDone = (of: Entity, kind: "create" | "update" | "delete"): boolean =>
    of.name.id === "user" ? kind === "update" : isEverGranted(kind, of, { model, lookup });
  return model.entities.entities.flatMap((entity) => [
    ...entity.fields
      .flatMap((field) =>
        fieldScenarios(entity, field, {
          lookup,
          isGranted: isIn("set", entity, field),
          isHidden: isIn("see", entity, field),
          askedBy: askingOf(entity, field, lookup),
        }),
      )
      .concat(entity.fields.flatMap((field) => referredScenarios(entity, field, { model, lookup })))
      .flatMap((scenario): readonly Scenario[] => {
        const { entity: about, deed, orBy = [] } = scenario;
        const tried = about === entity.name.id ? entity : lookup.entities.get(about);
        // The matrix says which actions no one ever takes.
        const [first, ...others] = [deed, ...orBy].filter(
          ({ kind }) =>
            (kind !== "create" && kind !== "update" && kind !== "delete") ||
            (tried !== undefined && isEverDone(tried, kind)),
        );
        return first === undefined ? [] : [{ ...scenario, deed: first, orBy: others }];
      }),
    ...makerScenarios(entity, model, lookup),
    ...entity.uniqueTogether
      .filter(({ fields }) => !fields.some(({ id }) => isDrawn(lookup.fields.get(entity.name.id)?.get(id))))
      .map(({ fields, address }) =>
        attempt({ entity, address }, "twice", `two with the same ${fields.map(({ label }) => label).join(" and ")}`, {
          where: [
            twin(
              fields.map(({ id }) => id),
              false,
            ),
          ],
          expected: refused("NOT_UNIQUE"),
        }),
      ),
  ]);
}

function askingOf({ name: { id: entity } }: Entity, { name }: Field, lookup: Lookup): ScenarioDeed | undefined {
  const rows = [...(lookup.transitions.get(entity)?.values() ?? [])].flat();
  const asking = rows.find(({ on, asks }) => on?.kind === "button" && asks.some(({ field }) => field.id === name.id));
  return asking && { kind: "transition", transition: asking.name.id };
}

type About = { readonly entity: Entity; readonly address: string };
type Way = { readonly where: readonly Fact[]; readonly expected: Expected; readonly on?: "create" | "update" | "read" };

const attempt = (
  { entity, address }: About,
  what: string,
  sentence: string,
  { where, expected, on }: Way,
): Scenario => ({
  address: `${address}#${what}`,
  clause: address,
  sentence: `${entity.name.label}: ${sentence}${on === "read" ? "" : expected.kind === "done" ? " is taken" : " is refused"}`,
  entity: entity.name.id,
  deed: { kind: on ?? "create" },
  by: undefined,
  where,
  expected,
});

type Site = {
  readonly lookup: Lookup;
  readonly isGranted: boolean;
  /** Hidden from some readers. */
  readonly isHidden: boolean;
  /** The transition that a user takes and that asks for it. */
  readonly askedBy: ScenarioDeed | undefined;
};

function fieldScenarios(
  entity: Entity,
  field: Field,
  { lookup, isGranted, isHidden, askedBy }: Site,
): readonly Scenario[] {
  const { name, type, address, required } = field;
  if (type === undefined) return [];
  const about = { entity, address };
  if (type.kind === "computed")
    return workedOut(type.of, { entity: entity.name.id, field: name.id, at: "before" }, type.expression, lookup).map(
      ({ what, where }) =>
        attempt(about, what, `${name.label} is calculated`, {
          on: "read",
          where: [...(isHidden ? [{ kind: "seen", field: name.id } as const] : []), ...where],
          expected: success,
        }),
    );
  const given = (is: boolean): Fact => ({ kind: "given", field: name.id, is });
  const fromOutside = (what: string, words: string, on: "create" | "update"): Scenario =>
    attempt(about, what, `${words} from outside`, {
      on,
      where: [given(true)],
      expected: refused("FORBIDDEN", name.id),
    });
  const fromNobody = [
    fromOutside("given", name.label, "create"),
    fromOutside("given later", `another ${name.label}`, "update"),
  ];
  if (drawn.has(type.kind)) return type.kind === "list" ? [] : fromNobody;
  if (required === "auto" && !isGranted && type.kind !== "belongs to")
    return [
      ...fromNobody,
      ...usual(about, field, lookup),
      ...(askedBy === undefined ? [] : edgeScenarios(about, field, type, [askedBy])),
    ];
  const giving: readonly ScenarioDeed[] = [
    // What there is one of is there already.
    ...(entity.oneRow ? [] : [{ kind: "create" } as const]),
    ...(type.kind === "belongs to" || type.setOnce ? [] : [{ kind: "update" } as const]),
    ...(askedBy === undefined ? [] : [askedBy]),
  ];
  const isAsked = required === "yes" && field.default === undefined && !isYesNo(type);
  return [
    ...(isAsked
      ? [
          attempt(about, "required", `one without ${name.label}`, {
            where: [given(false)],
            expected: refused("REQUIRED", name.id),
          }),
        ]
      : []),
    ...usual(about, field, lookup),
    ...(required === "yes" && !isYesNo(type) && type.kind !== "belongs to" && !type.setOnce
      ? [
          attempt(about, "emptied", `to empty ${name.label}`, {
            on: "update",
            where: [{ kind: "value", field: name.id, value: { kind: "empty" } }],
            expected: refused("REQUIRED", name.id),
          }),
        ]
      : []),
    ...edgeScenarios(about, field, type, giving),
    ...(type.unique === "no"
      ? []
      : [
          ...byAny(
            giving,
            attempt(about, "twice", `two with the same ${name.label}`, {
              where: [twin([name.id], type.unique === "ignoring case")],
              expected: refused("NOT_UNIQUE", name.id),
            }),
          ),
        ]),
    ...(type.kind === "belongs to" && !isGranted ? [fromOutside("moved", `another ${name.label}`, "update")] : []),
    ...(type.setOnce && type.kind !== "belongs to"
      ? [
          attempt(about, "once", `another ${name.label}, once it is set`, {
            on: "update",
            where: [given(true)],
            expected: refused("FORBIDDEN", name.id),
          }),
        ]
      : []),
    ...("among" in type && type.among !== undefined
      ? choosing({ entity: entity.name.id, field: name.id, type, choices: type.among }).flatMap(({ what, is, where }) =>
          byAny(
            giving,
            attempt(about, what, `${name.label} of ${is ? "its choices" : "no choice"}`, {
              where,
              expected: is ? success : refused("INVALID", name.id),
            }),
          ),
        )
      : []),
  ];
}

const edgeScenarios = (
  about: About,
  { name }: Field,
  type: FieldType,
  giving: readonly ScenarioDeed[],
): readonly Scenario[] =>
  edgesOf(type).flatMap(({ what, edge, code }) =>
    byAny(
      giving,
      attempt(about, what, `${name.label} ${what}`, {
        where: [{ kind: "value", field: name.id, value: edge }],
        expected: code === undefined ? success : refused(code, name.id),
      }),
    ),
  );

const byAny = ([first, ...orBy]: readonly ScenarioDeed[], scenario: Scenario): readonly Scenario[] =>
  first === undefined ? [] : [{ ...scenario, deed: first, orBy }];

const drawn: ReadonlySet<string> = new Set(["list", "state", "sequence number", "random code"]);

/** No caller can make two rows have the same value. */
const isDrawn = (field: Field | undefined): boolean => field?.type !== undefined && drawn.has(field.type.kind);

/** Its value when a write omits it: for a table, by each of its entries. */
function usual(about: About, { name, default: value }: Field, lookup: Lookup): readonly Scenario[] {
  if (value === undefined) return [];
  if (about.entity.oneRow) {
    const words = `${name.label} is there at first`;
    const first = attempt(about, "default", words, { on: "read", where: [], expected: success });
    return [{ ...first, beyond: "the one row is there before anything is tried, and nobody makes another" }];
  }
  const left: Fact = { kind: "given", field: name.id, is: false };
  const scenario = (what: string, where: readonly Fact[]) =>
    attempt(about, what, `one without ${name.label}`, { where: [left, ...where], expected: success });
  const entries = value.kind === "expression" ? entriesIn(value.expression, lookup, "after") : [];
  return [scenario("default", []), ...entries.map(({ key, fact }) => scenario(`default ${key}`, [fact]))];
}

const twin = (same: readonly string[], folded: boolean): Fact => ({
  kind: "twin",
  same,
  folded,
  near: [],
  holds: [],
});
