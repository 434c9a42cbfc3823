// Rows of every entity: found, looked at, created, changed and deleted; the document's rules hold and its rights do not.
import { Button, Group } from "@mantine/core";
import { IconDownload, IconPlus, IconUpload } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FieldView, RowsView, TablesView, TableView } from "@writ/server/response-types";
import { useState } from "react";
import { LaterImport } from "../../importing/later.ts";
import { Notices } from "../../kit/notices.tsx";
import { exportAddress, getJson, importAddress } from "../api.ts";
import { Empty, Faces } from "../faces.tsx";
import { RouteLink, useRoute } from "../route.tsx";
import { askedAddress, goTo, readAsked, searchOf, type Asked } from "./asked.ts";
import { Filters } from "./filters.tsx";
import { OneRow } from "./one-row.tsx";
import { RowForm } from "./row-form.tsx";
import { ShownValue } from "./shown-value.tsx";
import { SpeakingProvider, speakingOf } from "./speaking.ts";
import classes from "../console.module.css";
import own from "./rows.module.css";

export function RowsPage() {
  const { search } = useRoute();
  const asked = readAsked(search);
  const tables = useQuery({ queryKey: ["tables"], queryFn: async () => getJson<TablesView>("tables") });
  return (
    <>
      <Faces of={tables}>
        {({ tables: all, formats }) => {
          const table = all.find(({ id }) => id === asked.entity) ?? all.find(({ id }) => id !== "user") ?? all[0];
          if (table === undefined)
            return (
              <Empty title="No entities">
                <p>Section 3 of the document has none.</p>
              </Empty>
            );
          const here = { ...asked, entity: table.id };
          if (asked.row !== "")
            return (
              <SpeakingProvider value={speakingOf(formats)}>
                <OneRow key={`${table.id} ${asked.row}`} asked={here} table={table} />
              </SpeakingProvider>
            );
          return (
            <SpeakingProvider value={speakingOf(formats)}>
              <div className="page-head">
                <h1>Rows</h1>
              </div>
              <nav aria-label="Entities" className={own["entities"]}>
                {all.map(({ id, label }) => (
                  <RouteLink key={id} to={askedAddress({ ...none, entity: id })} isHere={id === table.id}>
                    {label}
                  </RouteLink>
                ))}
              </nav>
              {asked.act === "new" ? (
                <>
                  <h2 className={classes["part"]}>New {table.label}</h2>
                  <RowForm
                    table={table}
                    row={undefined}
                    done={(row) => goTo({ ...here, act: "", row }, true)}
                    cancel={() => goTo({ ...here, act: "" }, true)}
                  />
                </>
              ) : (
                <Found asked={here} table={table} />
              )}
            </SpeakingProvider>
          );
        }}
      </Faces>
      <Notices />
    </>
  );
}

const none: Asked = { entity: "", text: "", filters: [], sort: "", page: 0, row: "", act: "" };
const pageSize = 50;

function Found({ asked, table }: { readonly asked: Asked; readonly table: TableView }) {
  const search = searchOf(asked);
  const rows = useQuery({
    queryKey: ["rows", search],
    queryFn: async () => getJson<RowsView>(`rows?${search}`),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const queries = useQueryClient();
  const [isImporting, setIsImporting] = useState(false);
  const isFiltered = asked.text !== "" || asked.filters.length > 0;
  return (
    <>
      <Filters asked={asked} table={table} />
      <div className={own["above"]}>
        <span className="quiet figures" role="status">
          {rows.data === undefined ? "" : countOf(rows.data.count, isFiltered)}
        </span>
        <Group gap="sm">
          <Button
            component="a"
            variant="default"
            href={exportAddress(search)}
            download
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          >
            Export CSV
          </Button>
          {table.id !== "user" && (
            <Button
              variant="default"
              leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => setIsImporting(true)}
            >
              Import
            </Button>
          )}
          {table.id !== "user" && (
            <Button
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => goTo({ ...asked, act: "new" })}
            >
              New {table.label}
            </Button>
          )}
        </Group>
      </div>
      {isImporting && (
        <LaterImport
          address={importAddress(table.id)}
          headers={noHeaders}
          entityLabel={table.label}
          language="en"
          done={() => {
            setIsImporting(false);
            void queries.invalidateQueries({ queryKey: ["rows"] });
          }}
        />
      )}
      <Faces of={rows}>
        {(told) =>
          told.rows.length === 0 ? (
            <Empty title={isFiltered ? "No matching rows" : `No rows of ${table.label} yet`}>
              <p>{isFiltered ? "Try other words, or remove a filter." : "Rows that people create appear here."}</p>
            </Empty>
          ) : (
            <RowTable asked={asked} table={table} told={told} />
          )
        }
      </Faces>
    </>
  );
}

