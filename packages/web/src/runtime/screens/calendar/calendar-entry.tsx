// A row on a day of a calendar: the time at which it begins, its name, and what else its card shows.
import type { ApplicationScreen } from "@writ/language/product";
import { nameOf } from "../../data/name.ts";
import { ShowField } from "../../fields/show-field.tsx";
import { useProduct } from "../../product/product.tsx";
import { AppLink } from "../../routing/link.tsx";
import { openedBy, rowAddress } from "../../routing/open-address.ts";
import { useRouteParameters } from "../../routing/use-go.ts";
import { dateFormat } from "../../../words/formatters.ts";
import { isThere } from "../list/list-query.ts";
import { fieldDays, spanOf, statedPaths, type CalendarRow } from "./calendar-rows.ts";
import classes from "./calendar.module.css";

type CalendarEntryProps = {
  readonly screen: ApplicationScreen;
  readonly placed: CalendarRow;
  /** The day on which it is shown, perhaps one of several. */
  readonly day: number;
};

export function CalendarEntry({ screen, placed: { row, start }, day }: CalendarEntryProps) {
  const product = useProduct();
  const { locale, timeZone } = product;
  const entity = screen.entity ?? "";
  const { from } = spanOf(screen);
  const [title = [], ...facts] = statedPaths(screen);
  const address = rowAddress(openedBy(screen, product), entity, row, product, useRouteParameters());
  const time =
    start === day && fieldDays(screen, from, product).hasTime
      ? dateFormat(locale, { timeStyle: "short", timeZone }).format(Date.parse(String(row[from])))
      : "";
  const text = (
    <>
      {time !== "" && <span className="figures">{time} </span>}
      {title.length === 0 ? nameOf(entity, row, product) : <ShowField entity={entity} path={title} row={row} />}
    </>
  );
  return (
    <li className={classes["entry"]}>
      {address === undefined ? text : <AppLink to={address}>{text}</AppLink>}
      {facts.length > 0 && (
        <div className={classes["facts"]}>
          {facts.filter(isThere(row, entity, product)).map((path) => (
            <span key={path.join(".")}>
              <ShowField entity={entity} path={path} row={row} />{" "}
            </span>
          ))}
        </div>
      )}
    </li>
  );
}
