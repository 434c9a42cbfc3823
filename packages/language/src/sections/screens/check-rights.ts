// Whether those whom a screen is for may do what it is for, and whether everything that may be created can be.
import { isYesNo } from "../../field-types/index.ts";
import type { EntitySchema } from "../../expression/schema.ts";
import { type Reference } from "../../text/name.ts";
import type { Related, Span } from "../../problem.ts";
import type { Field } from "../entities/model.ts";
import { givable } from "./check-fields.ts";
import type { Screen } from "./model.ts";
import { findField } from "./paths.ts";
import { columnMissing, mayNot, requiredFieldMissing, neverCreated, fieldNotAllowed } from "./problems.ts";
import { mayDo, readMatrix, someMay, type Act, type Matrix, type Verdict } from "./rights.ts";
import { entityOf, isOpen, knownEntity, parametersOf, type Site } from "./site.ts";

const actOf: Readonly<Record<string, Act>> = {
  list: "read",
  detail: "read",
  board: "read",
  calendar: "read",
  new: "create",
  edit: "update",
};

export function checkRights(site: Site): void {
  // Users of a role of which it is not shown who gets it may have other roles besides.
  const isNotShown = site.model.permissions.roles.some(({ notShown }) => notShown.includes("Given by"));
  if (isOpen(site, 6) || isNotShown) return;
  const matrix = readMatrix(site);
  const { roles } = site.context.lookup;
  // Where a role cannot be read, nothing can be said of what its users have beside their other roles.
  const isRoleUnknown =
    site.model.permissions.roles.some(({ isUnread }) => isUnread) ||
    site.model.permissions.rights.some(({ cells }) => cells.some(({ role }) => !roles.has(role.id)));
  for (const screen of site.model.screens.screens) {
    if (!isRoleUnknown) checkAudience(screen, matrix, site);
    checkForm(screen, matrix, site);
    checkImport(screen, matrix, site);
  }
  checkCreation(matrix, site);
}

function checkAudience(screen: Screen, matrix: Matrix, site: Site): void {
  const say = ({ may, denied }: Verdict, who: string, act: Act, of: EntitySchema, span: Span, instead: string) => {
    if (may !== "no") return;
    const place = { span, address: screen.address };
    site.problems.push(mayNot.at(place, screen.name.label, who, act, of.label, instead, denied));
  };
  const deny = (word: Reference, act: Act, of: EntitySchema, span: Span, instead: string) => {
    const rows = matrix.get(`${of.id}/${act}`);
    if (rows) say(mayDo(word, rows, site), word.label, act, of, span, instead);
  };
  /** Users without the right to create are not offered it; it is useless only where no user has the right. */
  const denyAll = (of: EntitySchema, span: Span, instead: string) => {
    const rows = matrix.get(`${of.id}/create`);
    const who = screen.for.map((word) => word.label).join(" and ");
    if (rows) say(someMay(screen, rows, site), who, "create", of, span, instead);
  };
  const entity = entityOf(screen, site);
  const act = screen.kind && actOf[screen.kind.kind];
  // Every user reads and changes their own account; a detail or edit of User without a parameter is that.
  const own =
    entity?.id === "user" && act !== "create" && parametersOf(screen).length === 0 && screen.kind?.kind !== "list";
  if (entity && act && !own) {
    for (const word of screen.for) deny(word, act, entity, word.span, `Take ${word.label} off For`);
  }
  for (const path of screen.add) {
    const [step] = path.steps;
    const field = entity && step && path.steps.length === 1 ? findField(entity, step, site.context.lookup) : undefined;
    const listed =
      field && field !== "untyped" && field.store.kind === "reverse"
        ? site.context.schema.entities.get(field.store.entity)
        : undefined;
    if (listed) denyAll(listed, path.span, "Leave it out");
  }
  const [column] = screen.import;
  if (entity && column && screen.kind?.kind === "list") denyAll(entity, column.span, "Leave Import out");
  for (const tile of screen.tiles) {
    const measured = knownEntity(tile.of, site);
    if (!measured) continue;
    for (const word of screen.for) deny(word, "read", measured, tile.of.span, "Leave the tile out");
  }
}

