// Values that only the moment knows, as people read them: printed by the database.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { Design } from "../../../plan/design.ts";
import { dateFormat, type Speaking } from "./words-of-values.ts";

export function momentSql(typed: Typed, speaking: Speaking, design: Design): string {
  const value = design.print(typed, "strict");
  switch (typed.type.kind) {
    case "date":
      return dateSql(value, speaking);
    case "datetime": {
      const zone = design.compiled.model.constants.settings.timeZone?.name ?? "UTC";
      const local = `(${value} AT TIME ZONE ${quoteText(zone)})`;
      return `${dateSql(local, speaking)} || to_char(${local}, ' HH24:MI')`;
    }
    case "time":
      return `regexp_replace((${value})::text, ':00$', '')`;
    case "number":
    case "money":
      return `trim_scale((${value})::numeric)::text`;
    case "duration":
      return `make_interval(secs => (${value})::double precision / 1000)::text`;
    default:
      return `(${value})::text`;
  }
}

/** The order of day, month and year, and what stands between them, is that of the language; so are its months. */
function dateSql(value: string, speaking: Speaking): string {
  const format = dateFormat(speaking, "UTC");
  const months = Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(new Date(Date.UTC(2024, month, 15)));
    return quoteText(parts.find(({ type }) => type === "month")?.value ?? String(month + 1));
  });
  const pieces = format.formatToParts(new Date(Date.UTC(2024, 0, 15))).map(({ type, value: written }) => {
    if (type === "year") return "extract(year FROM d.day)::integer::text";
    if (type === "month") return `(ARRAY[${months.join(", ")}])[extract(month FROM d.day)::integer]`;
    return type === "day" ? "extract(day FROM d.day)::integer::text" : quoteText(written);
  });
  return `(SELECT ${pieces.join(" || ")} FROM (SELECT ${value} AS day) AS d)`;
}
