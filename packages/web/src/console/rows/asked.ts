// What is asked for in the address of the page of rows: the entity, the words, the filters, the order, the row.
import { addressOf, go } from "../route.tsx";

export type Filter = { readonly field: string; readonly is: string; readonly value: string };
export type Asked = {
  readonly entity: string;
  readonly text: string;
  readonly filters: readonly Filter[];
  readonly sort: string;
  readonly page: number;
  readonly row: string;
  /** `edit` or `new`; empty where rows are looked at. */
  readonly act: string;
};

export function readAsked(search: URLSearchParams): Asked {
  const text = (name: string) => search.get(name) ?? "";
  return {
    entity: text("entity"),
    text: text("text"),
    sort: text("sort"),
    page: Number(/^\d{1,6}$/.exec(text("page"))?.[0] ?? 0),
    row: text("row"),
    act: text("act"),
    filters: text("filters")
      .split("\n")
      .flatMap((one): readonly Filter[] => {
        const [, field, is, value = ""] = /^([^.]+)\.([^.]+)\.(.*)$/.exec(one) ?? [];
        return field === undefined || is === undefined ? [] : [{ field, is, value }];
      }),
  };
}

const written = (filters: readonly Filter[]): readonly string[] =>
  filters.map(({ field, is, value }) => `${field}.${is}.${value.replaceAll("\n", " ")}`);

export const askedAddress = ({ filters, page, ...texts }: Asked): string =>
  addressOf("rows", { ...texts, page: page === 0 ? "" : String(page), filters: written(filters).join("\n") });

export const goTo = (asked: Asked, isReplacing = false): void => go(askedAddress(asked), isReplacing);

/** Of the server: of what is shown, and of the file that is exported. */
export function searchOf({ entity, text, filters, sort, page }: Asked): string {
  const search = new URLSearchParams({ entity, text, sort, page: String(page) });
  for (const filter of written(filters)) search.append("filter", filter);
  return search.toString();
}
