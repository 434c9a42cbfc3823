// The things in which a user has a role, such as their organisations: which one is open, the others, a new one.
import { Menu } from "@mantine/core";
import { IconCheck, IconPlus, IconSelector } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApplicationScreen } from "@writ/language/product";
import { useEffect } from "react";
import { nameOf } from "../data/name.ts";
import { readRows } from "../data/rows.ts";
import { namePaths } from "../data/select.ts";
import { addressOf, detailOf } from "../product/addresses.ts";
import { useGo, useRouteParameters } from "../routing/use-go.ts";
import { contextOf, useProduct, type Product } from "../product/product.tsx";
import { isFor, may } from "../product/rights.ts";
import { addressFields, chooseScope, rolesIn, takeCreated, useScope } from "../session/scope.ts";
import type { WireRow } from "../values/row.ts";
import classes from "./scope-switcher.module.css";

/** More than that are found by a list of the document. */
const most = 100;

const none: readonly WireRow[] = [];

export function ScopeSwitcher() {
  const { application } = useProduct();
  return application.scopes.map((entity) => <SwitchOf key={entity} entity={entity} />);
}

function SwitchOf({ entity }: { readonly entity: string }) {
  const product = useProduct();
  const { application, person, roles, say, word } = product;
  const go = useGo();
  const queries = useQueryClient();
  const parameters = useRouteParameters();
  const scope = useScope(product);
  const things = useThings(entity, product);
  const rows = things.data ?? none;
  const current = rows.find((row) => row["id"] === scope[entity]?.["id"]);
  const shown = current ?? scope[entity];
  const label = word(application.entities[entity]?.label ?? entity);
  const called = shown === undefined ? label : nameOf(entity, shown, product);
  useEffect(() => {
    const created = takeCreated(queries, entity, { person, roles });
    if (created !== undefined) return chooseScope(entity, created, { application, person });
    // Under its present name; and a user who has not chosen yet is in the first one.
    const first = current ?? (scope[entity] === undefined ? rows[0] : undefined);
    if (first !== undefined) chooseScope(entity, first, { application, person });
  }, [application, queries, person, entity, current, scope, rows, roles]);
  const creating = application.screens.find(
    (screen) =>
      screen.kind === "new" &&
      screen.entity === entity &&
      isFor(screen, product, person !== undefined) &&
      may("create", entity, contextOf(product), product) !== "no",
  );
  const newAddress = creating && addressOf(creating, {}, parameters);
  const isIn = roles.some(({ role, within }) => within !== null && withinOf(role, product) === entity);
  if (!isIn && newAddress === undefined) return null;
  const open = (row: WireRow) => {
    chooseScope(entity, row, product);
    const address = placeIn(entity, row, product, parameters);
    if (address !== undefined) void go(address);
  };
  return (
    <Menu position="bottom-start" width={232} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes["button"]} aria-label={say("scope", { name: called })}>
          {shown !== undefined && <span className={classes["letter"]} data-letter={called.slice(0, 1).toUpperCase()} />}
          <span className={shown === undefined ? "clip quiet" : "clip"}>{called}</span>
          <IconSelector size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: "auto" }}>
        {rows.map((row) => (
          <Menu.Item
            key={String(row["id"])}
            aria-current={row["id"] === current?.["id"]}
            rightSection={row["id"] === current?.["id"] ? <IconCheck size={16} aria-hidden="true" /> : null}
            onClick={() => open(row)}
          >
            {nameOf(entity, row, product)}
          </Menu.Item>
        ))}
        {things.isLoading && <Menu.Item disabled>{say("loading")}</Menu.Item>}
        {creating !== undefined && newAddress !== undefined && (
          <>
            {rows.length > 0 && <Menu.Divider />}
            <Menu.Item leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => void go(newAddress)}>
              {word(creating.label)}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const withinOf = (role: string, { application }: Product): string | undefined =>
  application.roles.find(({ id }) => id === role)?.within;

/** What addresses name of these things, and what they are called by. */
function useThings(entity: string, product: Product) {
  const { application, person, roles } = product;
  const ids = [
    ...new Set(
      roles.flatMap(({ role, within }) => (within !== null && withinOf(role, product) === entity ? [within] : [])),
    ),
  ];
  const named = addressFields(entity, application).filter((field) => field !== "id");
  const fields = application.entities[entity]?.fields ?? {};
  const [first] = namePaths(entity, application);
  const column = first?.length === 1 && fields[first[0] ?? ""]?.stored === true ? first[0] : undefined;
  return useQuery({
    queryKey: [entity, "scope", ids.slice(0, most).sort().join(), person?.id ?? null],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const query = {
        entity,
        paths: [...namePaths(entity, application), ...named.map((field) => [field])],
        conditions: [`id.in.(${ids.slice(0, most).join(",")})`],
        search: "",
        order: column === undefined ? [] : [{ column, descending: false }],
        size: most,
      };
      return readRows(query, [], most, product, signal);
    },
  });
}

/** The same screen inside another thing where there is one, or the first of its menu, or itself. */
function placeIn(
  entity: string,
  row: WireRow,
  product: Product,
  parameters: Readonly<Record<string, string>>,
): string | undefined {
  const { application, person } = product;
  const isOpen = (screen: ApplicationScreen) =>
    isFor(screen, { application, roles: rolesIn(screen, { [entity]: row }, product) }, person !== undefined);
  const inside = application.screens.filter(
    (screen) =>
      isOpen(screen) &&
      screen.route.some((step) => step.kind === "parameter" && step.entity === entity) &&
      screen.route.every((step) => step.kind === "fixed" || step.entity === entity),
  );
  const here = inside.find((screen) => addressOf(screen, {}, parameters) === location.pathname);
  const target = here ?? inside.find(({ menu }) => menu) ?? detailOf(entity, application, isOpen);
  return target && addressOf(target, { [entity]: row });
}
