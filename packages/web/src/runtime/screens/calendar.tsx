// A calendar: rows on the days on which they lie, by month or week; a list of days on a phone.
import { Button, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Failure } from "../../kit/failure.tsx";
import { quoted } from "../data/filter.ts";
import { nameOf } from "../data/name.ts";
import { ShowField } from "../fields/show-field.tsx";
import { readRows } from "../data/rows.ts";
import { watched, watchesOf } from "../data/watch.ts";
import { AppLink } from "../routing/link.tsx";
import { openedBy, pathsAround, rowAddress } from "../routing/open-address.ts";
import { rowsByEntity } from "../routing/read-route.ts";
import { useAddressSearch, useRouteParameters } from "../routing/use-go.ts";
import { contextOf, useProduct } from "../product/product.tsx";
import { dayOf, isoDay, momentAt } from "../values/time.ts";
import type { WireRow } from "../values/row.ts";
import { dayOfValue, daysOf, lastDayOf, moved, type View } from "./calendar/calendar-days.ts";
import { CalendarEmpty } from "./calendar/calendar-empty.tsx";
import { isThere, listQuery } from "./list/list-query.ts";
import { Narrow } from "./list/narrow.tsx";
import { ScreenHead } from "./screen-head.tsx";
import type { ScreenProps } from "./kinds.ts";
import classes from "./calendar/calendar.module.css";
import { dateFormat } from "../../words/formatters.ts";

const most = 1000;
/** So many fit into a day of a month; the rest is a click away. */
const perDay = 4;
const dayLong = 86_400_000;

