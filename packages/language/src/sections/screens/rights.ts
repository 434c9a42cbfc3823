// What a role of a screen may do, as far as the matrix of section 6 says it.
import type { Reference } from "../../text/name.ts";
import type { Related } from "../../problem.ts";
import type { Right, RightCell } from "../permissions/model.ts";
import type { Screen } from "./model.ts";
import { audienceOf, type Site } from "./site.ts";

export type Act = "create" | "read" | "update";

/** `unknown`: the matrix has no such row, or a cell that is a gap or wrong. Both are reported elsewhere. */
export type Verdict = { readonly may: "yes" | "no" | "unknown"; readonly denied: readonly Related[] };

/** The rows of the matrix by `entity/action`, and for `set` by `entity/set/field`. */
export type Matrix = ReadonlyMap<string, readonly Right[]>;

export function readMatrix(site: Site): Matrix {
  const matrix = new Map<string, Right[]>();
  for (const right of site.model.permissions.rights) {
    const { action } = right;
    const entity = right.for.id;
    const field = action.kind === "set" ? `/${action.field.id}` : "";
    const key = `${entity}/${action.kind}${field}`;
    const rows = matrix.get(key);
    if (rows) rows.push(right);
    else matrix.set(key, [right]);
  }
  return matrix;
}

/** The roles whose rights a user has who sees a screen as this role: rights of several roles add up. */
function rolesOf(word: Reference, site: Site): ReadonlySet<string> | undefined {
  if (word.label === "anyone") return site.visitors;
  if (word.label === "signed in") return site.signedIn;
  const role = site.context.lookup.roles.get(word.id)?.name.id;
  if (role === undefined) return undefined;
  return new Set([role, ...(site.visitors.has(role) ? site.visitors : site.signedIn)]);
}

export function mayDo(word: Reference, rows: readonly Right[], site: Site): Verdict {
  const roles = rolesOf(word, site);
  if (!roles) return { may: "unknown", denied: [] };
  const cells = rows.flatMap((right) => right.cells.filter((cell) => roles.has(cell.role.id)));
  if (cells.some((cell) => cell.grant && cell.grant.kind !== "no")) return { may: "yes", denied: [] };
  // Where the matrix has no column for the role, that is what is wrong.
  const its = word.id;
  const isWord = word.label === "anyone" || word.label === "signed in";
  const said = isWord || rows.every((right) => right.cells.some((cell) => cell.role.id === its));
  if (!said || cells.some((cell) => !cell.grant)) return { may: "unknown", denied: [] };
  const own = cells.find((cell) => cell.role.id === its);
  return { may: "no", denied: own ? [relatedTo(own)] : [] };
}

const relatedTo = (cell: RightCell): Related => ({ span: cell.span, message: `${cell.role.label} may not` });

/**
 * Whether a user who sees the screen may; `unknown` as soon as one might. A user with a role that everyone has may have
 * any other one too.
 */
export function someMay(screen: Screen, rows: readonly Right[], site: Site): Verdict {
  const besides = audienceOf(screen, site).everyone ? [...site.context.lookup.roles.values()] : [];
  const verdicts = [...screen.for, ...besides.map(({ name }) => name)].map((word) => mayDo(word, rows, site));
  const found = verdicts.find(({ may }) => may === "yes") ?? verdicts.find(({ may }) => may === "unknown");
  return found ?? { may: verdicts.length > 0 ? "no" : "unknown", denied: verdicts[0]?.denied ?? [] };
}
