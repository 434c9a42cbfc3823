// A change that waits: what it would do, who may do more or less after it, and the rows that would be lost, each of which
// has to be named. The terminal asks the same question; the first answer counts.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DocumentView } from "@writ/server/response-types";
import { useState } from "react";
import { postJson } from "../api.ts";
import { addressesOf, Losses, Statements, Steps } from "./plan-parts.tsx";
import classes from "./document.module.css";

type QuestionProps = { readonly question: NonNullable<DocumentView["question"]> };

export function Question({ question: { id, steps, losses } }: QuestionProps) {
  const [named, setNamed] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const answer = useMutation({
    mutationFn: async (drop: readonly string[] | undefined) =>
      postJson<{ answered: string }>("answer", { question: id, ...(drop === undefined ? {} : { drop }) }),
    onSettled: async () => queries.invalidateQueries(),
  });
  const told = steps.filter(({ kind }) => kind === "tell");
  return (
    <section className={classes["question"]} aria-label="Change to confirm">
      <h2>This edit would lose data. Apply it?</h2>
      <Losses losses={losses} named={named} onName={setNamed} />
      {told.length > 0 && (
        <>
          <h3>Effect on permissions</h3>
          <Steps steps={told} />
        </>
      )}
      <Statements steps={steps.filter(({ kind }) => kind !== "tell")} />
      <div className={classes["acts"]}>
        <Button
          color="red"
          disabled={addressesOf(losses).some((one) => !named.has(one))}
          loading={answer.isPending}
          onClick={() => answer.mutate([...named])}
        >
          Apply and lose data
        </Button>
        <Button variant="default" onClick={() => answer.mutate(undefined)}>
          Do not apply
        </Button>
      </div>
      {answer.error !== null && (
        <p role="alert" className="wrong">
          {answer.error.message}
        </p>
      )}
    </section>
  );
}
