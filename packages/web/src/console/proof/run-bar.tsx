// What can be done about the proof, how far it is, what came of it, and what of it failed.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ToldProof } from "@writ/server/told";
import { tell } from "../ask.ts";
import { momentOf } from "../faces.tsx";
import { addressOf, WayLink } from "../way.tsx";
import classes from "./proof.module.css";
import { countsOf, signs } from "./standings.tsx";

export function RunBar({ proof }: { readonly proof: ToldProof }) {
  const queries = useQueryClient();
  const told = useMutation({
    mutationFn: async (what: "prove" | "stop-proving") => tell(what, {}),
    onSettled: async () => queries.invalidateQueries({ queryKey: ["proof"] }),
  });
  const { is, cases, failure, isEarlier } = proof;
  const tried = cases.filter(({ outcome }) => outcome === "passed" || outcome === "failed").length;
  const all = tried + cases.filter(({ outcome }) => outcome === "waiting").length;
  const failed = cases.filter(({ outcome }) => outcome === "failed");
  return (
    <section className={classes["bar"]} aria-label="The run">
      <div className={classes["acts"]}>
        {is === "running" ? (
          <Button variant="default" onClick={() => told.mutate("stop-proving")}>
            Stop
          </Button>
        ) : (
          <Button onClick={() => told.mutate("prove")} loading={told.isPending}>
            {is === "never" ? "Run" : "Run again"}
          </Button>
        )}
        {is === "running" && (
          <progress className={classes["progress"]} value={tried} max={Math.max(1, all)} aria-label="Tried" />
        )}
        <p role="status">{words(proof, tried, all)}</p>
      </div>
      {isEarlier && is !== "running" && (
        <p className={classes["notice"]}>This is of an earlier version of the document: it was edited since.</p>
      )}
      {is === "failed" && (
        <p className={classes["notice"]} role="alert" data-severity="error">
          It could not be tried to the end. {failure}
        </p>
      )}
      {told.error !== null && (
        <p role="alert" className="wrong">
          {told.error.message}
        </p>
      )}
      {failed.length > 0 && (
        <ul className={classes["failed"]} aria-label="What failed">
          {failed.map(({ address, clause, sentence }) => (
            <li key={address}>
              <signs.failed size={14} aria-hidden="true" />
              <WayLink to={addressOf("proof", { clause })}>{sentence}</WayLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function words({ is, cases, beganAt, seconds }: ToldProof, tried: number, all: number): string {
  if (is === "never")
    return "Cases are derived from the document and tried on a fresh copy. The product and its rows stay as they are.";
  if (is === "running")
    return all === 0
      ? "Cases are looked for."
      : tried === 0
        ? `A copy is made for ${all} cases.`
        : `${tried} of ${all} tried.`;
  return `${countsOf(cases)}, in ${(seconds ?? 0).toFixed(1)} s, ${momentOf(beganAt ?? null)}.`;
}
