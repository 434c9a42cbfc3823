// What section 6 says of who has a role: to whom a row gives it, who assigns and removes it, and that the operator
// names a user.
import { isShown } from "../../clause/clause.ts";
import { withArticle } from "../../text/article.ts";
import { type Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import { formulaOf, factsToSatisfy } from "../../scenario/formula.ts";
import { success, inTurn, refused, type Scenario } from "../../scenario/scenario.ts";
import type { Giving, Role } from "./model.ts";

export function roleScenarios({ permissions }: Model, lookup: Lookup): readonly Scenario[] {
  const known = permissions.roles.filter((role) => isShown(role, "Given by", "Within"));
  return known.flatMap((role) => [
    ...role.givenBy.flatMap((giving) => givingScenarios(role, giving, lookup)),
    ...(role.givenBy.some(({ kind }) => kind === "assigned by")
      ? othersWhoMayNot(role, permissions.roles, lookup)
      : []),
  ]);
}

type Tried = Pick<Scenario, "deed" | "entity" | "expected"> & Partial<Pick<Scenario, "by" | "where">>;

const scenario = (role: Role, what: string, sentence: string, tried: Tried): Scenario => ({
  address: `${role.address}#${what}`,
  clause: role.address,
  sentence,
  by: undefined,
  where: [],
  ...tried,
});

function givingScenarios(role: Role, giving: Giving, lookup: Lookup): readonly Scenario[] {
  const { label, id } = role.name;
  switch (giving.kind) {
    case "named at installation":
      return [
        scenario(role, "named", `the operator makes a user ${label}`, {
          entity: "user",
          deed: { kind: "name", role: id },
          expected: success,
        }),
      ];
    case "assigned by": {
      const giver = lookup.roles.get(giving.role.id)?.name ?? giving.role;
      return [
        scenario(role, `given by ${giver.id}`, `${giver.label} makes a user ${label}`, {
          entity: "user",
          by: giver.id,
          deed: { kind: "assign", role: id },
          expected: success,
        }),
        scenario(role, `taken by ${giver.id}`, `${giver.label} takes ${label} from a user`, {
          entity: "user",
          by: giver.id,
          deed: { kind: "remove", role: id },
          expected: success,
        }),
      ];
    }
    case "row": {
      const entity = giving.entity.id;
      const ways = (is: boolean) =>
        giving.where === undefined ? (is ? [[]] : []) : factsToSatisfy(formulaOf(giving.where, "before"), is);
      return [true, false].flatMap((is) =>
        ways(is).map((where, number) =>
          scenario(
            role,
            `${is ? "held" : "not held"} by ${entity}${inTurn(number)}`,
            `${withArticle(giving.entity.label)} ${is ? "makes" : "does not make"} a user ${label}`,
            { entity, deed: { kind: "hold", role: id }, where, expected: is ? success : refused() },
          ),
        ),
      );
    }
    default:
      // Every caller has it: cells of the matrix show that.
      return [];
  }
}

function othersWhoMayNot(role: Role, roles: readonly Role[], lookup: Lookup): readonly Scenario[] {
  const givers = new Set(
    role.givenBy.flatMap((giving) => (giving.kind === "assigned by" ? [lookup.roles.get(giving.role.id)] : [])),
  );
  return roles
    .filter((one) => !givers.has(one) && one.givenBy.every(({ kind }) => kind !== "anyone"))
    .flatMap(({ name }) => [
      scenario(role, `not given by ${name.id}`, `${name.label} cannot make a user ${role.name.label}`, {
        entity: "user",
        by: name.id,
        deed: { kind: "assign", role: role.name.id },
        expected: refused("FORBIDDEN"),
      }),
      scenario(role, `not taken by ${name.id}`, `${name.label} cannot take ${role.name.label} from a user`, {
        entity: "user",
        by: name.id,
        deed: { kind: "remove", role: role.name.id },
        expected: refused("FORBIDDEN"),
      }),
    ]);
}
