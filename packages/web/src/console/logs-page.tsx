// Logs: the last records of this process, by level, text and request; new ones come by themselves until it is paused.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { LogsView, RecordView } from "@writ/server/response-types";
import { getJson } from "./api.ts";
import { Empty, Faces, momentOf } from "./faces.tsx";
import { addressOf, go, useRoute, RouteLink } from "./route.tsx";
import classes from "./console.module.css";

const names = ["level", "text", "id", "until", "most"] as const;
type Choice = Readonly<Record<(typeof names)[number], string>>;

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
        {({ records, found, kept }) => (
          <>
            <p className="quiet figures">
              {found} of {kept} records{isPaused && ", as of the pause"}.
            </p>
            {records.length === 0 ? (
              <Nothing isFiltered={choice.level + choice.text + choice.id !== ""} />
            ) : (
              <ol className={`${classes["list"]} ${classes["records"]}`} aria-label="Records, newest first">
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

type FiltersProps = { readonly choice: Choice; readonly choose: (change: Partial<Choice>) => void };

function Filters({ choice: { level, text, id }, choose }: FiltersProps) {
  return (
    <search className={classes["choices"]}>
      <label className={classes["choice"]}>
        Level
        <select value={level} onChange={({ target }) => choose({ level: target.value })}>
          <option value="">All levels</option>
          <option value="error">error</option>
          <option value="info">info</option>
        </select>
      </label>
      <label className={classes["choice"]}>
        Search
        <input type="search" value={text} onChange={({ target }) => choose({ text: target.value })} />
      </label>
      {id !== "" && (
        <p className={classes["choice"]}>
          Request
          <span className={classes["followed"]}>
            <code className="breaks">{id}</code>
            <Button size="xs" variant="default" onClick={() => choose({ id: "" })}>
              All requests
            </Button>
          </span>
        </p>
      )}
    </search>
  );
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

function OneRecord({ record, choice }: { readonly record: RecordView; readonly choice: Choice }) {
  const { at, level, what, id, place, call, said, facts } = record;
  return (
    <li className={classes["record"]}>
      <p className={classes["acts"]}>
        <span className={level === "error" ? "wrong" : "quiet"}>{level}</span>
        <strong>{what}</strong>
        {call !== null && <span>{call}</span>}
        <span className="quiet figures">{momentOf(at)}</span>
        {id !== null && (
          <RouteLink to={addressOf("logs", { ...choice, id })}>
            <span className="only-read">All records of request </span>
            {id}
          </RouteLink>
        )}
      </p>
      <p className="breaks">{said}</p>
      {place !== null && <p className="quiet breaks">{place}</p>}
      {facts.length > 0 && (
        <details>
          <summary data-step>
            Details
            <span className="only-read">
              {" "}
              of {what} {record.number}
            </span>
          </summary>
          <dl className={classes["facts"]}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="breaks">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
