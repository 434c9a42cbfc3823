// Where one is: the screens above this one, as its address leads through them, with the names of their rows.
import { IconChevronLeft } from "@tabler/icons-react";
import type { ApplicationScreen } from "@writ/language/product";
import { nameOf } from "../data/name.ts";
import { screensAbove } from "../routing/screens-above.ts";
import { addressOf } from "../product/addresses.ts";
import { AppLink } from "../routing/link.tsx";
import type { RouteRows } from "../routing/read-route.ts";
import { useRouteParameters } from "../routing/use-go.ts";
import { useProduct } from "../product/product.tsx";
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
