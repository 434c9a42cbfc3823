// What rows are found by: one box for words, and a filter for each field that is added.
import { Button, CloseButton } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import type { TableView, FieldView } from "@writ/server/response-types";
import { useEffect, useState } from "react";
import { goTo, type Asked, type Filter } from "./asked.ts";
import { ChooseRow } from "./choose-row.tsx";
import { momentAt, wallClock } from "../../runtime/values/time.ts";
import { useSpeaking } from "./speaking.ts";
import { choicesOf, waysOf } from "./field-types/ways.ts";
import own from "./rows.module.css";

type FiltersProps = { readonly asked: Asked; readonly table: TableView };

export function Filters({ asked, table }: FiltersProps) {
  const { filters } = asked;
  const fields = table.fields.filter(({ isColumn }) => isColumn);
  const change = (next: readonly Filter[]) => goTo({ ...asked, filters: next, page: 0 }, true);
  const [first] = fields;
  return (
    <search className={own["search"]}>
      <SearchBox key={asked.entity} asked={asked} label={table.label} />
      {filters.map((filter, index) => (
        <OneFilter
          // oxlint-disable-next-line react/no-array-index-key -- A filter is nothing but its place.
          key={index}
          filter={filter}
          fields={fields}
          change={(next) => change(filters.with(index, next))}
          remove={() => change(filters.toSpliced(index, 1))}
        />
      ))}
      {first !== undefined && (
        <Button
          variant="default"
          leftSection={<IconFilterPlus size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => change([...filters, { field: first.id, is: waysOf(first)[0]?.[0] ?? "filled", value: "" }])}
        >
          Add filter
        </Button>
      )}
    </search>
  );
}

/** Looked for as soon as one stops typing. */
function SearchBox({ asked, label }: { readonly asked: Asked; readonly label: string }) {
  const [text, setText] = useState(asked.text);
  useEffect(() => {
    if (text === asked.text) return undefined;
    // By the clock: each letter would be a question of its own.
    const waiting = setTimeout(() => goTo({ ...asked, text, page: 0 }, true), 250);
    return () => clearTimeout(waiting);
  }, [text, asked]);
  return (
    <input
      type="search"
      className={own["box"]}
      aria-label={`Search ${label}`}
      placeholder={`Search ${label}`}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

type OneFilterProps = {
  readonly filter: Filter;
  readonly fields: readonly FieldView[];
  readonly change: (filter: Filter) => void;
  readonly remove: () => void;
};

function OneFilter({ filter, fields, change, remove }: OneFilterProps) {
  const field = fields.find(({ id }) => id === filter.field);
  if (field === undefined) return null;
  const ways = waysOf(field);
  const choose = (id: string) => {
    const next = fields.find((one) => one.id === id);
    if (next !== undefined) change({ field: id, is: waysOf(next)[0]?.[0] ?? "filled", value: "" });
  };
  return (
    <div className={own["filter"]} role="group" aria-label={`Filter by ${field.label}`}>
      <select aria-label="Field" value={field.id} onChange={({ target }) => choose(target.value)}>
        {fields.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Comparison"
        value={filter.is}
        onChange={({ target }) => change({ ...filter, is: target.value })}
      >
        {ways.map(([is, words]) => (
          <option key={is} value={is}>
            {words}
          </option>
        ))}
      </select>
      {filter.is !== "empty" && filter.is !== "filled" && (
        <FilterValue key={`${field.id} ${filter.is}`} field={field} filter={filter} change={change} />
      )}
      <CloseButton aria-label={`Remove the filter of ${field.label}`} onClick={remove} />
    </div>
  );
}

type ValueProps = Pick<OneFilterProps, "filter" | "change"> & { readonly field: FieldView };

function FilterValue({ field: { type }, filter, change }: ValueProps) {
  const { timeZone } = useSpeaking();
  const isMoment = type.kind === "datetime";
  const [value, setValue] = useState(
    isMoment && filter.value !== "" ? wallClock(Date.parse(filter.value), timeZone) : filter.value,
  );
  const say = (next: string) =>
    change({ ...filter, value: isMoment && next !== "" ? new Date(momentAt(next, timeZone)).toISOString() : next });
  if (type.kind === "reference")
    return <ChooseRow entity={type.entity} label="Value" value={filter.value} choose={(id) => say(id ?? "")} />;
  const choices = choicesOf(type);
  if (choices !== undefined)
    return (
      <select aria-label="Value" value={filter.value} onChange={({ target }) => say(target.value)}>
        <option value="">…</option>
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      aria-label="Value"
      type={type.kind === "date" ? "date" : isMoment ? "datetime-local" : "text"}
      className={own["value"]}
      value={value}
      onChange={({ target }) => {
        setValue(target.value);
        if (target.type !== "text") say(target.value);
      }}
      onBlur={({ target }) => target.type === "text" && value !== filter.value && say(value)}
      onKeyDown={({ key }) => key === "Enter" && say(value)}
    />
  );
}