/** A form asks for values that a user who sees it can set, and for everything without which it cannot be saved. */
function checkForm(screen: Screen, matrix: Matrix, site: Site): void {
  const entity = entityOf(screen, site);
  if (!entity || (screen.kind?.kind !== "new" && screen.kind?.kind !== "edit")) return;
  const fields = site.context.lookup.fields.get(entity.id);
  const given = new Set<Field>();
  const when = screen.kind.kind === "new" ? "create" : "update";
  const look = (reference: Reference, property: string) => {
    const field = fields?.get(reference.id);
    if (!field) return;
    given.add(field);
    const place = { span: reference.span, address: `${screen.address}/${property}` };
    checkSettable(screen, entity, field, when, place, matrix, site);
  };
  for (const path of screen.ask ?? []) if (path.steps.length === 1 && path.steps[0]) look(path.steps[0], "Ask");
  for (const { field } of screen.preset) look(field, "Preset");
  if (screen.kind.kind !== "new" || !screen.ask || screen.notShown.includes("Preset")) return;
  for (const { name } of notGiven(entity, given, site)) {
    const place = { span: screen.kind.span, address: screen.address };
    site.problems.push(requiredFieldMissing.at(place, screen.name.label, name.label, name.span));
  }
}

/** What a row cannot be created without. */
function notGiven(entity: EntitySchema, given: ReadonlySet<Field>, site: Site): readonly Field[] {
  return [...(site.context.lookup.fields.get(entity.id)?.values() ?? [])].filter((field) => {
    if (field.required !== "yes" || field.default || given.has(field) || !field.type || isYesNo(field.type))
      return false;
    const schema = entity.fields.get(field.name.id);
    return schema !== undefined && !givable({ entity, field: schema }, site);
  });
}

/** Columns that a user who sees the list can set, and all without which each row would be refused. */
function checkImport(screen: Screen, matrix: Matrix, site: Site): void {
  const entity = entityOf(screen, site);
  const [first] = screen.import;
  if (!entity || !first || entity.id === "user" || screen.kind?.kind !== "list") return;
  const fields = site.context.lookup.fields.get(entity.id);
  const given = new Set<Field>();
  const address = `${screen.address}/Import`;
  for (const { steps } of screen.import) {
    const [step] = steps;
    const field = steps.length === 1 && step ? fields?.get(step.id) : undefined;
    if (!step || !field) continue;
    given.add(field);
    checkSettable(screen, entity, field, "create", { span: step.span, address }, matrix, site);
  }
  for (const { name } of notGiven(entity, given, site))
    site.problems.push(columnMissing.at({ span: first.span, address }, screen.name.label, name.label, name.span));
}

function checkSettable(
  screen: Screen,
  entity: EntitySchema,
  field: Field,
  when: "create" | "update",
  place: { readonly span: Span; readonly address: string },
  matrix: Matrix,
  site: Site,
): void {
  const schema = entity.fields.get(field.name.id);
  if (!field.type || !schema || givable({ entity, field: schema }, site)) return;
  const say = (why: string, where: readonly Related[]) =>
    site.problems.push(fieldNotAllowed.at(place, screen.name.label, field.name.label, why, where));
  const rows = (matrix.get(`${entity.id}/set/${field.name.id}`) ?? []).filter(
    ({ action }) => action.kind === "set" && (action.on === undefined || action.on === when),
  );
  if (rows.length > 0) {
    const { may, denied } = someMay(screen, rows, site);
    if (may === "no") say("section 6 refuses it to all of them", denied);
    return;
  }
  const defined = [{ span: field.span, message: `"${field.name.label}" is defined here` }];
  if (field.required === "auto") say(`it is auto, and section 6 has no row "set ${field.name.label}"`, defined);
  else if (when === "update" && field.type.setOnce) say("it is set once, at creation", defined);
  else if (when === "update" && field.type.kind === "belongs to") {
    say(`what a row belongs to is set once, and section 6 has no row "set ${field.name.label}"`, defined);
  }
}

function checkCreation(matrix: Matrix, site: Site): void {
  if (site.model.screens.status.kind !== "shown") return;
  const { lookup } = site.context;
  const created = new Set<string>();
  for (const screen of site.model.screens.screens) {
    // What a screen does that is not shown yet, or wrong, cannot be held against it.
    if (screen.bodyNotShown || !screen.kind || screen.notShown.includes("Add")) return;
    if (screen.notShown.includes("Import")) return;
    const entity = entityOf(screen, site);
    if (entity && (screen.kind?.kind === "new" || screen.import.length > 0)) created.add(entity.id);
    for (const taken of screen.takes) created.add(taken.id);
    for (const { steps } of screen.add) {
      const field = entity && steps.length === 1 && steps[0] ? findField(entity, steps[0], lookup) : undefined;
      // Which rows it lists is not shown.
      if (field === "untyped" || entity?.isOpen) return;
      if (field?.store.kind === "reverse") created.add(field.store.entity);
    }
  }
  for (const { name, oneRow } of lookup.entities.values()) {
    if (name.id === "user" || oneRow || created.has(name.id)) continue;
    const right = matrix
      .get(`${name.id}/create`)
      ?.find(({ cells }) => cells.some((cell) => cell.grant && cell.grant.kind !== "no"));
    if (right) site.problems.push(neverCreated.at({ span: right.action.span, address: right.address }, name.label));
  }
}
