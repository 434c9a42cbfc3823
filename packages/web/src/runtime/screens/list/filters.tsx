// Filters as chips: what is chosen stands in the address, so that a link repeats the view.
import { ownOf } from "../../../words/own-of.ts";
import { IconFilter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ApplicationField, ApplicationScreen, FieldPath } from "@writ/language/product";
import { useState, type ComponentProps } from "react";
import { lazy } from "../../../kit/lazy.ts";
import { readChoices } from "../../data/choices.ts";
import { fieldAt } from "../../data/filter.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import { leadsToRows } from "../../field-types/rows/type.ts";
import type { Search } from "../../routing/use-go.ts";
import { useProduct } from "../../product/product.tsx";
import { filterKey } from "./list-query.ts";
import classes from "./list.module.css";

type FiltersProps = {
  readonly screen: ApplicationScreen;
  readonly search: Search;
  readonly setSearch: (change: Search) => void;
};

export function Filters({ screen, search, setSearch }: FiltersProps) {
  const { application } = useProduct();
  return (
    <>
      {screen.filterBy.map((path) => {
        const field = fieldAt(path, screen.entity ?? "", application);
        const key = filterKey(path);
        return field === undefined ? null : (
          <OneFilter
            key={key}
            entity={screen.entity ?? ""}
            path={path}
            field={field}
            given={ownOf(search, key) ?? ""}
            onChange={(value) => setSearch({ [key]: value })}
          />
        );
      })}
    </>
  );
}

type OneFilterProps = {
  readonly entity: string;
  readonly path: FieldPath;
  readonly field: ApplicationField;
  readonly given: string;
  readonly onChange: (value: string) => void;
};

const { Later: FilterPanel } = lazy(async () => (await import("./filter-panel.tsx")).FilterPanel);

function OneFilter({ entity, path, field, given, onChange }: OneFilterProps) {
  const product = useProduct();
  const [isWanted, setIsWanted] = useState(false);
  const { type } = field;
  const rows = useQuery({
    queryKey: ["choices", entity, path, "filter", product.person?.id ?? null],
    queryFn: async ({ signal }) => readChoices(field, undefined, "", product, signal),
    enabled: leadsToRows(type) && (isWanted || given !== ""),
    staleTime: 60_000,
  });
  const options = fieldTypeOf(type).filter.options(type, product, {
    rows: rows.data,
    empty: field.required ? [] : [{ id: "-", name: product.say("none") }],
  });
  const label = product.word(field.label);
  const names = given.split(",").map((one) => options?.find(({ id }) => id === one)?.name ?? "…");
  const shown = options === undefined ? given.replace("..", " – ") : names.join(", ");
  const chip = { text: given === "" ? label : `${label}: ${shown}`, isSet: given !== "" };
  const alone = <Chip {...chip} aria-expanded={false} onClick={() => setIsWanted(true)} />;
  if (!isWanted) return alone;
  return (
    <FilterPanel
      chip={chip}
      field={field}
      given={given}
      options={options}
      problem={rows.error?.message}
      onChange={onChange}
      instead={alone}
    />
  );
}

type ChipProps = { readonly text: string; readonly isSet: boolean };

/** As it is before and after what it opens is loaded. */
export function Chip({ text, isSet, ...props }: ChipProps & ComponentProps<"button">) {
  return (
    <button type="button" {...props} className={classes["chip"]} data-set={isSet}>
      <IconFilter size={14} aria-hidden="true" />
      <span className="clip">{text}</span>
    </button>
  );
}
