// A record of the log in one line; a click shows what is known of it, and what else belongs to the same request.
import { useQuery } from "@tanstack/react-query";
import type { LogsView, RecordView, RequestView } from "@writ/server/response-types";
import { useState } from "react";
import { getJson } from "../api.ts";
import { momentOf } from "../faces.tsx";
import { addressOf, RouteLink } from "../route.tsx";
import type { Choice } from "./choice.ts";
import shared from "../console.module.css";
import classes from "./logs.module.css";

type RecordProps = { readonly record: RecordView; readonly choice: Choice };

export function OneRecord({ record, choice }: RecordProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li data-level={record.level}>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary data-step className={classes["line"]}>
          <time dateTime={record.at} title={momentOf(record.at)} className={classes["time"]}>
            {clock.format(new Date(record.at))}
          </time>
          {record.request === null ? <Said record={record} /> : <Request request={record.request} />}
        </summary>
        {isOpen && <Details record={record} choice={choice} />}
      </details>
    </li>
  );
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

const kindOf = (status: number): string => (status >= 500 ? "wrong" : status >= 400 ? "caution" : "well");

function Request({ request: { method, path, status, milliseconds, caller } }: { readonly request: RequestView }) {
  return (
    <>
      <span className={classes["status"]} data-kind={kindOf(status)}>
        {status}
      </span>
      <span className={classes["what"]}>
        <span className="quiet">{method}</span> {path}
      </span>
      <span className={classes["took"]} data-slow={milliseconds > 1000}>
        {tookOf(milliseconds)}
      </span>
      <span className={classes["who"]}>{caller}</span>
    </>
  );
}

function Said({ record: { level, what, call, said } }: { readonly record: RecordView }) {
  return (
    <>
      <span
        className={classes["status"]}
        data-kind={level === "error" ? "wrong" : level === "warning" ? "caution" : "quiet"}
      >
        {level}
      </span>
      <span className={classes["what"]}>
        <strong>{what}</strong> {call !== null && <span className="quiet">{call}</span>} {said}
      </span>
      <span />
      <span />
    </>
  );
}

const tookOf = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const labels: Readonly<Record<string, string>> = { agent: "Program", process: "Process" };

/** Lines of code, and what is printed, keep their form. */
const isLong = (value: string): boolean => value.includes("\n");

function Details({ record, choice }: RecordProps) {
  const { number, id, place, request, said, at, facts } = record;
  const all: readonly (readonly [string, string])[] = [
    ["Time", momentOf(at)],
    ...(request === null
      ? [["Text", said] as const]
      : [
          ["From", request.address] as const,
          ...(request.caller === null ? [] : [["Signed in as", request.caller] as const]),
          ["Took", `${request.milliseconds} ms`] as const,
        ]),
    ...(place === null ? [] : [["Place", place] as const]),
    ...facts.map(([name, value]) => [labels[name] ?? name, value] as const),
  ];
  return (
    <div className={classes["details"]}>
      <dl className={shared["facts"]}>
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isLong(value) ? shared["printed"] : "breaks"}>{value}</dd>
          </div>
        ))}
        {id !== null && (
          <div>
            <dt>Request</dt>
            <dd>
              <RouteLink to={addressOf("logs", { ...choice, id })}>
                <span className="only-read">All records of request </span>
                {id}
              </RouteLink>
            </dd>
          </div>
        )}
      </dl>
      {id !== null && <SameRequest id={id} besides={number} />}
    </div>
  );
}

function SameRequest({ id, besides }: { readonly id: string; readonly besides: number }) {
  const all = useQuery({ queryKey: ["logs", "same", id], queryFn: async () => getJson<LogsView>("logs", { id }) });
  const others = all.data?.records.filter(({ number }) => number !== besides) ?? [];
  if (others.length === 0) return null;
  return (
    <>
      <h2 className={classes["same"]}>Of the same request</h2>
      <ul>
        {others.map(({ number, level, what, said, place }) => (
          <li key={number} className="breaks">
            <span className={level === "error" ? "wrong" : "quiet"}>{what}</span> {said}{" "}
            {place !== null && <span className="quiet">{place}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
