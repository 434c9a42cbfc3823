// Jobs: what waits to be done, what failed, when it is tried again, and trying it now.
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { JobsView } from "@writ/server/response-types";
import { Notices } from "../kit/notices.tsx";
import { notify } from "../kit/notify.ts";
import { getJson, postJson } from "./api.ts";
import { Empty, Faces, momentOf } from "./faces.tsx";
import { Table } from "./table.tsx";
import classes from "./console.module.css";

const stages = { waiting: "start", failed: "middle", "given up": "wrong", done: "end" } as const;

export function JobsPage() {
  const jobs = useQuery({ queryKey: ["jobs"], queryFn: async () => getJson<JobsView>("jobs"), refetchInterval: 2000 });
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: async (what: object) => postJson("retry", what),
    onSuccess: async () => {
      notify("Retrying now.");
      await queries.invalidateQueries({ queryKey: ["jobs"] });
    },
    onError: (failure) => notify(failure.message, "wrong"),
  });
  return (
    <>
      <div className="page-head">
        <h1>Jobs</h1>
      </div>
      <Faces of={jobs}>
        {(told) => (
          <>
            <h2 className={classes["part"]}>Outbox</h2>
            {told.jobs.length === 0 ? (
              <Empty title="The outbox is empty">
                <p>Mails, calls and notices appear here when they are due to be sent.</p>
              </Empty>
            ) : (
              <Table label="Outbox" heads={["Job", "Clause", "Status", "Attempts", "Time", "Action"]}>
                {told.jobs.map((job) => (
                  <tr key={job.id}>
                    <td>
                      {job.kind}: <strong>{job.name}</strong>
                      {job.failure !== null && <p className="wrong breaks">{job.failure}</p>}
                    </td>
                    <td className="quiet breaks">{job.clause}</td>
                    <td>
                      <span className="badge" data-stage={stages[job.is]}>
                        {job.is}
                      </span>
                    </td>
                    <td className="figures">{job.tries}</td>
                    <td className="figures">{momentOf(job.doneAt ?? job.dueAt ?? job.madeAt)}</td>
                    <td>
                      {job.mayRetry && job.is !== "done" && (
                        <Button size="xs" variant="default" onClick={() => retry.mutate({ job: job.id })}>
                          Retry now
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
            <h2 className={classes["part"]}>Timers</h2>
            <p className="quiet">
              {told.nextTimer === null ? "No timer is set." : `The next timer is due ${momentOf(told.nextTimer)}.`}
            </p>
            {told.timers.length > 0 && (
              <ul className={classes["stack"]}>
                {told.timers.map(({ timer, row, clause, tries, nextAt, failure }) => (
                  <li key={`${timer} ${row}`} className={classes["person"]}>
                    <div>
                      <strong>{clause}</strong> <span className="quiet breaks">{row}</span>
                      <p className="wrong breaks">{failure}</p>
                      <p className="quiet">
                        {tries} attempts, next {momentOf(nextAt)}
                      </p>
                    </div>
                    <Button size="xs" variant="default" onClick={() => retry.mutate({ timer, row })}>
                      Retry now
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {told.schedules.length > 0 && (
              <>
                <h2 className={classes["part"]}>Schedules</h2>
                <ul className={classes["stack"]}>
                  {told.schedules.map(({ name, clause, nextAt, lastAt }) => (
                    <li key={name}>
                      <strong>{name}</strong> <span className="quiet">{clause}</span>
                      <p className="quiet">
                        next {momentOf(nextAt) || "never"}
                        {lastAt !== null && `, last ${momentOf(lastAt)}`}
                      </p>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Faces>
      <Notices />
    </>
  );
}
