// Which address a row opens, for users with the role there: a role in another organisation opens nothing in this one.
import type { Application, ApplicationScreen, FieldPath } from "@writ/language/product";
import type { Product } from "../product/product.tsx";
import { rowContext } from "../product/context.ts";
import { isFor, may } from "../product/rights.ts";
import { rolesIn } from "../session/scope.ts";
import { isWireRow, type WireRow } from "../values/row.ts";
import { addressOf, detailOf, screenNamed, type Parameters } from "../product/addresses.ts";

/** Which screen a row of this one leads to: none where that is not shown. */
export function openedBy(screen: ApplicationScreen, product: Product): ApplicationScreen | undefined {
  if (screen.gaps.includes(`${screen.address}/Opens`)) return undefined;
  const isOpen = (one: ApplicationScreen) => isFor(one, product, product.person !== undefined);
  return screenNamed(screen.opens, product.application) ?? detailOf(screen.entity ?? "", product.application, isOpen);
}

export function openAddress(
  screen: ApplicationScreen | undefined,
  rows: Readonly<Record<string, WireRow>>,
  product: Product,
  parameters: Parameters,
): string | undefined {
  if (screen === undefined) return undefined;
  const { application, person } = product;
  const known = { ...missingIn(screen, rows, application, parameters), ...rows };
  return isFor(screen, { application, roles: rolesIn(screen, known, product) }, person !== undefined)
    ? addressOf(screen, known, parameters)
    : undefined;
}

/** Where a row of a list leads to: to no form that its reader could not send. */
export function rowAddress(
  screen: ApplicationScreen | undefined,
  entity: string,
  row: WireRow,
  product: Product,
  parameters: Parameters,
): string | undefined {
  const isRefused =
    screen?.kind === "edit" && may("update", entity, rowContext(product, entity, row), product) === "no";
  return isRefused ? undefined : openAddress(screen, { [entity]: row }, product, parameters);
}

/** What the address names and this place does not, as far as the rows that are here lie in it. */
function missingIn(
  screen: ApplicationScreen,
  rows: Readonly<Record<string, WireRow>>,
  application: Application,
  parameters: Parameters,
): Readonly<Record<string, WireRow>> {
  const lacks = new Set(
    screen.route.flatMap((step) =>
      step.kind === "parameter" && parameters[step.name] === undefined && rows[step.entity] === undefined
        ? [step.entity]
        : [],
    ),
  );
  if (lacks.size === 0) return {};
  return Object.fromEntries(
    Object.entries(rows).flatMap(([entity, row]) =>
      Object.entries(rowsAround(screen, entity, row, application)).filter(([above]) => lacks.has(above)),
    ),
  );
}

type Step = { readonly name: string; readonly entity: string; readonly path: FieldPath; readonly field: string };

/** How a row leads to what an address names: itself or what it lies in, and from there up to the first parameter. */
function stepsTo({ route }: ApplicationScreen, entity: string, application: Application): readonly Step[] {
  const own = route.findLastIndex((step) => step.kind === "parameter" && step.entity === entity);
  const upTo = own < 0 ? route : route.slice(0, own + 1);
  const last = upTo.findLast((step) => step.kind === "parameter");
  let path = last?.kind === "parameter" ? wayUp(entity, last.entity, application) : undefined;
  if (path === undefined) return [];
  return upTo.toReversed().flatMap((step): readonly Step[] => {
    if (step.kind === "fixed" || path === undefined) return [];
    const named = { name: step.name, entity: step.entity, path, field: step.field };
    path = [...path, ...(step.within?.path ?? [])];
    return [named];
  });
}

/** By what it belongs to, or by the one reference that leads there. */
function wayUp(entity: string, to: string, application: Application): FieldPath | undefined {
  if (entity === to) return [];
  const links = Object.values(application.entities[entity]?.fields ?? {}).flatMap(({ id, type }) =>
    type.kind === "reference" ? [{ id, ...type }] : [],
  );
  const belonging = links.filter(({ belongs }) => belongs);
  for (const some of [belonging, links]) {
    const [first, ...others] = some.filter((link) => link.entity === to);
    if (first !== undefined && others.length === 0) return [first.id];
  }
  for (const { id, entity: above } of belonging) {
    const further = wayUp(above, to, application);
    if (further !== undefined) return [id, ...further];
  }
  return undefined;
}

/** What to ask of a row so that it can be opened from anywhere, or from a screen: all that the address names and is not in its own. */
export const pathsAround = (
  screen: ApplicationScreen | undefined,
  entity: string,
  application: Application,
  from?: ApplicationScreen,
): readonly FieldPath[] =>
  (screen === undefined ? [] : stepsTo(screen, entity, application))
    .filter(
      ({ name, path }) =>
        path.length === 0 || !from?.route.some((step) => step.kind === "parameter" && step.name === name),
    )
    .flatMap(({ path, field }) => (field === "id" ? (path.length === 0 ? [] : [path]) : [[...path, field]]));

/** A row and those that it lies in, by entity, as far as its address names them. */
const rowsAround = (
  screen: ApplicationScreen,
  entity: string,
  row: WireRow,
  application: Application,
): Readonly<Record<string, WireRow>> =>
  Object.fromEntries(
    stepsTo(screen, entity, application).flatMap(({ entity: above, path }) => {
      const holder = path.reduce<unknown>((at, step) => (isWireRow(at) ? at[`_${step}`] : undefined), row);
      return isWireRow(holder) ? [[above, holder]] : [];
    }),
  );
