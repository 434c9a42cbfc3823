// Whether a user may do something for whatever row, for none, or for some, by the matrix and their roles alone.
import type { Role, Screen } from "@writ/language/model";
import { sameName } from "../interpreter/document/names.ts";
import { rightsFor, type Deed } from "../interpreter/rights/rights.ts";
import { countsFor, rolesOf } from "../interpreter/rights/roles.ts";
import type { Caller, Row, World } from "../interpreter/world/world.ts";
import type { Visit } from "./onlooker.ts";

export type At = Visit & { readonly screen: Screen; readonly entity: string; readonly row: Row | undefined };

export type Answer = "yes" | "no" | "open";

/** By its roles: inside something, only those count that are held there. */
export function isFor({ for: words }: Screen, world: World, me: Caller, named: readonly Row[]): boolean {
  const roles = rolesOf(world, me).filter(
    ({ within }) => within === undefined || named.every((row) => row.entity !== within.entity || row.id === within.id),
  );
  return words.some(
    (word) =>
      word.label === "anyone" ||
      (word.label === "signed in" && me !== null) ||
      roles.some(({ role }) => sameName(role.name, word)),
  );
}

/** Whether the matrix gives them a right for whatever row, for none, or for some. */
export function mayEver({ world, me, entity, row }: At, deed: Deed): Answer {
  const roles = rolesOf(world, me).filter((one) => row === undefined || countsFor(world, one, row));
  const cells = rightsFor(world.program, entity, deed).flatMap((right) => right.cells);
  return answerOf(
    cells,
    roles.map(({ role }) => role),
  );
}

type Cells = readonly {
  readonly role: Role["name"] | { readonly id: string; readonly label: string };
  readonly grant: { readonly kind: string } | undefined;
}[];

export function answerOf(cells: Cells, roles: readonly Role[]): Answer {
  const own = cells.filter(({ role }) => roles.some(({ name }) => name.id === role.id || name.label === role.label));
  if (own.some(({ grant }) => grant?.kind === "yes")) return "yes";
  return own.every(({ grant }) => grant === undefined || grant.kind === "no") ? "no" : "open";
}
