// Intl's formatters, made once for each language and manner: making one takes as long as using it a hundred times.
const kept = new Map<string, unknown>();

const once =
  <Options extends object | undefined, Format>(kind: string, make: (locale: string, options: Options) => Format) =>
  (locale: string, options: Options): Format => {
    const key = `${kind} ${locale} ${JSON.stringify(options)}`;
    const cached = (kept.get(key) as Format | undefined) ?? make(locale, options);
    kept.set(key, cached);
    return cached;
  };

export const dateFormat = once(
  "date",
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export const numberFormat = once(
  "number",
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

export const listFormat = once(
  "list",
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);

export const pluralRules = once(
  "plural",
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
);
