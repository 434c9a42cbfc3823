// What happened to a row, latest first: who, when, and what changed.
import { useQuery } from "@tanstack/react-query";
import type { ApplicationField } from "@writ/language/product";
import { Fragment } from "react";
import { Failure } from "../../../kit/failure.tsx";
import { RowSkeletons } from "../../../kit/skeletons.tsx";
import { dataOf } from "../../data/rows.ts";
import { watched } from "../../data/watch.ts";
import { leadsToRows } from "../../field-types/rows/type.ts";
import { formatValue } from "../../fields/format.ts";
import { formatMoment } from "../../values/time.ts";
import { rowContext } from "../../product/context.ts";
import { useProduct } from "../../product/product.tsx";
import { may } from "../../product/rights.ts";
import { isReadGap, isSeeGap } from "../../product/gaps.ts";
import { idsIn, type WireRow } from "../../values/row.ts";
import { Gap } from "../../gaps/gap.tsx";
import { referencedRows, useRowNames, type Changed } from "./row-names.ts";
import classes from "./detail.module.css";

type Event = Changed & {
  /** Or the transition that was taken. */
  readonly event: string;
  readonly person: string | null;
  readonly name: string | null;
  /** Empty, as the person is, where the row's own maker or moment is not theirs to see. */
  readonly happened_at: string | null;
  /** What wrote, where it was not a user. */
  readonly through: "call" | "timer" | "sample" | null;
  /** Its identifier, for those who may make the call. */
  readonly call: string | null;
};

export function History({ entity, row }: { readonly entity: string; readonly row: WireRow }) {
  const product = useProduct();
  const id = String(row["id"]);
  const { application, backend, locale, timeZone, say, word } = product;
  const result = useQuery({
    queryKey: [entity, "history", id],
    queryFn: async () =>
      dataOf<readonly Event[]>(
        await backend
          .rpc(`history_${entity}`, { row_id: id }, { get: true })
          .order("happened_at", { ascending: false })
          .limit(50),
      ),
    ...watched(backend, [{ entity, id }]),
  });
  const told = (result.data ?? []).filter(({ event }) => event !== "create" && event !== "delete");
  const called = useRowNames(told, entity);
  const fields = application.entities[entity]?.fields ?? {};
  const known = application.entities[entity];
  const isHidden = (maker: string): boolean =>
    known?.rights[`see:${maker}`] !== undefined &&
    may(`see:${maker}`, entity, rowContext(product, entity, row), product) !== "yes";
  const who = ({ event, person, name, through, call }: Event): string => {
    if (person !== null) return name || say("somebody");
    if (through === null)
      return say(isHidden(event === "create" ? "created_by" : "updated_by") ? "somebody" : "system");
    if (through === "timer") return say("historyTimer");
    if (through === "sample") return say("historySample");
    const made = call === null ? undefined : application.calls[call];
    return made === undefined ? say("historyCode") : say("historyCall", { call: word(made.label) });
  };
  const transitions = application.entities[entity]?.machines.flatMap((machine) => machine.transitions) ?? [];
  const did = ({ event, through }: Event): string => {
    if (event === "create" && through === "sample") return say("historyBrought");
    const step = transitions.find((one) => one.id === event);
    if (step !== undefined) return say("historyStep", { step: word(step.label) });
    return say(event === "create" ? "historyCreate" : event === "delete" ? "historyDelete" : "historyUpdate");
  };
  // What happened to these is left out, as they are.
  const unseen = Object.values(fields).filter(({ id: field }) => isSeeGap([field], entity, product));
  return (
    <section aria-label={say("history")}>
      <h2 style={{ fontSize: "0.875rem", fontWeight: 600, marginBottom: 12 }}>{say("history")}</h2>
      {result.error !== null && result.data === undefined && (
        <Failure say={say} error={result.error} onRetry={() => void result.refetch()} />
      )}
      {result.data === undefined && result.error === null && <RowSkeletons count={3} />}
      <ol className={classes["events"]}>
        {(result.data ?? []).map((event) => (
          <li key={`${event.happened_at}${event.event}${Object.keys(event.changes ?? {}).join()}`}>
            <strong>{who(event)}</strong> {did(event)}
            <br />
            {event.happened_at !== null && (
              <time dateTime={event.happened_at} className="quiet figures">
                {formatMoment(Date.parse(event.happened_at), locale, timeZone)}
              </time>
            )}
            {event.event !== "create" && event.event !== "delete" && (
              <dl>
                {Object.entries(event.changes ?? {}).map(([name, change]) => {
                  const field = fields[name];
                  return field === undefined ? null : (
                    <div key={name}>
                      <dt className="quiet">{word(field.label)}</dt>
                      <dd>
                        <Told value={change.old} field={field} names={event.names} called={called} /> →{" "}
                        <Told value={change.new} field={field} names={event.names} called={called} />
                      </dd>
                    </div>
                  );
                })}
              </dl>
            )}
          </li>
        ))}
      </ol>
      {unseen.length > 0 && <Gap title={unseen.map(({ label }) => word(label)).join(", ")} />}
    </section>
  );
}

type ToldProps = Pick<Event, "names"> & {
  readonly value: unknown;
  readonly field: ApplicationField;
  readonly called: ReadonlyMap<string, string> | undefined;
};

function Told({ value, field, names, called }: ToldProps) {
  const product = useProduct();
  const { application, say, word } = product;
  const { type } = field;
  if (!leadsToRows(type)) {
    const text = formatValue(value, field, product).slice(0, 160);
    return text === "" ? <span className="quiet">{say("none")}</span> : <>{text}</>;
  }
  const ids = referencedRows(value, field);
  if (ids.length === 0) return <span className="quiet">{say("none")}</span>;
  const isVisibilityUnknown = type.entity !== "user" && called !== undefined && isReadGap(type.entity, product);
  const more = type.kind === "several" ? idsIn(value).length - ids.length : 0;
  const shown = ids.map((id, at) => {
    const name = names[id] || called?.get(id);
    return (
      <Fragment key={id}>
        {at > 0 && ", "}
        {name === undefined && isVisibilityUnknown ? (
          <span className="not-shown-value">{say("notShown")}</span>
        ) : (
          (name ?? word(application.entities[type.entity]?.label ?? type.entity))
        )}
      </Fragment>
    );
  });
  return (
    <>
      {shown}
      {more > 0 && `, … (${more})`}
    </>
  );
}
