// Logs: the last records of the server, requests first of all, without our own noise; new ones come until it is paused.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { LogsView } from "@writ/server/response-types";
import { getJson } from "../api.ts";
import { Empty, Faces } from "../faces.tsx";
import { addressOf, go, useRoute } from "../route.tsx";
import { Filters } from "./filters.tsx";
import { names, type Choice } from "./choice.ts";
import { OneRecord } from "./one-record.tsx";
import shared from "../console.module.css";
import classes from "./logs.module.css";

export function LogsPage() {
  const { search } = useRoute();
  const choice = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as Choice;
  const isPaused = choice.until !== "";
  const logs = useQuery({
    queryKey: ["logs", choice],
    queryFn: async () => getJson<LogsView>("logs", choice),
    refetchInterval: isPaused ? false : 2000,
    placeholderData: keepPreviousData,
  });
  const choose = (change: Partial<Choice>) => go(addressOf("logs", { ...choice, ...change }), true);
  const pause = () => choose({ until: isPaused ? "" : String(logs.data?.newest ?? 0) });
  const isFiltered = choice.level + choice.text + choice.id + choice.status + choice.slow !== "";
  return (
    <>
      <div className="page-head">
        <h1>Logs</h1>
        <Button
          variant={isPaused ? "filled" : "default"}
          aria-pressed={isPaused}
          onClick={pause}
          disabled={logs.data === undefined}
        >
          Pause
        </Button>
      </div>
      <Filters choice={choice} choose={choose} />
      <Faces of={logs}>
        {({ records, found, kept, processes }) => (
          <>
            <p className="quiet figures">
              {found} of {kept} records{wordsOf(processes)}
              {isPaused && ", paused"}.
            </p>
            {records.length === 0 ? (
              <Nothing isFiltered={isFiltered} />
            ) : (
              <ol className={`${shared["list"]} ${classes["records"]}`} aria-label="Records, newest first">
                {records.map((record) => (
                  <OneRecord key={record.number} record={record} choice={choice} />
                ))}
              </ol>
            )}
            {records.length < found && (
              <Button variant="default" onClick={() => choose({ most: "all" })}>
                Show all {found}
              </Button>
            )}
          </>
        )}
      </Faces>
    </>
  );
}

function wordsOf({ answered, asked }: LogsView["processes"]): string {
  if (asked === 1) return "";
  return answered === asked ? ` from ${asked} processes` : ` from ${answered} of ${asked} processes`;
}

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No matching records">
      <p>Try other words, another level or all requests. The oldest records are dropped.</p>
    </Empty>
  ) : (
    <Empty title="No records yet">
      <p>Requests, failures and the output of code appear here.</p>
    </Empty>
  );