/** The cookie says who it is. */
const noHeaders = async () => ({});

const countOf = (count: number | undefined, isFiltered: boolean): string => {
  if (count === undefined) return "More than 10,000 rows";
  const rows = count === 1 ? "1 row" : `${count.toLocaleString("en")} rows`;
  return isFiltered ? `${rows} found` : rows;
};

/** What tells rows apart comes first; when a row was made and changed stands in the row itself. */
const mostColumns = 7;
const isShown = ({ id, isColumn, type }: FieldView) =>
  isColumn &&
  !/^(?:created|updated)_by$|^updated_at$|^ended$/.test(id) &&
  !["long text", "Markdown text", "files"].includes(type.kind);

function RowTable({
  asked,
  table,
  told,
}: {
  readonly asked: Asked;
  readonly table: TableView;
  readonly told: RowsView;
}) {
  const fields = table.fields.filter(isShown);
  const isState = ({ type }: FieldView) => type.kind === "state";
  const [first, ...others] = fields.filter((field) => !isState(field));
  const shown = [...(first === undefined ? [] : [first]), ...fields.filter(isState), ...others].slice(0, mostColumns);
  const pages = told.count === undefined ? Infinity : Math.ceil(told.count / pageSize);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached without a pointer. */}
      <div className={classes["wide"]} tabIndex={0} role="region" aria-label={`Rows of ${table.label}`}>
        <table className={`${classes["table"]} ${own["rows"]}`}>
          <thead>
            <tr>
              {shown.map((field) => (
                <Head key={field.id} field={field} asked={asked} />
              ))}
            </tr>
          </thead>
          <tbody>
            {told.rows.map(({ id, values }) => (
              <tr key={id}>
                {shown.map((field, index) => {
                  const value = <ShownValue field={field} value={values[field.id]} names={told.names} />;
                  return (
                    <td key={field.id} className={"scale" in field.type ? "figures" : undefined}>
                      {index > 0 ? (
                        value
                      ) : (
                        <RouteLink to={askedAddress({ ...asked, row: id })} className={own["open"]}>
                          {field.type.kind === "reference" ? (told.names[String(values[field.id])] ?? id) : value}
                        </RouteLink>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <nav aria-label="Pages" className={own["pages"]}>
          <Button
            variant="default"
            disabled={asked.page === 0}
            onClick={() => goTo({ ...asked, page: asked.page - 1 })}
          >
            Previous
          </Button>
          <span className="quiet figures">
            Page {asked.page + 1}
            {Number.isFinite(pages) && ` of ${pages}`}
          </span>
          <Button
            variant="default"
            disabled={asked.page + 1 >= pages}
            onClick={() => goTo({ ...asked, page: asked.page + 1 })}
          >
            Next
          </Button>
        </nav>
      )}
    </>
  );
}

function Head({ field: { id, label }, asked }: { readonly field: FieldView; readonly asked: Asked }) {
  const is = asked.sort === id ? "ascending" : asked.sort === `-${id}` ? "descending" : "none";
  return (
    <th scope="col" aria-sort={is}>
      <button
        type="button"
        className={own["sort"]}
        onClick={() => goTo({ ...asked, sort: is === "ascending" ? `-${id}` : id, page: 0 }, true)}
      >
        {label}
        <span aria-hidden="true">{is === "ascending" ? " ↑" : is === "descending" ? " ↓" : ""}</span>
      </button>
    </th>
  );
}
