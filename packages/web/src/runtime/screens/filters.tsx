// Filters as chips: what is chosen stands in the address, so that a link repeats the view.
import { Checkbox, Popover, TextInput } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ApplicationField, ApplicationScreen, FieldPath } from "@writ/language/product";
import { useState } from "react";
import { readChoices } from "../data/choices.ts";
import { fieldAt } from "../data/filter.ts";
import type { Search } from "../routing/use-go.ts";
import { useProduct } from "../session/product.tsx";
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
            given={search[key] ?? ""}
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

function OneFilter({ entity, path, field, given, onChange }: OneFilterProps) {
  const product = useProduct();
  const { say, word } = product;
  const [isOpen, setIsOpen] = useState(false);
  const { type } = field;
  const isRow = type.kind === "reference" || type.kind === "several";
  const rows = useQuery({
    queryKey: ["choices", entity, path, "filter", product.person?.id ?? null],
    queryFn: async ({ signal }) => readChoices(entity, field, undefined, "", product, signal),
    enabled: isRow && (isOpen || given !== ""),
    staleTime: 60_000,
  });
  const options = optionsOf(field, product, rows.data);
  const chosen = given === "" ? [] : given.split(",");
  const label = word(field.label);
  const shown =
    options === undefined
      ? given.replace("..", " – ")
      : chosen.map((one) => options.find(({ id }) => id === one)?.name ?? "…").join(", ");
  const toggle = (id: string) =>
    onChange(
      (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...(type.kind === "yes/no" ? [] : chosen), id]).join(
        ",",
      ),
    );
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes["chip"]}
          data-set={given !== ""}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconFilter size={14} aria-hidden="true" />
          <span className="clip">
            {label}
            {given !== "" && `: ${shown}`}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes["panel"] ?? ""} aria-label={label}>
        {options === undefined ? (
          <RangeOrText field={field} given={given} onChange={onChange} />
        ) : (
          options.map(({ id, name }) => (
            <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
          ))
        )}
        {rows.error !== null && <p className="quiet">{rows.error.message}</p>}
        {given !== "" && (
          <button type="button" className={classes["sort"]} onClick={() => onChange("")}>
            {say("clear")}
          </button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function RangeOrText({ field, given, onChange }: Pick<OneFilterProps, "field" | "given" | "onChange">) {
  const { say, word } = useProduct();
  const { kind } = field.type;
  const isDay = kind === "date" || kind === "datetime";
  if (!isDay && !["number", "integer", "percent", "money"].includes(kind))
    return (
      <TextInput label={word(field.label)} value={given} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  const [from = "", to = ""] = given.split("..");
  const set = (low: string, high: string) => onChange(low === "" && high === "" ? "" : `${low}..${high}`);
  return (
    <>
      <TextInput
        type={isDay ? "date" : "number"}
        label={say("atLeast", { from: "" }).trim()}
        value={from}
        onChange={(event) => set(event.currentTarget.value, to)}
      />
      <TextInput
        type={isDay ? "date" : "number"}
        label={say("atMost", { to: "" }).trim()}
        value={to}
        onChange={(event) => set(from, event.currentTarget.value)}
      />
    </>
  );
}

function optionsOf(
  { type, required }: ApplicationField,
  { say, word }: ReturnType<typeof useProduct>,
  rows: readonly { readonly id: string; readonly name: string }[] | undefined,
) {
  const empty = required ? [] : [{ id: "-", name: say("none") }];
  switch (type.kind) {
    case "state":
      return type.choices.map(({ id, label }) => ({ id, name: word(label) }));
    case "one of":
      return [...type.choices.map(({ id, label }) => ({ id, name: word(label) })), ...empty];
    case "several of":
      return type.choices.map(({ id, label }) => ({ id, name: word(label) }));
    case "yes/no":
      return [
        { id: "yes", name: say("yes") },
        { id: "no", name: say("no") },
      ];
    case "reference":
      return [...(rows ?? []), ...empty];
    case "several":
      return rows ?? [];
    default:
      return undefined;
  }
}
