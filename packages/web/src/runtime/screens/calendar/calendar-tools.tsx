// What stands above a calendar: to go to today, back and forth, and between month and week.
import { Button, SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { dateFormat } from "../../../words/formatters.ts";
import { useProduct } from "../../product/product.tsx";
import type { Search } from "../../routing/use-go.ts";
import { dayOf } from "../../values/time.ts";
import { dayLength, daysOf, moved, type View } from "./calendar-days.ts";
import classes from "./calendar.module.css";

type CalendarToolsProps = {
  readonly view: View;
  readonly day: string;
  readonly setSearch: (change: Search) => void;
};

export function CalendarTools({ view, day, setSearch }: CalendarToolsProps) {
  const { say, locale } = useProduct();
  const days = daysOf(view, day);
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const heading =
    view === "month"
      ? dateFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(dayOf(day) * dayLength)
      : dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).formatRange(first * dayLength, last * dayLength);
  const go = (by: -1 | 1) => setSearch({ day: moved(view, day, by) });
  return (
    <div className={classes["tools"]}>
      <Button variant="default" onClick={() => setSearch({ day: "" })}>
        {say("today")}
      </Button>
      <Button.Group>
        <Button variant="default" px={10} aria-label={say("previous")} onClick={() => go(-1)}>
          <IconChevronLeft size={16} aria-hidden="true" />
        </Button>
        <Button variant="default" px={10} aria-label={say("next")} onClick={() => go(1)}>
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
  );
}
