// A calendar whose days hold nothing: the nearest day that does, or that there is nothing at all.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ApplicationScreen } from "@writ/language/product";
import { readRows, type ListQuery } from "../../data/rows.ts";
import { watched, watchesOf } from "../../data/watch.ts";
import type { Search } from "../../routing/use-go.ts";
import { useProduct } from "../../product/product.tsx";
import { dateFormat } from "../../../words/formatters.ts";
import { isoDay } from "../../values/time.ts";
import { isFiltered, clearedFilters } from "../list/list-filters.tsx";
import { isReadGap } from "../../product/gaps.ts";
import { Gap } from "../../gaps/gap.tsx";
import { dayLength } from "./calendar-days.ts";
import classes from "./calendar.module.css";

type CalendarEmptyProps = {
  readonly screen: ApplicationScreen;
  readonly search: Search;
  readonly setSearch: (change: Search) => void;
  /** Without a condition on the day. */
  readonly query: ListQuery;
  readonly from: string;
  /** The conditions of what comes after the days that are shown, and before them. */
  readonly after: string;
  readonly before: string;
  readonly dayOf: (value: unknown) => number | undefined;
};

export function CalendarEmpty({ screen, search, setSearch, query, from, after, before, dayOf }: CalendarEmptyProps) {
  const product = useProduct();
  const { application, backend, say, language, locale } = product;
  const nearest = useQuery({
    queryKey: [query.entity, "calendar", "nearest", query, after],
    queryFn: async ({ signal }) => {
      const first = async (side: string, descending: boolean) => {
        const rows = await readRows({ ...query, order: [{ column: from, descending }] }, [side], 1, product, signal);
        return rows[0]?.[from];
      };
      return (await first(after, false)) ?? (await first(before, true)) ?? null;
    },
    ...watched(backend, watchesOf(query, query.paths, application, query.conditions)),
  });
  if (nearest.data === undefined) return null;
  const day = dayOf(nearest.data);
  if (day === undefined && isReadGap(query.entity, product)) return <Gap />;
  const [text, way, change] =
    day !== undefined
      ? [
          say("nothingThen"),
          say("goToDay", { day: dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(day * dayLength) }),
          { day: isoDay(day) },
        ]
      : isFiltered(screen, search)
        ? [say("emptyFiltered"), say("clearFilters"), clearedFilters(screen)]
        : [screen.empty[language] ?? screen.empty[""] ?? say("emptyList")];
  return (
    <p className={classes["empty"]} role="status">
      {text}
      {change && (
        <Button variant="subtle" size="compact-sm" onClick={() => setSearch(change)}>
          {way}
        </Button>
      )}
    </p>
  );
}
