// The third step: what would come of it, what is wrong by row and column, and what is to be imported.
import { Button, NativeSelect, Radio } from "@mantine/core";
import type { ImportReport } from "@writ/server/response-types";
import { useState } from "react";
import type { Mode } from "./ask-import.ts";
import { numbered } from "./numbered.ts";
import { StepTitle } from "./step-title.tsx";
import { useImportSay } from "./use-import-say.ts";
import classes from "./importing.module.css";

type CheckedProps = {
  readonly report: ImportReport;
  readonly start: (mode: Exclude<Mode, "dry_run">) => void;
  readonly toFile: () => void;
  readonly toColumns: () => void;
};

export function Checked({ report, start, toFile, toColumns }: CheckedProps) {
  const say = useImportSay();
  const { created, updated, refused, preview, problems } = report;
  const good = created + updated;
  const [mode, setMode] = useState<Exclude<Mode, "dry_run">>(refused === 0 ? "all_or_nothing" : "only_good");
  return (
    <>
      <StepTitle>{say("checked")}</StepTitle>
      <ul className={`figures ${classes["counts"]}`}>
        {(created > 0 || (refused > 0 && updated === 0)) && <li>{say("toCreate", { count: created })}</li>}
        {updated > 0 && <li>{say("toUpdate", { count: updated })}</li>}
        {refused > 0 && <li className="wrong">{say("withErrors", { count: refused })}</li>}
      </ul>
      {preview.length > 0 && <Preview report={report} />}
      {problems.length > 0 && <Problems report={report} />}
      {good === 0 ? (
        <p role="alert" className={classes["caution"]}>
          {say(report.rows === 0 ? "empty" : "nothing")}
        </p>
      ) : (
        <Radio.Group
          label={say("what")}
          role="radiogroup"
          value={mode}
          onChange={(value) => setMode(value === "only_good" ? "only_good" : "all_or_nothing")}
        >
          <div className={classes["modes"]}>
            <Radio
              value="all_or_nothing"
              label={say("allRows")}
              disabled={refused > 0}
              description={say(refused > 0 ? "allRowsNot" : "allRowsText")}
            />
            <Radio value="only_good" label={say("goodRows")} description={say("goodRowsText")} />
          </div>
        </Radio.Group>
      )}
      <div className={classes["buttons"]}>
        <Button variant="default" onClick={toColumns}>
          {say("changeColumns")}
        </Button>
        {good === 0 ? (
          <Button onClick={toFile}>{say("otherFile")}</Button>
        ) : (
          // Of a check that has ended early it is not known how many are good.
          <Button onClick={() => start(mode)}>
            {problems.length < mostProblems ? say("importRows", { count: good }) : say("import")}
          </Button>
        )}
      </div>
    </>
  );
}

function Preview({ report: { preview, columns } }: { readonly report: ImportReport }) {
  const say = useImportSay();
  return (
    <section>
      <h4 className={classes["part"]}>{say("firstRows")}</h4>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached without a pointer. */}
      <div className={classes["wide"]} tabIndex={0} role="region" aria-label={say("firstRows")}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">{say("row")}</th>
              {columns.map(({ field }) => (
                <th key={field} scope="col">
                  {field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map(({ row, values }) => (
              <tr key={row}>
                <td className="figures">{row}</td>
                {columns.map(({ field }) => (
                  <td key={field} className={classes["value"]}>
                    {Object.hasOwn(values, field) ? values[field] : ""}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The server sends no more errors. */
const mostProblems = 1000;
const all = "all";
/** Names of columns begin with another sign. */
const whole = "row";
const columnKey = (column: string | undefined): string => (column === undefined ? whole : `column ${column}`);

function Problems({ report: { problems } }: { readonly report: ImportReport }) {
  const say = useImportSay();
  const [shown, setShown] = useState(all);
  const columns = [...new Set(problems.map(({ column, field }) => column ?? field))];
  const listed = problems.filter(({ column, field }) => shown === all || columnKey(column ?? field) === shown);
  return (
    <section>
      <div className={classes["above"]}>
        <h4 className={classes["part"]}>{say("errors")}</h4>
        {columns.length > 1 && (
          <NativeSelect
            aria-label={say("showErrorsOf")}
            value={shown}
            onChange={(event) => setShown(event.currentTarget.value)}
            data={[
              { value: all, label: say("allColumns") },
              ...columns.map((column) => ({ value: columnKey(column), label: column ?? say("wholeRow") })),
            ]}
          />
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached without a pointer. */}
      <div className={classes["wide"]} tabIndex={0} role="region" aria-label={say("errors")}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">{say("row")}</th>
              <th scope="col">{say("column")}</th>
              <th scope="col">{say("error")}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ row, column, field, message }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- Two errors of a cell may say the same.
              <tr key={at}>
                <td className="figures">{row}</td>
                <td>{column ?? field ?? say("wholeRow")}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problems.length >= mostProblems && (
        <p className="quiet">{say("onlyFirst", { count: numbered(mostProblems) })}</p>
      )}
    </section>
  );
}
