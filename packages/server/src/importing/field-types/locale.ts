// What a language says of how values are written: asked of Intl once, because a formatter is slow to make.

export type Locale = {
  readonly language: string;
  readonly point: string;
  readonly group: string;
  /** `year`, `month` and `day`, as a short date has them. */
  readonly dateOrder: readonly string[];
  /** By their names, long and short. */
  readonly months: ReadonlyMap<string, number>;
  /** Milliseconds of units by their names, in English too. */
  readonly units: ReadonlyMap<string, number>;
  readonly numberExample: string;
  readonly dateExample: string;
};

/** In small letters, without the dot of what is shortened. */
export const bare = (text: string, language: string): string =>
  text.toLocaleLowerCase(language).replaceAll(/[\s.]/gu, "");

const sizes = { week: 604_800_000, day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 } as const;
const letters: readonly (readonly [string, number])[] = [
  ["w", sizes.week],
  ["d", sizes.day],
  ["h", sizes.hour],
  ["m", sizes.minute],
  ["s", sizes.second],
];

export function localeOf(language: string): Locale {
  const number = new Intl.NumberFormat(language);
  const parts = number.formatToParts(12_345.6);
  const date = new Intl.DateTimeFormat(language, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: "UTC",
  });
  return {
    language,
    point: parts.find(({ type }) => type === "decimal")?.value ?? ".",
    group: parts.find(({ type }) => type === "group")?.value ?? ",",
    dateOrder: date
      .formatToParts(0)
      .map(({ type }) => type)
      .filter((type) => type !== "literal"),
    months: new Map([...monthsOf(language), ...monthsOf("en")].toReversed()),
    units: new Map([...unitsOf("en"), ...unitsOf(language), ...letters]),
    numberExample: number.format(1234.5),
    dateExample: date.format(Date.UTC(2026, 11, 31)),
  };
}

const monthsOf = (language: string): readonly (readonly [string, number])[] =>
  (["long", "short"] as const).flatMap((style) => {
    const format = new Intl.DateTimeFormat(language, { month: style, day: "numeric", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, month) => {
      const name = format.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === "month")?.value ?? "";
      return [bare(name, language), month + 1] as const;
    });
  });

const unitsOf = (language: string): readonly (readonly [string, number])[] =>
  Object.entries(sizes).flatMap(([unit, milliseconds]) =>
    (["short", "long", "narrow"] as const).flatMap((unitDisplay) => {
      const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay });
      return [1, 2, 5].flatMap((count) =>
        format
          .formatToParts(count)
          .filter(({ type }) => type === "unit")
          .map(({ value }) => [bare(value, language), milliseconds] as const),
      );
    }),
  );
