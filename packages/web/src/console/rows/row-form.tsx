// A form for a row that is created or changed: what the system does not set, with refusals at their fields.
import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FieldView, OneRowView, RefusedRowView, TableView } from "@writ/server/response-types";
import { useState } from "react";
import { notify } from "../../kit/notify.ts";
import { postJson, Refused } from "../api.ts";
import { FieldInput } from "./field-types/field-input.tsx";
import { readDraft, typedOf, type Draft, type Values } from "./draft.ts";
import { useSpeaking } from "./speaking.ts";
import own from "./rows.module.css";

type RowFormProps = {
  readonly table: TableView;
  /** Undefined for a new one. */
  readonly row: OneRowView | undefined;
  readonly done: (id: string) => void;
  readonly cancel: () => void;
};

/** Files are brought, states are stepped through, and both with what the document says of that: in the product. */
const isWritable = ({ auto, type, isColumn }: FieldView): boolean =>
  !auto && isColumn && !["files", "state", "list", "not shown"].includes(type.kind);

export function RowForm({ table, row, done, cancel }: RowFormProps) {
  const queries = useQueryClient();
  const fields = table.fields.filter((field) => isWritable(field) && (row === undefined || !field.setOnce));
  const speaking = useSpeaking();
  const [changed, setChanged] = useState<Draft>({});
  /** What is wrong before anything is sent, by field. */
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const sending = useMutation({
    mutationFn: async (values: Values) =>
      row === undefined
        ? postJson<{ readonly id: string }>("row-create", { entity: table.id, values })
        : postJson<{ readonly id: string }>("row-change", {
            entity: table.id,
            row: row.id,
            values,
            seen: row.values["updated_at"],
          }),
    onSuccess: async ({ id }) => {
      notify(row === undefined ? "Created." : "Saved.");
      await queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith("row") });
      done(id);
    },
  });
  const refused = sending.error instanceof Refused ? (sending.error.told as Partial<RefusedRowView>) : undefined;
  const problems = refused?.problems ?? [];
  const elsewhere = problems.filter(({ field }) => !fields.some(({ id }) => id === field));
  const words =
    sending.error === null
      ? []
      : problems.length === 0
        ? [sending.error.message]
        : elsewhere.map(({ message }) => message);
  return (
    <form
      className={own["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const read = readDraft(fields, changed, speaking);
        setWrong(read.wrong);
        sending.reset();
        const [first] = Object.keys(read.wrong);
        if (first === undefined) sending.mutate(read.values);
        else event.currentTarget.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
      }}
    >
      {words.length > 0 && (
        <p className="wrong" role="alert">
          {words.join(" ")}
        </p>
      )}
      {fields.map((field) => (
        <FieldInput
          key={field.id}
          entity={table.id}
          field={field}
          value={changed[field.id] ?? typedOf(row?.values[field.id], field, speaking)}
          error={wrong[field.id] ?? problems.find((one) => one.field === field.id)?.message}
          change={(value) => setChanged((before) => ({ ...before, [field.id]: value }))}
        />
      ))}
      {fields.length === 0 && <p className="quiet">The system sets every field of this entity.</p>}
      <Group gap="sm">
        <Button
          type="submit"
          loading={sending.isPending}
          disabled={row !== undefined && Object.keys(changed).length === 0}
        >
          {row === undefined ? "Create" : "Save"}
        </Button>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
