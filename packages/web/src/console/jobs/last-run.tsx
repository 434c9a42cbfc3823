// How a call ended last, and how long it took.
import type { LastRunView } from "@writ/server/response-types";

const ends = { done: "end", refused: "middle", failed: "wrong" } as const;

/** `failure`: as the outbox has it, where no server remembers a run. */
export function LastRun({
  run,
  failure = null,
}: {
  readonly run: LastRunView | null;
  readonly failure?: string | null;
}) {
  const said = run?.said ?? failure;
  const end = run?.end ?? (failure === null ? null : "failed");
  if (end === null) return <span className="quiet">{run === null ? "" : "running"}</span>;
  return (
    <>
      <span className="badge" data-stage={ends[end]}>
        {end}
      </span>
      {said !== null && <p className={end === "failed" ? "wrong breaks" : "quiet breaks"}>{said}</p>}
    </>
  );
}

export const tookOf = (run: LastRunView | null): string => {
  const milliseconds = run?.milliseconds ?? null;
  if (milliseconds === null) return "";
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
};
