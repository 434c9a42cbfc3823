// Where one is: the screens above this one, as its address leads through them, with the names of their rows.
import { IconChevronLeft } from "@tabler/icons-react";
import type { ApplicationScreen, RouteStep } from "@writ/language/product";
import { nameOf } from "../data/name.ts";
import { addressOf } from "../routing/addresses.ts";
import { AppLink } from "../routing/link.tsx";
import type { RouteRows } from "../routing/read-route.ts";
import { useRouteParameters } from "../routing/use-go.ts";
import { useProduct, type Product } from "../session/product.tsx";
import { isFor } from "../session/rights.ts";
import classes from "./crumbs.module.css";

export function Crumbs({ screen, route }: { readonly screen: ApplicationScreen; readonly route: RouteRows }) {
  const product = useProduct();
  const { say, word } = product;
  const parameters = useRouteParameters();
  const crumbs = screensAbove(screen, product).flatMap((above) => {
    const address = addressOf(above, {}, parameters);
    const last = above.route.at(-1);
    const row = last?.kind === "parameter" ? route[last.name] : undefined;
    const label =
      last?.kind === "parameter" && row !== undefined ? nameOf(last.entity, row, product) : word(above.label);
    return address === undefined ? [] : [{ id: above.id, address, label }];
  });
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={say("youAreHere")} className={classes["crumbs"]}>
      <ol>
        {crumbs.map(({ id, address, label }) => (
          <li key={id}>
            <AppLink to={address}>
              <IconChevronLeft size={16} aria-hidden="true" />
              <span className="clip">{label}</span>
            </AppLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Those whose routes this one begins with. The start page is above what no other page is above, and no menu leads to. */
function screensAbove(screen: ApplicationScreen, product: Product): readonly ApplicationScreen[] {
  const { application, person } = product;
  const at = (length: number) =>
    application.screens.find(
      (one) =>
        one.route.length === length &&
        one.kind !== "new" &&
        one.kind !== "edit" &&
        one.route.every((step, index) => isSame(step, screen.route[index])) &&
        isFor(one, product, person !== undefined),
    );
  const above = screen.route.flatMap((_, length) => (length === 0 ? [] : (at(length) ?? [])));
  if (above.length > 0 || screen.menu || screen.route.length === 0) return above;
  return [at(0) ?? []].flat();
}

const isSame = (one: RouteStep, other: RouteStep | undefined): boolean =>
  one.kind === "fixed"
    ? other?.kind === "fixed" && one.text === other.text
    : other?.kind === "parameter" && one.name === other.name && one.entity === other.entity;
