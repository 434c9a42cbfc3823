// A right as arms that are joined by OR, of the kinds that PostgreSQL decides for many rows at once.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Typed } from "../../../expression/typed.ts";
import { childrenOf } from "../../../expression/children.ts";
import type { Design } from "../../../plan/design.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import type { Grant, Right, Role } from "../model.ts";
import { splitOf, type Split } from "../splits.ts";
import { ask, askEach } from "./policy-functions.ts";
import { grantTyped, mentionsGiver, mentionsRow } from "./grant-typed.ts";
import { mentionsMe } from "../../../plan/mentions-me.ts";
import { givingAlias, grantSql, insideSql } from "./grants.ts";
import { columnsOfMe, type ReadHint, type HintColumn } from "./read-hints.ts";
import { thingsAssignedIn, isAssignedEverywhere, isAssignedWithin } from "./assigned.ts";
import { givingRows } from "./roles.ts";
import { splitSql, type Splitting } from "./split-sql.ts";
import { tenantColumnOf, giverColumnOf } from "./tenants.ts";

/** What arms read of the row, for those who ask whether a row that was just written can be judged by them. */
export type Reading = {
  /** Some arm asks the rows of other tables that this row's creation may bring about, or the table of the row itself. */
  readonly looksBack: boolean;
  /** Columns of the row. */
  readonly columns: ReadonlySet<string>;
};

export type Arms = {
  readonly sql: readonly string[];
  readonly reading: Reading;
  readonly standings: readonly ReadHint[];
};

type Arm = {
  readonly who: Who;
  readonly rest: string;
  readonly cost: number;
  /** Columns that name the caller in every row of the arm. */
  readonly mine: readonly HintColumn[];
};
/** `holders`: roles that are asked for by name. `tenants`: roles that are held within what the column names. */
type Who = {
  readonly anybody?: boolean;
  readonly signedIn?: boolean;
  readonly holders?: readonly Role[];
  readonly tenants?: { readonly column: string; readonly roles: readonly Role[] };
};

/** `each`: the same right as a question about one row, `given`, for arms that split in no other way. */
export function armsOf(right: Right, each: string, of: Splitting): Arms {
  const { design, entity, row } = of;
  const { lookup, schema } = design.compiled;
  const arms: Arm[] = [];
  const whole: string[] = [];
  const columns = new Set<string>();
  let looksBack = false;
  for (const cell of right.cells) {
    const role = lookup.roles.get(cell.role.id);
    if (role === undefined || cell.grant === undefined || cell.grant.kind === "no") continue;
    const { grant } = cell;
    if (mentionsGiver(grant, design)) {
      const set = giverSet(role, grant, of);
      if (set === undefined) continue;
      whole.push(set.sql);
      // What names the row itself is there before the row only where something follows from creating it.
      if (set.column === undefined) looksBack = true;
      else columns.add(set.column);
      continue;
    }
    const typed = grantTyped(grant, entity, design);
    const split = typed === undefined ? undefined : splitOf(typed, entity, schema);
    const rest = split === undefined ? "" : splitSql(split, "filter", of);
    if (split !== undefined) {
      looksBack ||= looksAtRows(split);
      for (const column of columnsOf(split)) columns.add(column);
    }
    if (rest === undefined) {
      // Asked of the whole right: who asks it of a row that they may not read learns that they may not read it.
      const body = `EXISTS (SELECT FROM ${printPlace(tableOf(design.layout, entity))} AS _found WHERE _found."id" = $1 AND ${each})`;
      whole.push(askEach(of.asked, entity, `${row}."id"`, body));
      looksBack = true;
      continue;
    }
    const signedIn = mentionsMe(grant, design) && role.givenBy.some(({ kind }) => kind === "anyone");
    const cost = split === undefined ? 0 : costOf(split);
    const mine = columnsOfMe(split, entity);
    for (const who of whoOf(role, entity, design)) {
      if (who.tenants) columns.add(who.tenants.column);
      arms.push({ who: signedIn && who.anybody ? { signedIn: true } : who, rest, cost, mine });
    }
  }
  // Sets of rows may hold any row.
  const standings = [...arms.map((arm) => standingOf(arm, of)), ...whole.map(() => ({ fact: "true", columns: [] }))];
  return { sql: [...joined(arms, of), ...new Set(whole)], reading: { looksBack, columns }, standings };
}

