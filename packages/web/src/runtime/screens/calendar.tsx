// A calendar: rows on the days on which they lie, by month or week; a list of days on a phone.
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../kit/failure.tsx";
import { rowsByEntity } from "../routing/read-route.ts";
import { useAddressSearch } from "../routing/use-go.ts";
import { contextOf, useProduct } from "../product/product.tsx";
import { isoDay } from "../values/time.ts";
import { requestedDay, firstDayOf, daysOf, type View } from "./calendar/calendar-days.ts";
import { CalendarEmpty } from "./calendar/calendar-empty.tsx";
import { CalendarGrid } from "./calendar/calendar-grid.tsx";
import {
  anyDay,
  calendarRows,
  conditionsOn,
  fieldDays,
  mostRows,
  placedRows,
  rowsOn,
  spanOf,
} from "./calendar/calendar-rows.ts";
import { CalendarTools } from "./calendar/calendar-tools.tsx";
import { ListFilters } from "./list/list-filters.tsx";
import { ScreenHead } from "./screen-head.tsx";
import type { ScreenProps } from "./kinds.ts";
import classes from "./calendar/calendar.module.css";

export function Calendar({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { say, timeZone } = product;
  const [search, setSearch] = useAddressSearch();
  const isPhone = useMediaQuery("(max-width: 719px)", false, { getInitialValueInEffect: false }) === true;
  const view: View = search["view"] === "week" ? "week" : "month";
  const day = requestedDay(search["day"], isoDay(contextOf(product).today));
  const days = daysOf(view, day);
  const { from } = spanOf(screen);
  const base = anyDay(screen, route, search, product);
  const { after, before, on } = conditionsOn(screen, days[0] ?? 0, days.at(-1) ?? 0, product);
  const rows = useQuery(calendarRows(screen, base, on, product));
  const placed = placedRows(screen, rows.data ?? [], product);
  return (
    <>
      <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
      <CalendarTools view={view} day={day} setSearch={setSearch} />
      {(screen.search || screen.filterBy.length > 0) && (
        <div className={classes["tools"]}>
          <ListFilters screen={screen} search={search} setSearch={setSearch} />
        </div>
      )}
      {rows.error !== null && rows.data === undefined && (
        <Failure say={say} error={rows.error} onRetry={() => void rows.refetch()} />
      )}
      {rows.data?.length === mostRows && <p className="quiet">{say("rowsShown", { count: mostRows })}</p>}
      {rows.data !== undefined && !rows.isPlaceholderData && days.every((one) => rowsOn(placed, one).length === 0) && (
        <CalendarEmpty
          screen={screen}
          search={search}
          setSearch={setSearch}
          query={base}
          from={from}
          after={after}
          before={before}
          dayOf={(value) => firstDayOf(value, fieldDays(screen, from, product), timeZone)}
        />
      )}
      <CalendarGrid
        screen={screen}
        view={view}
        day={day}
        days={days}
        placed={placed}
        isPhone={isPhone}
        isBusy={rows.isFetching}
        setSearch={setSearch}
      />
    </>
  );
}
