// The days of a calendar with their rows: a grid, or on a phone a list of the days that have some.
import type { ApplicationScreen } from "@writ/language/product";
import { dateFormat } from "../../../words/formatters.ts";
import { contextOf, useProduct } from "../../product/product.tsx";
import type { Search } from "../../routing/use-go.ts";
import { isoDay } from "../../values/time.ts";
import { dayLength, type View } from "./calendar-days.ts";
import { CalendarEntry } from "./calendar-entry.tsx";
import { rowsOn, type CalendarRow } from "./calendar-rows.ts";
import classes from "./calendar.module.css";

/** So many fit into a day of a month; the rest is a click away. */
const perDay = 4;

type CalendarGridProps = {
  readonly screen: ApplicationScreen;
  readonly view: View;
  readonly day: string;
  readonly days: readonly number[];
  readonly placed: readonly CalendarRow[];
  readonly isPhone: boolean;
  readonly isBusy: boolean;
  readonly setSearch: (change: Search) => void;
};

export function CalendarGrid({ screen, view, day, days, placed, isPhone, isBusy, setSearch }: CalendarGridProps) {
  const product = useProduct();
  const { say, locale } = product;
  const today = isoDay(contextOf(product).today);
  const format = (options: Intl.DateTimeFormatOptions, at: number) =>
    dateFormat(locale, { ...options, timeZone: "UTC" }).format(at * dayLength);
  const shown = isPhone ? days.filter((one) => rowsOn(placed, one).length > 0) : days;
  return (
    <>
      {!isPhone && (
        <div className={classes["names"]} aria-hidden="true">
          {days.slice(0, 7).map((one) => (
            <span key={one}>{format({ weekday: "short" }, one)}</span>
          ))}
        </div>
      )}
      <ol className={isPhone ? classes["agenda"] : classes["grid"]} data-view={view} aria-busy={isBusy}>
        {shown.map((one) => {
          const all = rowsOn(placed, one);
          const visible = view === "month" && !isPhone ? all.slice(0, perDay) : all;
          return (
            <li
              key={one}
              className={classes["day"]}
              data-today={isoDay(one) === today}
              data-outside={view === "month" && isoDay(one).slice(0, 7) !== day.slice(0, 7)}
            >
              <time dateTime={isoDay(one)} aria-label={format({ dateStyle: "full" }, one)}>
                {isPhone
                  ? format({ weekday: "short", day: "numeric", month: "short" }, one)
                  : format({ day: "numeric" }, one)}
              </time>
              <ul>
                {visible.map((each) => (
                  <CalendarEntry key={String(each.row["id"])} screen={screen} placed={each} day={one} />
                ))}
                {all.length > visible.length && (
                  <li>
                    <button
                      type="button"
                      className={classes["rest"]}
                      onClick={() => setSearch({ view: "week", day: isoDay(one) })}
                    >
                      {say("moreItems", { count: all.length - visible.length })}
                    </button>
                  </li>
                )}
              </ul>
            </li>
          );
        })}
      </ol>
    </>
  );
}
