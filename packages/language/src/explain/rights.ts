// The rights of each role, in the document's words: the matrix of section 6, and what to ask of one row.
import { withArticle } from "../text/article.ts";
import type { Compiled } from "../compile.ts";
import { sentenceOf } from "../expression/english.ts";
import { designOf } from "../database/design-of.ts";
import { innerPlace, partOf, printPlace, tableOf } from "../plan/layout.ts";
import { rowNameSql } from "../plan/row-name.ts";
import { seePlace } from "../plan/hidden-writes.ts";
import { grantNames, grantText } from "../clause/grant.ts";
import { mayPlace, whyPlace } from "../sections/permissions/database.ts";
import type { Action, Grant, Right } from "../sections/permissions/model.ts";

export type ExplainedGrant = {
  /** Identifier and name of the role. */
  readonly role: string;
  readonly label: string;
  /** `yes`, `no`, or the document's words for when; `not shown`. */
  readonly grant: string;
  /** What these words mean, as sentences. */
  readonly means: readonly string[];
  readonly address: string;
};

export type ExplainedRight = {
  /** `read`, `see Phone`, `Solve`. */
  readonly action: string;
  readonly address: string;
  readonly grants: readonly ExplainedGrant[];
  /** Functions of the row, as SQL without their argument; undefined where only a new row could tell. */
  readonly may: string | undefined;
  readonly why: string | undefined;
  /** Of a step: the states that it starts from, and the column that holds them. */
  readonly step: { readonly column: string; readonly from: readonly string[] } | undefined;
};

export type ExplainedEntity = {
  readonly id: string;
  readonly label: string;
  /** Its table, and what one of its rows is called, as SQL about the row `given`. */
  readonly table: string;
  readonly name: string;
  readonly rights: readonly ExplainedRight[];
};

export type ExplainedRole = { readonly id: string; readonly label: string; readonly heldBy: string };

/** The document has no errors. */
export function explainRights(compiled: Compiled): readonly ExplainedEntity[] {
  const design = designOf(compiled);
  return design.entities.map((entity) => {
    const { id, label } = entity.name;
    const rights = compiled.model.permissions.rights.filter((right) => right.for.id === id);
    return {
      id,
      label,
      table: printPlace(tableOf(design.layout, id)),
      name: rowNameSql(id, "given", design),
      rights: rights.map((right) => explainRight(right, id, compiled)),
    };
  });
}

export const explainRoles = ({ model }: Compiled): readonly ExplainedRole[] =>
  model.permissions.roles.map(({ name, givenBy }) => ({
    id: name.id,
    label: name.label,
    heldBy: givenBy
      .map((giving) =>
        giving.kind === "assigned by"
          ? `assigned by ${giving.role.label}`
          : giving.kind === "row"
            ? `users with ${withArticle(giving.entity.label)}`
            : giving.kind,
      )
      .join(", "),
  }));

function explainRight(right: Right, entity: string, compiled: Compiled): ExplainedRight {
  return {
    action: actionWords(right.action),
    address: right.address,
    grants: right.cells.map(({ role, grant, address }) => ({
      role: role.id,
      label: role.label,
      grant: grant === undefined ? "not shown" : grantText(grant),
      means: grant === undefined ? [] : meaningOf(grant, compiled),
      address,
    })),
    ...questions(right, entity, compiled),
  };
}

function questions(
  { action }: Right,
  entity: string,
  { lookup }: Compiled,
): Pick<ExplainedRight, "may" | "why" | "step"> {
  const none = { may: undefined, why: undefined, step: undefined };
  switch (action.kind) {
    case "read":
      return { ...none, may: printPlace(mayPlace("read", entity)) };
    case "update":
    case "delete":
      return {
        ...none,
        may: printPlace(mayPlace(action.kind, entity)),
        why: printPlace(whyPlace(action.kind, entity)),
      };
    case "see": {
      const field = action.field.id;
      return { ...none, may: printPlace(seePlace(entity, field)) };
    }
    case "transition": {
      const rows = lookup.transitions.get(entity)?.get(action.transition.id);
      const [first] = rows ?? [];
      if (rows === undefined || first === undefined) return none;
      const part = partOf(entity, first.name.id);
      const machine = lookup.machines
        .get(entity)
        ?.find(({ transitions }) => transitions.some((one) => one.name.id === first.name.id));
      const fields = [...(lookup.fields.get(entity)?.values() ?? [])];
      const stateField = fields.find(({ type }) => type?.kind === "state")?.name.id;
      const states = rows.flatMap(({ from }) => (from.kind === "states" ? from.states.map(({ label }) => label) : []));
      return {
        may: printPlace(innerPlace("may", part)),
        why: printPlace(innerPlace("why", part)),
        step: machine && { column: machine.field?.id ?? stateField ?? "state", from: states },
      };
    }
    default:
      return none;
  }
}

/** Of a clause of section 6: the right as sentences, and what its conditions mean. */
export function rightSentences(address: string, compiled: Compiled): readonly string[] {
  return compiled.model.permissions.rights.flatMap((right) => {
    const cells = right.cells.filter((cell) => cell.address === address || right.address === address);
    return cells.map(({ role, grant }) => {
      const isPart = right.action.kind === "see" || right.action.kind === "set";
      const does = `${actionWords(right.action)} ${isPart ? "of " : ""}${right.for.label}`;
      if (grant === undefined) return `Whether ${role.label} may ${does} is not shown.`;
      const words = grantText(grant);
      if (words === "no") return `${role.label} may not ${does}.`;
      if (words === "yes") return `${role.label} may ${does}.`;
      const means = meaningOf(grant, compiled);
      return `${role.label} may ${does} where it is ${words}${means.length === 0 ? "" : ` (${means.join("; ")})`}.`;
    });
  });
}

function actionWords(action: Action): string {
  switch (action.kind) {
    case "transition":
      return action.transition.label;
    case "see":
      return `see ${action.field.label}`;
    case "set":
      return `set ${action.field.label}${action.on === undefined ? "" : ` on ${action.on}`}`;
    default:
      return action.kind;
  }
}

function meaningOf(grant: Grant, { lookup, checked, schema }: Compiled): readonly string[] {
  return grantNames(grant).flatMap(({ id, label }) => {
    const holds = lookup.conditions.get(id)?.holds;
    const typed = holds && checked.get(holds)?.typed;
    return typed === undefined ? [] : [`${label}: ${sentenceOf(typed, schema)}`];
  });
}
