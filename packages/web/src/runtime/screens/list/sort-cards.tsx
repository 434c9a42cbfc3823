// The order of a list on a phone, whose cards have no heads to touch: the same columns, the same address.
import { IconArrowsSort } from "@tabler/icons-react";
import type { FieldPath } from "@writ/language/product";
import { fieldAt } from "../../data/filter.ts";
import type { OrderKey } from "../../data/keyset.ts";
import { useProduct } from "../../product/product.tsx";
import { sortColumn } from "./list-query.ts";
import classes from "./list.module.css";

type SortCardsProps = {
  readonly entity: string;
  readonly paths: readonly FieldPath[];
  readonly order: OrderKey | undefined;
  readonly onSort: (sort: string) => void;
};

export function SortCards({ entity, paths, order, onSort }: SortCardsProps) {
  const { application, say, word } = useProduct();
  const columns = paths.flatMap((path) => {
    const column = sortColumn(path, entity, application);
    const name = word(fieldAt(path, entity, application)?.label ?? path.at(-1) ?? "");
    return column === undefined ? [] : [{ column, key: path.join("."), name }];
  });
  if (columns.length === 0) return null;
  const present = columns.find(({ column }) => column === order?.column);
  const value = present === undefined ? "" : `${order?.descending === true ? "-" : ""}${present.key}`;
  return (
    <label className={classes["chip"]}>
      <IconArrowsSort size={14} aria-hidden="true" />
      <select
        className={classes["sorting"]}
        aria-label={say("sortBy")}
        value={value}
        onChange={(event) => onSort(event.currentTarget.value)}
      >
        {/* In the document's own order, by something that no card shows. */}
        {present === undefined && <option value="">{say("sortBy")}</option>}
        {columns.flatMap(({ key, name }) => [
          <option key={key} value={key}>
            {say("ascending", { name })}
          </option>,
          <option key={`-${key}`} value={`-${key}`}>
            {say("descending", { name })}
          </option>,
        ])}
      </select>
    </label>
  );
}
