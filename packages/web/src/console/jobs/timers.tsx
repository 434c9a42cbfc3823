// Timers of rows: when the next one is due, and which could not take their step.
import { Button } from "@mantine/core";
import type { JobsView } from "@writ/server/response-types";
import { momentOf } from "../faces.tsx";
import { retrying, type Act } from "./use-act.ts";
import classes from "../console.module.css";

type TimersProps = Pick<JobsView, "timers" | "nextTimer"> & { readonly act: (act: Act) => void };

export function Timers({ timers, nextTimer, act }: TimersProps) {
  return (
    <>
      <h2 className={classes["part"]}>Timers</h2>
      <p className="quiet">
        {nextTimer === null ? "No timer is set." : `The next timer is due ${momentOf(nextTimer)}.`}
      </p>
      {timers.length > 0 && (
        <ul className={classes["stack"]}>
          {timers.map(({ timer, row, clause, tries, nextAt, failure }) => (
            <li key={`${timer} ${row}`} className={classes["person"]}>
              <div>
                <strong>{clause}</strong> <span className="quiet breaks">{row}</span>
                <p className="wrong breaks">{failure}</p>
                <p className="quiet">
                  {tries} attempts, next {momentOf(nextAt)}
                </p>
              </div>
              <Button size="xs" variant="default" onClick={() => act(retrying({ timer, row }))}>
                Retry now
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
