// Functions: each call of section 7 with what it may and needs, and its last runs: how they ended, where, what was printed.
import { useQuery } from "@tanstack/react-query";
import type { CallView, FunctionsView, RunView, StateView } from "@writ/server/response-types";
import { getJson } from "./api.ts";
import { Empty, Faces, momentOf } from "./faces.tsx";
import { addressOf, go, useRoute, RouteLink } from "./route.tsx";
import classes from "./console.module.css";

export function FunctionsPage() {
  const { search } = useRoute();
  const state = useQuery({ queryKey: ["state"], queryFn: async () => getJson<StateView>("state") });
  const functions = useQuery({
    queryKey: ["functions"],
    queryFn: async () => getJson<FunctionsView>("functions"),
    refetchInterval: 2000,
  });
  return (
    <>
      <div className="page-head">
        <h1>Functions</h1>
      </div>
      <Faces of={functions}>
        {({ hasRuntime, calls }) => {
          const chosen = calls.find(({ id }) => id === search.get("call")) ?? calls[0];
          if (chosen === undefined)
            return (
              <Empty title="No calls">
                <p>The calls of section 7 appear here.</p>
              </Empty>
            );
          return (
            <>
              {!hasRuntime && <p className="wrong">This machine has no runtime for code, so no code runs.</p>}
              {state.data?.unserved !== undefined && (
                <p className="wrong">
                  The file has changes that are not served. Their code does not run either.{" "}
                  <RouteLink to={addressOf("document")}>See why</RouteLink>
                </p>
              )}
              <div className={classes["split"]}>
                <ul className={classes["list"]}>
                  {calls.map(({ id, label, kind, count, failed, problem }) => (
                    <li key={id}>
                      <button
                        type="button"
                        data-step
                        className={classes["item"]}
                        aria-current={id === chosen.id}
                        onClick={() => go(addressOf("functions", { call: id }), true)}
                      >
                        <strong className="clip">{label}</strong>
                        <span className="quiet">{kind}</span>
                        <span className="quiet figures">
                          runs: {count}, failed: {failed}
                        </span>
                        {problem !== null && <span className="wrong">cannot run</span>}
                      </button>
                    </li>
                  ))}
                </ul>
                <OneCall key={chosen.id} call={chosen} />
              </div>
            </>
          );
        }}
      </Faces>
    </>
  );
}

function OneCall({ call }: { readonly call: CallView }) {
  const { label, kind, clause, startedBy, sendsTo, hosts, secrets, code, problem, processes, waiting, givenUp } = call;
  return (
    <section className={classes["panel"]} aria-label={label}>
      <h2>{label}</h2>
      {problem !== null && <p className="wrong breaks">This call cannot run: {problem}.</p>}
      <dl className={classes["facts"]}>
        <Fact name="Clause">
          <RouteLink to={addressOf("document", { clause })}>{clause}</RouteLink>
        </Fact>
        <Fact name="Kind">
          {kind}, started by {startedBy}
        </Fact>
        {sendsTo !== null && <Fact name="Sends to">{sendsTo}</Fact>}
        {code !== null && (
          <Fact name="Code">
            {code.place}, version {code.version}; processes: {processes.busy} busy, {processes.idle} idle
          </Fact>
        )}
        <Fact name="Hosts">{hosts.length === 0 ? "none; its code cannot connect to any host" : hosts.join(", ")}</Fact>
        <Fact name="Secrets">
          {secrets.length === 0
            ? "none"
            : secrets.map(({ name, isSet }) => (
                <span key={name} className={classes["role"]}>
                  {name}: {isSet ? "set" : <strong className="wrong">not in the environment</strong>}
                </span>
              ))}
        </Fact>
        <Fact name="Outbox">
          {waiting} waiting, {givenUp} failed; see <RouteLink to={addressOf("jobs")}>Jobs</RouteLink>
        </Fact>
      </dl>
      <h3 className={classes["part"]}>Last runs</h3>
      {call.runs.length === 0 ? (
        <Empty title="No runs yet">
          <p>The last twenty runs of each call since the server started appear here.</p>
        </Empty>
      ) : (
        <ul className={classes["stack"]}>
          {call.runs.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="breaks">{children}</dd>
    </div>
  );
}

const stages = { done: "end", refused: "middle", failed: "wrong" } as const;

function Run({ run: { beganAt, milliseconds, end, said, printed, isCut } }: { readonly run: RunView }) {
  return (
    <li>
      <span className="badge" data-stage={end === null ? "start" : stages[end]}>
        {end ?? "running"}
      </span>{" "}
      <span className="quiet figures">
        {momentOf(beganAt)}
        {milliseconds !== null && `, ${milliseconds} ms`}
      </span>
      {said !== null && <p className={end === "failed" ? "wrong breaks" : "breaks"}>{said}</p>}
      {printed.length > 0 && (
        <ul className={classes["printed"]} aria-label="Output">
          {printed.map(({ place, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- Lines are only ever added at the end.
            <li key={index}>
              <span className="quiet">{place}</span> {text}
            </li>
          ))}
          {isCut && <li className="quiet">more output is in the log</li>}
        </ul>
      )}
    </li>
  );
}
