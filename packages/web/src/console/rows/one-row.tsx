// One row: its values, its history, and what an operator may do with it.
import { Button, Group } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OneRowView, TableView } from "@writ/server/response-types";
import { useState } from "react";
import { Dialog } from "../../kit/dialog.tsx";
import { notify } from "../../kit/notify.ts";
import { getJson, postJson } from "../api.ts";
import { formatMoment } from "../../runtime/values/time.ts";
import { capital } from "../document/plan-parts.tsx";
import { Faces } from "../faces.tsx";
import { RouteLink } from "../route.tsx";
import { askedAddress, goTo, type Asked } from "./asked.ts";
import { RowForm } from "./row-form.tsx";
import { ShownValue, textOf } from "./shown-value.tsx";
import { useSpeaking } from "./speaking.ts";
import classes from "../console.module.css";
import own from "./rows.module.css";

type OneRowProps = { readonly asked: Asked; readonly table: TableView };

export function OneRow({ asked, table }: OneRowProps) {
  const { row: id, act } = asked;
  const row = useQuery({
    queryKey: ["row", table.id, id],
    queryFn: async () => getJson<OneRowView>("row", { entity: table.id, row: id }),
    retry: false,
  });
  const list = { ...asked, row: "", act: "" };
  return (
    <>
      <p className={own["back"]}>
        <RouteLink to={askedAddress(list)}>← {table.label}</RouteLink>
      </p>
      <Faces of={row}>
        {(told) => (
          <>
            <div className="page-head">
              <h1 className="breaks">{told.name}</h1>
              {act === "" && (
                <Group gap="sm">
                  <Button
                    variant="default"
                    leftSection={<IconPencil size={16} stroke={1.6} aria-hidden="true" />}
                    onClick={() => goTo({ ...asked, act: "edit" })}
                  >
                    Edit
                  </Button>
                  {table.id !== "user" && <Delete table={table} row={told} gone={() => goTo(list, true)} />}
                </Group>
              )}
            </div>
            {act === "edit" ? (
              <RowForm
                // What somebody else has written meanwhile is a new form.
                key={String(told.values["updated_at"])}
                table={table}
                row={told}
                done={() => goTo({ ...asked, act: "" }, true)}
                cancel={() => goTo({ ...asked, act: "" }, true)}
              />
            ) : (
              <>
                <dl className={classes["facts"]}>
                  {table.fields
                    .filter((field) => field.isColumn)
                    .map((field) => (
                      <div key={field.id}>
                        <dt>{field.label}</dt>
                        <dd className="breaks">
                          <ShownValue field={field} value={told.values[field.id]} names={told.names} whole />
                        </dd>
                      </div>
                    ))}
                  <div>
                    <dt>Id</dt>
                    <dd className="breaks quiet">{told.id}</dd>
                  </div>
                </dl>
                <History table={table} row={told} />
              </>
            )}
          </>
        )}
      </Faces>
    </>
  );
}

function Delete({
  table,
  row,
  gone,
}: {
  readonly table: TableView;
  readonly row: OneRowView;
  readonly gone: () => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: async () => postJson("row-delete", { entity: table.id, row: row.id }),
    onSuccess: async () => {
      notify("Deleted.");
      gone();
      await queries.invalidateQueries({ queryKey: ["rows"] });
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      >
        Delete
      </Button>
      {isAsking && (
        <Dialog title={`Delete “${row.name}”?`} closeLabel="Close" onClose={() => setIsAsking(false)}>
          <p>The row and all that belongs to it are deleted for every user. You cannot undo this.</p>
          {deleting.error !== null && (
            <p className="wrong" role="alert">
              {deleting.error.message}
            </p>
          )}
          <Group gap="sm" mt="md">
            <Button color="red" loading={deleting.isPending} onClick={() => deleting.mutate()}>
              Delete row
            </Button>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  );
}

const events: Readonly<Record<string, string>> = { create: "created it", update: "changed", delete: "deleted it" };
/** A transition, by the identifier of its name. */
const didOf = (event: string): string => events[event] ?? `chose “${capital(event.replaceAll("_", " "))}”`;

const makers: Readonly<Record<string, string>> = { sample: "Sample data", timer: "A timer" };
const makerOf = (through: string | null): string => (through === null ? "The system" : (makers[through] ?? "A call"));

function History({ table, row: { history: changes, names } }: { readonly table: TableView; readonly row: OneRowView }) {
  const speaking = useSpeaking();
  if (changes === undefined) return <p className="quiet">The document keeps no history of {table.label}.</p>;
  return (
    <section aria-label="History">
      <h2 className={classes["part"]}>History</h2>
      <ol className={own["history"]}>
        {changes.map(({ event, changes: fields, name, at, through }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- The list only grows at its beginning.
          <li key={changes.length - index}>
            <p>
              <strong>{name ?? makerOf(through)}</strong> {didOf(event)}{" "}
              <span className="quiet figures">{formatMoment(Date.parse(at), speaking.locale, speaking.timeZone)}</span>
            </p>
            {event === "update" && (
              <ul>
                {Object.entries(fields).map(([id, { old, new: next }]) => {
                  const field = table.fields.find((one) => one.id === id);
                  const words = (value: unknown) =>
                    field === undefined ? String(value) : textOf(field.type, value, speaking, names);
                  return (
                    <li key={id} className="breaks">
                      {field?.label ?? id}: <del className="quiet">{words(old)}</del> → {words(next)}
                    </li>
                  );
                })}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