export function Calendar({ screen, route }: ScreenProps) {
  const product = useProduct();
  const { application, backend, say, locale, timeZone } = product;
  const [search, setSearch] = useAddressSearch();
  const parameters = useRouteParameters();
  const isPhone = useMediaQuery("(max-width: 719px)", false, { getInitialValueInEffect: false }) === true;
  const entity = screen.entity ?? "";
  const view: View = search["view"] === "week" ? "week" : "month";
  const today = isoDay(contextOf(product).today);
  const asked = search["day"] ?? "";
  const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(asked) ? asked : today;
  const days = daysOf(view, day);
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const fields = application.entities[entity]?.fields ?? {};
  const [from, to] = [screen.from ?? "", screen.to ?? screen.from ?? ""];
  const kindOf = (name: string) => (fields[name]?.type.kind === "date" ? "date" : "datetime");
  // A datetime on the edge is asked by the moments at which the days begin and end in the time zone.
  const edge = (name: string, at: number) =>
    kindOf(name) === "date" ? isoDay(at) : new Date(momentAt(`${isoDay(at)}T00:00`, timeZone)).toISOString();
  const opened = openedBy(screen, product);
  const stated = screen.card.length > 0 ? screen.card : screen.show;
  const [title = [], ...facts] = stated;
  const base = listQuery(
    { ...screen, show: [[from], [to], ...stated] },
    route,
    search,
    product,
    pathsAround(opened, entity, application, screen),
  );
  const after = `${from}.${kindOf(from) === "date" ? "gt" : "gte"}.${quoted(edge(from, kindOf(from) === "date" ? last : last + 1))}`;
  const before = `${from}.lt.${quoted(edge(from, first))}`;
  const ends =
    from === to
      ? `${to}.gte.${quoted(edge(to, first))}`
      : `or(${to}.gte.${quoted(edge(to, first))},and(${to}.is.null,${from}.gte.${quoted(edge(from, first))}))`;
  const starts =
    kindOf(from) === "date" ? `${from}.lte.${quoted(edge(from, last))}` : `${from}.lt.${quoted(edge(from, last + 1))}`;
  const query = {
    ...base,
    conditions: [...base.conditions, starts, ends],
    order: screen.sort.length > 0 ? base.order : [{ column: from, descending: false }],
  };
  const found = useQuery({
    queryKey: [entity, "calendar", query],
    queryFn: async ({ signal }) => readRows(query, [], most, product, signal),
    placeholderData: keepPreviousData,
    ...watched(backend, watchesOf({ entity }, query.paths, application, query.conditions)),
  });
  const placed = (found.data ?? []).flatMap((row) => {
    const start = dayOfValue(row[from], kindOf(from), timeZone);
    const end = lastDayOf(row[to], kindOf(to), timeZone) ?? start;
    return start === undefined || end === undefined ? [] : [{ row, start, end }];
  });
  const on = (one: number) => placed.filter(({ start, end }) => start <= one && one <= Math.max(start, end));
  const format = (options: Intl.DateTimeFormatOptions, at: number) =>
    dateFormat(locale, { ...options, timeZone: "UTC" }).format(at * dayLong);
  const heading =
    view === "month"
      ? format({ month: "long", year: "numeric" }, dayOf(day))
      : dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).formatRange(first * dayLong, last * dayLong);
  const entry = ({ row, start }: { readonly row: WireRow; readonly start: number }, at: number) => {
    const address = rowAddress(opened, entity, row, product, parameters);
    const time =
      start === at && kindOf(from) === "datetime"
        ? dateFormat(locale, { timeStyle: "short", timeZone }).format(Date.parse(String(row[from])))
        : "";
    const text = (
      <>
        {time !== "" && <span className="figures">{time} </span>}
        {title.length === 0 ? nameOf(entity, row, product) : <ShowField entity={entity} path={title} row={row} />}
      </>
    );
    return (
      <li key={String(row["id"])} className={classes["entry"]}>
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
  };
  const shown = isPhone ? days.filter((one) => on(one).length > 0) : days;
  return (
    <>
      <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
      <div className={classes["tools"]}>
        <Button variant="default" onClick={() => setSearch({ day: "" })}>
          {say("today")}
        </Button>
        <Button.Group>
          <Button
            variant="default"
            px={10}
            aria-label={say("previous")}
            onClick={() => setSearch({ day: moved(view, day, -1) })}
          >
            <IconChevronLeft size={16} aria-hidden="true" />
          </Button>
          <Button
            variant="default"
            px={10}
            aria-label={say("next")}
            onClick={() => setSearch({ day: moved(view, day, 1) })}
          >
            <IconChevronRight size={16} aria-hidden="true" />
          </Button>
        </Button.Group>
        <h2 aria-live="polite">{heading}</h2>
        <SegmentedControl
          aria-label={`${say("month")}, ${say("week")}`}
          value={view}
          onChange={(value) => setSearch({ view: value === "week" ? "week" : "" })}
          data={[
            { value: "month", label: say("month") },
            { value: "week", label: say("week") },
          ]}
        />
      </div>
      {(screen.search || screen.filterBy.length > 0) && (
        <div className={classes["tools"]}>
          <Narrow screen={screen} search={search} setSearch={setSearch} />
        </div>
      )}
      {found.error !== null && found.data === undefined && (
        <Failure say={say} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.length === most && <p className="quiet">{say("rowsShown", { count: most })}</p>}
      {found.data !== undefined && !found.isPlaceholderData && days.every((one) => on(one).length === 0) && (
        <CalendarEmpty
          screen={screen}
          search={search}
          setSearch={setSearch}
          query={base}
          from={from}
          after={after}
          before={before}
          dayOf={(value) => dayOfValue(value, kindOf(from), timeZone)}
        />
      )}
      {!isPhone && (
        <div className={classes["names"]} aria-hidden="true">
          {days.slice(0, 7).map((one) => (
            <span key={one}>{format({ weekday: "short" }, one)}</span>
          ))}
        </div>
      )}
      <ol className={isPhone ? classes["agenda"] : classes["grid"]} data-view={view} aria-busy={found.isFetching}>
        {shown.map((one) => {
          const all = on(one);
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
                {visible.map((each) => entry(each, one))}
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