/** The ways of having a role, as far as rows of the entity are concerned. */
function whoOf(role: Role, entity: string, design: Design): readonly Who[] {
  const kinds = new Set(role.givenBy.map(({ kind }) => kind));
  if (kinds.has("anyone")) return [{ anybody: true }];
  const who: Who[] = kinds.has("signed in") ? [{ signedIn: true }] : [];
  if (role.within === undefined) return who.length > 0 ? who : [{ holders: [role] }];
  if (isAssignedEverywhere(role)) who.push({ holders: [role] });
  const column = tenantColumnOf(entity, role.within, design.compiled.lookup);
  if ((kinds.has("row") || isAssignedWithin(role)) && column !== undefined)
    who.push({ tenants: { column, roles: [role] } });
  return who;
}

function standingOf({ who, mine }: Arm, of: Splitting): ReadHint {
  // A caller without an account has no rows of their own.
  if (mine.length > 0 && !who.holders) return { fact: "true", columns: mine };
  if (who.tenants) {
    return {
      fact: "true",
      columns: [{ column: who.tenants.column, values: `${thingsSql(who.tenants.roles, of)}::uuid[]`, isMe: false }],
    };
  }
  // Being signed in does not determine which rows belong to the caller.
  const [fact = "true"] = who.signedIn ? [] : waysOf([who], of);
  return { fact, columns: mine };
}

/** Arms with the same rest are one arm, and those whom they are for are asked for together; the cheapest comes first. */
function joined(arms: readonly Arm[], of: Splitting): readonly string[] {
  const groups = new Map<string, { readonly cost: number; readonly who: Who[] }>();
  for (const { who, rest, cost } of arms) {
    const group = groups.get(rest) ?? { cost, who: [] };
    group.who.push(who);
    groups.set(rest, group);
  }
  return [...groups]
    .sort(([, a], [, b]) => a.cost - b.cost)
    .flatMap(([rest, { who }]) => {
      const ways = waysOf(who, of);
      if (rest === "") return ways;
      if (ways.includes("true")) return [rest];
      return [`(${ways.length === 1 ? ways[0] : `(${ways.join(" OR ")})`} AND ${rest})`];
    });
}

function waysOf(all: readonly Who[], of: Splitting): readonly string[] {
  if (all.some(({ anybody }) => anybody)) return ["true"];
  // A holder of a role of another kind is signed in too.
  if (all.some(({ signedIn }) => signedIn)) return ["(SELECT auth.uid()) IS NOT NULL"];
  const ways: string[] = [];
  const tenants = new Map<string, Role[]>();
  for (const { tenants: one } of all) {
    if (one) tenants.set(one.column, [...(tenants.get(one.column) ?? []), ...one.roles]);
  }
  for (const [column, roles] of tenants) {
    ways.push(`${of.row}.${quoteIdentifier(column)} = ANY (${thingsSql(roles, of)}::uuid[])`);
  }
  const holders = all.flatMap(({ holders: roles = [] }) => roles);
  const asked = [
    ...new Set(
      holders.map(({ name, within }) =>
        // Held within something, a role given by a row or in one thing does not cover other things.
        within ? `writ.was_given_role(${quoteText(name.id)})` : `writ.has_role(${quoteText(name.id)})`,
      ),
    ),
  ];
  if (asked.length > 0) ways.push(`(SELECT ${asked.join(" OR ")})`);
  return ways;
}

