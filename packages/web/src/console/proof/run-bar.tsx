// What can be done about the proof, how far it is, what came of it, and what of it failed.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProofKind, ProofView } from "@writ/server/response-types";
import { postJson } from "../api.ts";
import { addressOf, RouteLink } from "../route.tsx";
import classes from "./proof.module.css";
import { kinds, runningIn, wordsOf } from "./runs.ts";
import { signs } from "./results.tsx";

export function RunBar({ proof }: { readonly proof: ProofView }) {
  const queries = useQueryClient();
  const told = useMutation({
    mutationFn: async (what: ProofKind | "stop") =>
      what === "stop" ? postJson("stop-proving", {}) : postJson("prove", { what }),
    onSettled: async () => queries.invalidateQueries({ queryKey: ["proof"] }),
  });
  const running = runningIn(proof);
  const failed = proof.cases.filter(({ outcome }) => outcome === "failed");
  return (
    <section className={classes["bar"]} aria-label="Runs">
      <ul className={classes["kinds"]}>
        {kinds.map((one) => {
          const { kind, name } = one;
          const { is, tried, all, failure, isEarlier } = proof.runs[kind];
          const act = is === "never" ? "Run" : "Run again";
          return (
            <li key={kind} className={classes["kind"]}>
              <h2>{name}</h2>
              {is === "running" ? (
                <Button variant="default" onClick={() => told.mutate("stop")} aria-label={`Stop: ${name}`}>
                  Stop
                </Button>
              ) : (
                <Button
                  variant={kind === "cases" ? "filled" : "default"}
                  onClick={() => told.mutate(kind)}
                  // One at a time: they share this machine.
                  disabled={running !== undefined}
                  loading={told.isPending && told.variables === kind}
                  aria-label={`${act}: ${name}`}
                >
                  {act}
                </Button>
              )}
              <div className={classes["came"]}>
                {is === "running" && (
                  <progress
                    className={classes["progress"]}
                    value={tried}
                    max={Math.max(1, all)}
                    aria-label={`${name} tried`}
                  />
                )}
                <p role="status" aria-label={name}>
                  {wordsOf(one, proof)}
                </p>
                {isEarlier && is !== "running" && (
                  <p className={classes["notice"]}>This report is of an earlier version of the document.</p>
                )}
                {is === "failed" && (
                  <p className={classes["notice"]} role="alert" data-severity="error">
                    The run did not finish. {failure}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {told.error !== null && (
        <p role="alert" className="wrong">
          {told.error.message}
        </p>
      )}
      {failed.length > 0 && (
        <ul className={classes["failed"]} aria-label="Failed cases">
          {failed.map(({ address, clause, sentence }) => (
            <li key={address}>
              <signs.failed size={14} aria-hidden="true" />
              <RouteLink to={addressOf("proof", { clause })}>{sentence}</RouteLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
