// SQL: one statement at a time, read only, its result as a table or a file, and the statements of this tab.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { SqlView } from "@writ/server/response-types";
import { useRef, useState } from "react";
import { postJson, Refused, saveFile } from "../api.ts";
import { Empty } from "../faces.tsx";
import { readHistory, remember } from "./history.ts";
import { settings } from "../settings.ts";
import { Tables } from "./tables.tsx";
import { ResultTable } from "./result-table.tsx";
import shared from "../console.module.css";
import classes from "./sql.module.css";

const longest = 10_000;

export function SqlPage() {
  const [text, setText] = useState(() => readHistory()[0] ?? "");
  const [history, setHistory] = useState(readHistory);
  const editor = useRef<HTMLTextAreaElement>(null);
  const running = useMutation({
    mutationFn: async (statement: string) => {
      setHistory(remember(statement));
      return postJson<SqlView>("sql", { text: statement });
    },
  });
  const saving = useMutation({
    mutationFn: async (statement: string) => saveFile("sql.csv", { text: statement }, "result.csv"),
  });
  const isBusy = running.isPending || saving.isPending;
  const run = () => {
    if (text.trim() === "" || isBusy) return;
    saving.reset();
    running.mutate(text);
  };
  const failure = running.error ?? saving.error;
  return (
    <>
      <div className="page-head">
        <h1>SQL</h1>
      </div>
      <p className={shared["lead"]}>
        Read the rows of the product. Nothing can be changed here
        {settings.development ? "." : ", and every statement is listed in Changes with who ran it."}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <label className={classes["label"]} htmlFor="statement">
          Statement
        </label>
        <textarea
          id="statement"
          ref={editor}
          className={classes["editor"]}
          value={text}
          maxLength={longest}
          rows={Math.min(16, Math.max(6, text.split("\n").length))}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder="select * from …"
          aria-describedby="sql-hint"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            run();
          }}
        />
        <div className={shared["acts"]}>
          <Button type="submit" loading={running.isPending} disabled={text.trim() === "" || saving.isPending}>
            Run
          </Button>
          <Button
            variant="default"
            loading={saving.isPending}
            disabled={text.trim() === "" || running.isPending}
            onClick={() => saving.mutate(text)}
          >
            Export CSV
          </Button>
          <span id="sql-hint" className={classes["hint"]}>
            Ctrl+Enter runs it. Up to 10 seconds, 1,000 rows; a file holds up to 50,000.
          </span>
        </div>
      </form>
      {failure !== null && (
        <Failure
          failure={failure}
          text={running.variables ?? text}
          onPlace={(at) => {
            editor.current?.focus();
            editor.current?.setSelectionRange(at, at);
          }}
        />
      )}
      {failure === null && running.data !== undefined && <Result told={running.data} />}
      <Tables choose={setText} />
      <History statements={history} choose={setText} />
    </>
  );
}

type HistoryProps = { readonly statements: readonly string[]; readonly choose: (text: string) => void };

function History({ statements, choose }: HistoryProps) {
  if (statements.length === 0) return null;
  return (
    <>
      <h2 className={shared["part"]}>Earlier statements</h2>
      <ul className={`${shared["list"]} ${classes["history"]}`}>
        {statements.map((one) => (
          <li key={one}>
            <button type="button" data-step className={shared["item"]} onClick={() => choose(one)}>
              <code className="clip">{one.replaceAll(/\s+/g, " ")}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Result({ told: { columns, rows, isCut, milliseconds } }: { readonly told: SqlView }) {
  const count = `${rows.length.toLocaleString()} ${rows.length === 1 ? "row" : "rows"}`;
  return (
    <section aria-label="Result" className={classes["result"]}>
      <p className="quiet figures" role="status">
        {isCut ? `The first ${count}; there are more.` : `${count}.`} {milliseconds} ms.
      </p>
      {columns.length === 0 ? <Empty title="No columns" /> : <ResultTable columns={columns} rows={rows} />}
    </section>
  );
}

type FailureProps = {
  readonly failure: Error;
  readonly text: string;
  readonly onPlace: (at: number) => void;
};

function Failure({ failure, text, onPlace }: FailureProps) {
  const { hint, position } = (failure instanceof Refused ? failure.told : {}) as {
    readonly hint?: string;
    readonly position?: number;
  };
  // What the server is sent has no white space before it.
  const at = position === undefined ? undefined : position - 1 + (text.length - text.trimStart().length);
  const before = text.slice(0, at).split("\n");
  return (
    <div role="alert" className={classes["failure"]}>
      <p className="wrong breaks">{failure.message}</p>
      {hint !== undefined && <p className="quiet breaks">{hint}</p>}
      {at !== undefined && (
        <Button size="xs" variant="default" onClick={() => onPlace(at)}>
          Line {before.length}, column {(before.at(-1)?.length ?? 0) + 1}
        </Button>
      )}
    </div>
  );
}
