// The outbox: what waits, is retried, failed or is done, found by fate, kind and words.
import { Button } from "@mantine/core";
import type { JobsView, JobView } from "@writ/server/response-types";
import { Empty, Moment } from "../faces.tsx";
import { Table } from "../table.tsx";
import { dismissing, retrying, type Act } from "./use-act.ts";
import { FateBadge, fates } from "./fates.tsx";
import classes from "../console.module.css";

export type JobChoice = Readonly<Record<"fate" | "kind" | "text", string>>;

type OutboxProps = {
  readonly told: JobsView;
  readonly choice: JobChoice;
  readonly choose: (change: Partial<JobChoice>) => void;
  readonly act: (act: Act) => void;
};

const kinds = { call: "calls", notify: "notices", mail: "mails", account: "account mails" } as const;

export function Outbox({ told: { jobs, counts }, choice, choose, act }: OutboxProps) {
  const isFiltered = choice.fate + choice.kind + choice.text !== "";
  return (
    <>
      <h2 className={classes["part"]}>Outbox</h2>
      <search className={classes["choices"]}>
        <label className={classes["choice"]}>
          Status
          <select value={choice.fate} onChange={({ target }) => choose({ fate: target.value })}>
            <option value="">All</option>
            {fates.map((one) => (
              <option key={one} value={one}>
                {one === "done" ? "sent or done" : one}
                {countOf(counts, one)}
              </option>
            ))}
          </select>
        </label>
        <label className={classes["choice"]}>
          Kind
          <select value={choice.kind} onChange={({ target }) => choose({ kind: target.value })}>
            <option value="">All</option>
            {Object.entries(kinds).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className={classes["choice"]}>
          Search
          <input type="search" value={choice.text} onChange={({ target }) => choose({ text: target.value })} />
        </label>
      </search>
      {jobs.length === 0 ? (
        <Empty title={isFiltered ? "No matching jobs" : "The outbox is empty"}>
          <p>Mails, calls and notices appear here when they are due to be sent.</p>
        </Empty>
      ) : (
        <Table label="Outbox" heads={["Job", "Clause", "Status", "Attempts", "Time", "Action"]}>
          {jobs.map((job) => (
            <Line key={job.id} job={job} act={act} />
          ))}
        </Table>
      )}
    </>
  );
}

const countOf = (counts: JobsView["counts"], fate: string): string => {
  const count = (counts as Readonly<Record<string, number | undefined>>)[fate];
  return count === undefined ? "" : ` (${count})`;
};

function Line({ job, act }: { readonly job: JobView; readonly act: OutboxProps["act"] }) {
  return (
    <tr>
      <td className={classes["roomy"]}>
        {job.kind}: <strong>{job.name}</strong>
        {job.failure !== null && (
          <p className={job.is === "dismissed" ? "quiet breaks" : "wrong breaks"}>{job.failure}</p>
        )}
      </td>
      <td className={`quiet ${classes["whole"]}`}>{job.clause}</td>
      <td>
        <FateBadge is={job.is} kind={job.kind} />
      </td>
      <td className="figures">{job.tries}</td>
      <td className="figures">
        <span className={classes["whole"]}>
          {job.doneAt === null && job.dueAt !== null && job.failure !== null && <span className="quiet">next </span>}
          <Moment at={job.doneAt ?? job.dueAt ?? job.madeAt} />
        </span>
      </td>
      <td>
        <span className={classes["cellActs"]}>
          {job.mayRetry && (
            <Button size="xs" variant="default" onClick={() => act(retrying({ job: job.id }))}>
              Retry now
            </Button>
          )}
          {job.mayDismiss && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => act(dismissing(job.id))}>
              Dismiss
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}
