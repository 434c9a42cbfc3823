// What happened to a row, latest first: who, when, and what changed.
import { useQuery } from "@tanstack/react-query";
import type { ApplicationField } from "@writ/language/product";
import { Failure } from "../../kit/failure.tsx";
import { RowSkeletons } from "../../kit/skeletons.tsx";
import { quoted } from "../data/filter.ts";
import { nameOf } from "../data/name.ts";
import { dataOf, readRows } from "../data/rows.ts";
import { namePaths } from "../data/select.ts";
import { watched } from "../data/watch.ts";
import { formatMoment, formatValue } from "../fields/format.ts";
import { useProduct } from "../session/product.tsx";
import { isReadUnsaid, isSeeUnsaid } from "../session/unsaid.ts";
import { idsIn } from "../values/row.ts";
import { Unsaid } from "./unsaid.tsx";
import classes from "./detail.module.css";

type Event = {
  /** Or the transition that was taken. */
  readonly event: string;
  readonly changes: Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>> | null;
  readonly person: string | null;
  readonly name: string | null;
  readonly happened_at: string;
  /** What wrote where nobody did. */
  readonly through: "call" | "timer" | null;
  /** Its identifier, for those who may make the call. */
  readonly call: string | null;
  /** What accounts in its changes are called. */
  readonly names: Readonly<Record<string, string | null>>;
};

export function History({ entity, id }: { readonly entity: string; readonly id: string }) {
  const product = useProduct();
  const { application, backend, locale, timeZone, say, word } = product;
  const found = useQuery({
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
  const fields = application.entities[entity]?.fields ?? {};
  const who = ({ person, name, through, call }: Event): string => {
    if (person !== null) return name || say("somebody");
    if (through === null) return say("system");
    if (through === "timer") return say("historyTimer");
    const known = call === null ? undefined : application.calls[call];
    return known === undefined ? say("historyCode") : say("historyCall", { call: word(known.label) });
  };
  const transitions = application.entities[entity]?.machines.flatMap((machine) => machine.transitions) ?? [];
  const did = ({ event }: Event): string => {
    const step = transitions.find((one) => one.id === event);
    if (step !== undefined) return say("historyStep", { step: word(step.label) });
    return say(event === "create" ? "historyCreate" : event === "delete" ? "historyDelete" : "historyUpdate");
  };
  // What happened to these is left out, as they are.
  const unseen = Object.values(fields).filter(({ id: field }) => isSeeUnsaid([field], entity, product));
  return (
    <section aria-label={say("history")}>
      <h2 style={{ fontSize: "0.875rem", fontWeight: 600, marginBottom: 12 }}>{say("history")}</h2>
      {found.error !== null && found.data === undefined && (
        <Failure say={say} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data === undefined && found.error === null && <RowSkeletons count={3} />}
      <ol className={classes["events"]}>
        {(found.data ?? []).map((event) => (
          <li key={`${event.happened_at}${event.event}${Object.keys(event.changes ?? {}).join()}`}>
            <strong>{who(event)}</strong> {did(event)}
            <br />
            <time dateTime={event.happened_at} className="quiet figures">
              {formatMoment(Date.parse(event.happened_at), locale, timeZone)}
            </time>
            {event.event !== "create" && event.event !== "delete" && (
              <dl>
                {Object.entries(event.changes ?? {}).map(([name, change]) => {
                  const field = fields[name];
                  return field === undefined ? null : (
                    <div key={name}>
                      <dt className="quiet">{word(field.label)}</dt>
                      <dd>
                        <Told value={change.old} field={field} names={event.names} /> →{" "}
                        <Told value={change.new} field={field} names={event.names} />
                      </dd>
                    </div>
                  );
                })}
              </dl>
            )}
          </li>
        ))}
      </ol>
      {unseen.length > 0 && <Unsaid title={unseen.map(({ label }) => word(label)).join(", ")} />}
    </section>
  );
}

type ToldProps = Pick<Event, "names"> & { readonly value: unknown; readonly field: ApplicationField };

function Told({ value, field, names }: ToldProps) {
  const product = useProduct();
  if (value === null || value === undefined || value === "")
    return <span className="quiet">{product.say("none")}</span>;
  const { type } = field;
  if (type.kind !== "reference" && type.kind !== "several")
    return <>{formatValue(value, field, product).slice(0, 160)}</>;
  const ids = type.kind === "several" ? idsIn(value) : [String(value)];
  if (ids.length === 0) return <span className="quiet">{product.say("none")}</span>;
  return <Called entity={type.entity} ids={ids} names={names} />;
}

const mostNamed = 20;

type CalledProps = Pick<Event, "names"> & { readonly entity: string; readonly ids: readonly string[] };

/** What rows are called now, for whoever may read them, asked for together: the history does not keep what they were called. */
function Called({ entity, ids, names }: CalledProps) {
  const product = useProduct();
  const { application, say, word } = product;
  const shown = ids.slice(0, mostNamed);
  const asked = entity === "user" ? [] : shown.filter((id) => !names[id]);
  const found = useQuery({
    queryKey: [entity, "called", asked],
    queryFn: async () => {
      const conditions = [`id.in.(${asked.map(quoted).join(",")})`];
      const query = {
        entity,
        paths: namePaths(entity, application),
        conditions,
        search: "",
        order: [],
        size: mostNamed,
      };
      return readRows(query, [], mostNamed, product);
    },
    enabled: asked.length > 0,
  });
  if (found.data?.length === 0 && isReadUnsaid(entity, product))
    return <span className="not-shown-value">{say("notShown")}</span>;
  const called = (id: string): string => {
    const row = found.data?.find((one) => one["id"] === id);
    return names[id] || (row ? nameOf(entity, row, product) : word(application.entities[entity]?.label ?? entity));
  };
  const more = ids.length - shown.length;
  return <>{[...shown.map(called), ...(more > 0 ? [`… (${more})`] : [])].join(", ")}</>;
}
