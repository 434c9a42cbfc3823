// Rows of another entity, found by what they are called: one, or several.
import { MultiSelect, Select } from "@mantine/core";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { NamedRowView } from "@writ/server/response-types";
import { useDeferredValue, useState, type ReactNode } from "react";
import { getJson } from "../api.ts";

type Shown = {
  readonly entity: string;
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
};
type ChooseRowProps = Shown & { readonly value: string; readonly choose: (id: string | null) => void };
type ChooseRowsProps = Shown & { readonly values: readonly string[]; readonly choose: (ids: string[]) => void };

function useFound(entity: string) {
  const [text, setText] = useState("");
  const words = useDeferredValue(text);
  const found = useQuery({
    queryKey: ["row-names", entity, words],
    queryFn: async () => getJson<readonly NamedRowView[]>("row-names", { entity, text: words }),
    placeholderData: keepPreviousData,
  });
  return { found: found.data ?? [], setText };
}

const byId = (entity: string, id: string) => ({
  queryKey: ["row-names", entity, "", id],
  queryFn: async () => getJson<readonly NamedRowView[]>("row-names", { entity, row: id }),
  enabled: id !== "",
});

export function ChooseRow({ entity, value, choose, ...shown }: ChooseRowProps) {
  const { found, setText } = useFound(entity);
  const chosen = useQuery(byId(entity, value));
  const rows = new Map([...(chosen.data ?? []), ...found].map(({ id, name }) => [id, name]));
  const [own] = chosen.data ?? [];
  return (
    <Select
      {...shown}
      searchable
      clearable
      nothingFoundMessage="No matching rows"
      placeholder="Search…"
      value={value === "" ? null : value}
      data={[...rows].map(([id, name]) => ({ value: id, label: name }))}
      // Found by the server; what is chosen is not looked for again.
      filter={({ options }) => options}
      onSearchChange={(next) => setText(next === own?.name ? "" : next)}
      onChange={choose}
    />
  );
}

export function ChooseRows({ entity, values, choose, ...shown }: ChooseRowsProps) {
  const { found, setText } = useFound(entity);
  const chosen = useQueries({ queries: values.map((id) => byId(entity, id)) }).flatMap(({ data = [] }) => data);
  // What is chosen has its id until its name is there.
  const names = new Map(values.map((id) => [id, id]));
  for (const { id, name } of [...found, ...chosen]) names.set(id, name);
  return (
    <MultiSelect
      {...shown}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="No matching rows"
      placeholder="Search…"
      value={[...values]}
      data={[...names].map(([id, name]) => ({ value: id, label: name }))}
      // Found by the server.
      filter={({ options }) => options}
      onSearchChange={setText}
      onChange={choose}
    />
  );
}
