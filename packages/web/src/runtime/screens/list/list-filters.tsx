// What narrows the rows of a list, a board or a calendar: the words that are looked for, and filters. Both stand in the address.
import { ownOf } from "../../../words/own-of.ts";
import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import type { ApplicationScreen } from "@writ/language/product";
import { useState } from "react";
import type { Search } from "../../routing/use-go.ts";
import { useProduct } from "../../product/product.tsx";
import { Filters } from "./filters.tsx";
import { filterKey } from "./list-query.ts";
import classes from "./list.module.css";

type NarrowProps = {
  readonly screen: ApplicationScreen;
  readonly search: Search;
  readonly setSearch: (change: Search) => void;
};

export function ListFilters({ screen, search, setSearch }: NarrowProps) {
  const { say, word } = useProduct();
  return (
    <>
      {screen.search && (
        <SearchField
          key={screen.id}
          label={say("searchIn", { name: word(screen.label) })}
          value={search["q"] ?? ""}
          onChange={(q) => setSearch({ q })}
        />
      )}
      <Filters screen={screen} search={search} setSearch={setSearch} />
    </>
  );
}

const keysOf = ({ search, filterBy }: ApplicationScreen): readonly string[] => [
  ...(search ? ["q"] : []),
  ...filterBy.map(filterKey),
];

export const isFiltered = (screen: ApplicationScreen, search: Search): boolean =>
  keysOf(screen).some((key) => (ownOf(search, key) ?? "") !== "");

/** What the address says without any of it. */
export const clearedFilters = (screen: ApplicationScreen): Search =>
  Object.fromEntries(keysOf(screen).map((key) => [key, ""]));

type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback(onChange, 250);
  return (
    <TextInput
      data-list-search
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      className={classes["search"] ?? ""}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}