/** The things within which the caller has one of the roles, in one question. */
function thingsSql(roles: readonly Role[], { asked, design, entity }: Splitting): string {
  const [only] = roles;
  if (roles.length === 1 && only) return `(SELECT writ.things_of_role(${quoteText(only.name.id)}))`;
  const { lookup } = design.compiled;
  // Rows that differ only in which role they give are looked up together.
  const ways = new Map<string, string[]>();
  for (const role of roles) {
    for (const giving of role.givenBy) {
      if (giving.kind !== "row" || role.within === undefined) continue;
      const column = giverColumnOf(giving.entity.id, role.within, lookup);
      if (column === undefined) continue;
      const { from, whose, where } = givingRows(giving, "auth.uid()", design);
      const select = `SELECT giver.${quoteIdentifier(column)} FROM ${from} WHERE ${whose}`;
      ways.set(select, [...(ways.get(select) ?? []), where]);
    }
  }
  const selects = [
    ...[...ways].map(([select, wheres]) => `${select} AND (${[...new Set(wheres)].join(" OR ")})`),
    ...roles.filter(isAssignedWithin).map(thingsAssignedIn),
  ];
  return ask(asked, "fact", entity, "uuid[]", `SELECT ARRAY(${selects.join(" UNION ")})`);
}

/**
 * A grant that speaks of the row which gives the role. Where it says nothing of the row that is judged, it is a set of
 * tenants; else of rows.
 */
function giverSet(
  role: Role,
  grant: Grant,
  of: Splitting,
): { readonly sql: string; readonly column: string | undefined } | undefined {
  const { design, entity, asked, row } = of;
  const { lookup } = design.compiled;
  const own = role.within && tenantColumnOf(entity, role.within, lookup);
  const typed = grantTyped(grant, entity, design);
  const isOfGiver = typed !== undefined && own !== undefined && !mentionsRow(typed, entity);
  const table = printPlace(tableOf(design.layout, entity));
  const ways = role.givenBy.flatMap((giving): readonly string[] => {
    if (giving.kind !== "row") return [];
    const alias = quoteIdentifier(givingAlias(giving));
    const { from, whose, where } = givingRows(giving, "auth.uid()", design, alias);
    const holds = grantSql(grant, { right: noRight, entity, row: "_found", design });
    if (isOfGiver) {
      const column = role.within && giverColumnOf(giving.entity.id, role.within, lookup);
      return column === undefined
        ? []
        : [`SELECT ${alias}.${quoteIdentifier(column)} FROM ${from} WHERE ${whose} AND ${where} AND ${holds}`];
    }
    const inside = insideSql(role, giving, entity, "_found", design);
    return inside === undefined
      ? []
      : [`SELECT _found."id" FROM ${from}, ${table} AS _found WHERE ${whose} AND ${where}${inside} AND ${holds}`];
  });
  if (ways.length === 0) return undefined;
  const column = isOfGiver ? own : undefined;
  const set = ask(asked, "set", entity, "uuid", ways.join(" UNION "));
  return { sql: `${row}.${quoteIdentifier(column ?? "id")} IN ${set}`, column };
}

/** A grant is printed without the row of the matrix that it stands in. */
const noRight: Right = {
  for: { label: "", id: "", span: { start: 0, end: 0 } },
  action: { kind: "read", span: { start: 0, end: 0 } },
  cells: [],
  address: "6",
  span: { start: 0, end: 0 },
  notShown: [],
};

function looksAtRows(split: Split): boolean {
  if (split.kind === "listed" || split.kind === "row by row") return true;
  if (split.kind === "not") return looksAtRows(split.of);
  return (split.kind === "and" || split.kind === "or") && split.parts.some(looksAtRows);
}

function columnsOf(split: Split): readonly string[] {
  switch (split.kind) {
    case "and":
    case "or":
      return split.parts.flatMap(columnsOf);
    case "not":
      return columnsOf(split.of);
    case "through":
      return [split.field];
    case "columns":
      return fieldsIn(split.typed);
    default:
      return [];
  }
}

const fieldsIn = (typed: Typed): readonly string[] => [
  ...(typed.node === "field" && typed.of.node === "scope" && typed.of.source === "row" ? [typed.field] : []),
  ...childrenOf(typed).flatMap(fieldsIn),
];

/** Columns are compared before sets are worked out. */
function costOf(split: Split): number {
  switch (split.kind) {
    case "and":
    case "or":
      return Math.max(...split.parts.map(costOf));
    case "not":
      return costOf(split.of);
    case "columns":
      return 1;
    default:
      return 2;
  }
}
