// Schedules of section 7: when each runs next, how it ended last, and running it now.
import { Button } from "@mantine/core";
import type { JobsView, ScheduleView } from "@writ/server/response-types";
import { Moment } from "../faces.tsx";
import { addressOf, RouteLink } from "../route.tsx";
import { Table } from "../table.tsx";
import { LastRun, tookOf } from "./last-run.tsx";
import type { Act } from "./use-act.ts";
import classes from "../console.module.css";

type SchedulesProps = { readonly schedules: JobsView["schedules"]; readonly act: (act: Act) => void };

export function Schedules({ schedules, act }: SchedulesProps) {
  if (schedules.length === 0) return null;
  const run = (schedule: string) => act({ name: "run-schedule", body: { schedule }, told: "Running now." });
  return (
    <>
      <h2 className={classes["part"]}>Schedules</h2>
      <Table label="Schedules" heads={["Schedule", "Next run", "Last run", "Result", "Took", "Action"]}>
        {schedules.map((schedule) => (
          <tr key={schedule.name}>
            <td>
              <RouteLink to={addressOf("functions", { call: schedule.name })}>
                <strong>{schedule.name}</strong>
              </RouteLink>
              <p className="quiet breaks">{schedule.clause}</p>
            </td>
            <td className="figures">{schedule.nextAt === null ? "never" : <Moment at={schedule.nextAt} />}</td>
            <td className="figures">{lastOf(schedule) === null ? "not yet" : <Moment at={lastOf(schedule)} />}</td>
            <td>
              <LastRun run={schedule.lastRun} failure={schedule.failure} />
            </td>
            <td className="figures">{tookOf(schedule.lastRun)}</td>
            <td>
              {schedule.nextAt !== null && (
                <Button size="xs" variant="default" onClick={() => run(schedule.name)}>
                  Run now
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

const lastOf = ({ lastRun, lastAt }: ScheduleView): string | null => lastRun?.beganAt ?? lastAt;
