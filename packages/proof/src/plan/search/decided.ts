// Whether it is a cell of the matrix, and no other, that lets a user do something or keeps them from it: with the cell the
// other way round something else would come of it.
import type { Grant } from "@writ/language/model";
import type { Scenario } from "@writ/language/scenarios";
import { rightsFor } from "../../interpreter/rights/rights.ts";
import { referencesTo } from "../../interpreter/document/names.ts";
import { rolesOf } from "../../interpreter/rights/roles.ts";
import { asValue, rowsOf, type Program, type Row } from "../../interpreter/world/world.ts";
import { some } from "../situation/search-context.ts";
import { repairsOf, removeInput } from "./repair.ts";
import { outcomeOf, withField, type Outcome, type Situation } from "../situation/situation.ts";
import { deedOf } from "../situation/actors.ts";

/** Undefined where the scenario is about no cell. */
export function withOppositeCell({ clause, expected, by }: Scenario, program: Program): Program | undefined {
  if (
    by === undefined ||
    !program.model.permissions.rights.some(({ cells }) => cells.some(({ address }) => address === clause))
  )
    return undefined;
  const { permissions } = program.model;
  const kind = expected.kind === "done" ? "no" : "yes";
  const turned = (grant: Grant | undefined): Grant => ({ kind, span: grant?.span ?? { start: 0, end: 0 } });
  const rights = permissions.rights.map((right) => ({
    ...right,
    cells: right.cells.map((cell) => (cell.address === clause ? { ...cell, grant: turned(cell.grant) } : cell)),
  }));
  return { ...program, model: { ...program.model, permissions: { ...permissions, rights } } };
}

export const isDecided = (situation: Situation, turned: Program): boolean =>
  !isAlike(outcomeOf(situation), outcomeOf(under(situation, turned)));

const under = (situation: Situation, program: Program): Situation => ({
  ...situation,
  world: { ...situation.world, program },
});

/** Of several mistakes one is answered: a code that both have could be the answer to both. */
const isAlike = (one: Outcome, other: Outcome): boolean =>
  "refused" in one
    ? "refused" in other && one.refused.some(({ code }) => other.refused.some((each) => each.code === code))
    : "done" in other;

/** Nothing else lets them, or keeps them from it. */
export function makeDecisive(scenario: Scenario, situation: Situation, turned: Program): readonly Situation[] {
  if (scenario.expected.kind !== "refused") return blockOtherRights(scenario, situation);
  const outcome = outcomeOf(under(situation, turned));
  const repaired =
    "refused" in outcome ? outcome.refused.flatMap((one) => repairsOf(one, under(situation, turned))) : [];
  return repaired.map((one) => under(one, situation.world.program));
}

/** Another role of theirs does not let them: they do not have it, or its cell gives them nothing here. */
export function blockOtherRights(scenario: Scenario, situation: Situation): readonly Situation[] {
  const { world, me } = situation;
  const { program } = world;
  const assigned = world.assigned.filter(({ person, role }) => person !== me || role === scenario.by);
  const at = scenario.deed.kind === "create" ? "after" : "before";
  const roles = rolesOf(world, me);
  return [
    ...(assigned.length === world.assigned.length ? [] : [{ ...situation, world: { ...world, assigned } }]),
    ...roles.flatMap(({ by }) =>
      // The same row may give several roles, and is what conditions of theirs speak of.
      by === undefined || roles.some((one) => one.by === by && one.role.name.id === scenario.by)
        ? []
        : givenToAnother(by, situation),
    ),
    ...removeInput(rightsFor(program, scenario.entity, deedOf(scenario, program)), situation, at),
  ];
}

/** What a row gives, it gives to another user. */
function givenToAnother(row: Row, situation: Situation): readonly Situation[] {
  const { world, me } = situation;
  const [about] = referencesTo(world.program, row.entity, "user");
  const other = rowsOf(world, "user").find(({ id }) => id !== me);
  return about === undefined || other === undefined
    ? []
    : some(withField(situation, row, about.name.id, asValue(other), "before"));
}
