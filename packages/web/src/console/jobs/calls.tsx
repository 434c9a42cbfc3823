// Calls that are no schedules: how each ended last, and how many failed since the server began.
import type { JobsView } from "@writ/server/response-types";
import { Moment } from "../faces.tsx";
import { addressOf, RouteLink } from "../route.tsx";
import { Table } from "../table.tsx";
import { LastRun, tookOf } from "./last-run.tsx";
import classes from "../console.module.css";

export function Calls({ calls }: Pick<JobsView, "calls">) {
  if (calls.length === 0) return null;
  return (
    <>
      <h2 className={classes["part"]}>Calls</h2>
      <Table label="Calls" heads={["Call", "Kind", "Last run", "Result", "Took", "Failed"]}>
        {calls.map(({ name, label, kind, clause, count, failed, lastRun }) => (
          <tr key={name}>
            <td>
              <RouteLink to={addressOf("functions", { call: name })}>
                <strong>{label}</strong>
              </RouteLink>
              <p className="quiet breaks">{clause}</p>
            </td>
            <td className={`quiet ${classes["whole"]}`}>{kind}</td>
            <td className="figures">{lastRun === null ? "not yet" : <Moment at={lastRun.beganAt} />}</td>
            <td>
              <LastRun run={lastRun} />
            </td>
            <td className="figures">{tookOf(lastRun)}</td>
            <td className="figures">
              {failed} of {count}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
