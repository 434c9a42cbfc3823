// Whether what one screen says fits the entity that it is about: its audience, its fields, its filters, its columns.
import type { EntitySchema } from "../../expression/schema.ts";
import { identifierOf, type Name } from "../../text/name.ts";
import { unknownField, unknownRole, unknownState } from "../../clause/problems.ts";
import { isOpenSetting } from "../../model/open-setting.ts";
import { checkGuard } from "../../model/resolve-guard.ts";
import { rowScope } from "../../model/scopes.ts";
import { checkFields, givable } from "./check-fields.ts";
import { checkTiles } from "./check-tiles.ts";
import type { FieldPath, Screen } from "./model.ts";
import { findField, followPath } from "./paths.ts";
import { importWithoutAccounts, unfitColumns, unfitField, unknownConstant, undeclaredLanguage } from "./problems.ts";
import { findEntity, isOpen, scopeOn, type Site } from "./site.ts";

export function checkScreen(screen: Screen, site: Site): void {
  checkFor(screen, site);
  checkPageSize(screen, site);
  checkLanguages(screen, site);
  checkTiles(screen, site);
  for (const entity of screen.takes) findEntity(entity, `${screen.address}/Takes`, site);
  const entity =
    screen.kind && "entity" in screen.kind ? findEntity(screen.kind.entity, screen.address, site) : undefined;
  if (!entity) return;
  checkKind(screen, entity, site);
  checkFields(screen, entity, site);
  checkPreset(screen, entity, site);
  checkImporters(screen, site);
  if (screen.where) {
    const scope = rowScope(entity.id, scopeOn(screen, site));
    site.problems.push(
      ...checkGuard(screen.where, entity.id, scope, '"Where"', `${screen.address}/Where`, site.context).problems,
    );
  }
}

function checkFor(screen: Screen, site: Site): void {
  const { roles } = site.context.lookup;
  for (const role of screen.for) {
    if (role.label === "anyone" || role.label === "signed in" || roles.has(role.id) || isOpen(site, 6)) continue;
    site.problems.push(unknownRole.at({ span: role.span, address: screen.address }, role.label, site.names.audience));
  }
}

function checkPageSize({ pageSize, address }: Screen, site: Site): void {
  if (pageSize?.kind !== "constant" || isOpen(site, 9)) return;
  const { constants } = site.context.lookup;
  const constant = constants.get(pageSize.name.id);
  const place = { span: pageSize.span, address: `${address}/Page size` };
  const known = constants.values().map((one) => one.name.label);
  if (!constant) site.problems.push(unknownConstant.at(place, pageSize.name.label, "unknown", known));
  else if (
    constant.value &&
    !(constant.value.kind === "number" && constant.value.scale === 0 && constant.value.digits > 0n)
  ) {
    site.problems.push(unknownConstant.at(place, pageSize.name.label, "no number", []));
  }
}

function checkLanguages({ emptySpans, address }: Screen, site: Site): void {
  if (isOpen(site, 9) || isOpenSetting("Languages", site.model)) return;
  const languages = site.model.constants.settings.languages.map(({ code }) => code);
  for (const [language, span] of emptySpans) {
    if (language === "" || languages.includes(language)) continue;
    site.problems.push(undeclaredLanguage.at({ span, address: `${address}/Empty (${language})` }, language, languages));
  }
}

function checkKind(screen: Screen, entity: EntitySchema, site: Site): void {
  const { kind, address, name } = screen;
  if (kind?.kind === "calendar") {
    for (const path of [kind.from, kind.to]) {
      const found = path && followPath(path, entity, "calendar", address, site);
      if (path && found && found.field.type.kind !== "date" && found.field.type.kind !== "datetime") {
        site.problems.push(unfitColumns.at({ span: path.span, address }, "calendar", name.label, found.field.label));
      }
    }
  }
  if (kind?.kind === "board") checkBoard(screen, kind.by, entity, site);
}

function checkBoard(screen: Screen, by: FieldPath, entity: EntitySchema, site: Site): void {
  const found = followPath(by, entity, "board", screen.address, site);
  if (!found) return;
  const { field } = found;
  if (by.steps.length > 1 || field.type.kind !== "choice" || field.store.kind !== "column") {
    const label = by.steps.map((step) => step.label).join(".");
    site.problems.push(unfitColumns.at({ span: by.span, address: screen.address }, "board", screen.name.label, label));
    return;
  }
  const names = columnNames(entity, field.id, site);
  if (!names || !screen.columns) return;
  const known = new Set(names.flatMap((one) => [one.id, one.label, identifierOf(one.label)]));
  known.delete("");
  for (const column of screen.columns) {
    if (known.has(column.id) || known.has(column.label)) continue;
    const place = { span: column.span, address: `${screen.address}/Columns` };
    site.problems.push(
      unknownState.at(
        place,
        entity.label,
        column.label,
        names.map((one) => one.label),
      ),
    );
  }
}

/** The states or choices of a field; nothing where section 4 is a gap. */
function columnNames(entity: EntitySchema, field: string, site: Site): readonly Name[] | undefined {
  const { lookup } = site.context;
  const type = lookup.fields.get(entity.id)?.get(field)?.type;
  if (type?.kind === "one of") return type.choices;
  if (isOpen(site, 4)) return undefined;
  const machines = lookup.machines.get(entity.id) ?? [];
  const named = machines.filter((machine) => machine.field?.id === field);
  return (named.length > 0 ? named : machines).flatMap((machine) => machine.states.map((state) => state.name));
}

/** Each imported row names an account. */
function checkImporters({ kind, name, import: [first], address }: Screen, site: Site): void {
  const { signIn } = site.model.constants.settings;
  if (kind?.kind !== "list" || !first || signIn.length > 0 || isOpen(site, 9)) return;
  if (isOpenSetting("Sign-in", site.model)) return;
  site.problems.push(importWithoutAccounts.at({ span: first.span, address: `${address}/Import` }, name.label));
}

function checkPreset(screen: Screen, entity: EntitySchema, site: Site): void {
  const address = `${screen.address}/Preset`;
  const scope = rowScope(undefined, scopeOn(screen, site));
  for (const { field: reference, value } of screen.preset) {
    const place = { span: reference.span, address };
    const field = findField(entity, reference, site.context.lookup);
    if (field === undefined && !entity.isOpen)
      site.problems.push(unknownField.at(place, entity.label, reference.label, entity.fields.keys()));
    const wrong = field && field !== "untyped" ? givable({ entity, field }, site) : undefined;
    if (wrong && field && field !== "untyped")
      site.problems.push(unfitField.at(place, "Preset", field.label, ...wrong));
    const expected =
      field && field !== "untyped" && !wrong
        ? ({ kind: "type", type: field.type, what: `"${field.label}"` } as const)
        : ({ kind: "any" } as const);
    site.problems.push(...site.context.check(value, scope, expected).problems);
  }
}
