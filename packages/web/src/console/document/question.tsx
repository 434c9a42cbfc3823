// A change that waits: what it would do, who may do more or less after it, and the rows that would be lost, each of which
// has to be named. The terminal asks the same question; the first answer counts.
import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DocumentView, StepView } from "@writ/server/response-types";
import { useState } from "react";
import { postJson } from "../api.ts";
import classes from "./document.module.css";

type QuestionProps = { readonly question: NonNullable<DocumentView["question"]> };

const verbs = { add: "add", change: "change", remove: "remove", data: "write", tell: "" } as const;

export function Question({ question: { id, steps, losses } }: QuestionProps) {
  const [named, setNamed] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const answer = useMutation({
    mutationFn: async (drop: readonly string[] | undefined) =>
      postJson<{ answered: string }>("answer", { question: id, ...(drop === undefined ? {} : { drop }) }),
    onSettled: async () => queries.invalidateQueries(),
  });
  const addresses = [...new Set(losses.map(({ address }) => address))];
  const told = steps.filter(({ kind }) => kind === "tell");
  const done = steps.filter(({ kind }) => kind !== "tell");
  return (
    <section className={classes["question"]} aria-label="Change to confirm">
      <h2>This edit would lose data. Apply it?</h2>
      <ul className={classes["losses"]}>
        {addresses.map((address) => (
          <li key={address}>
            <Checkbox
              checked={named.has(address)}
              onChange={(event) => {
                const next = new Set(named);
                if (event.currentTarget.checked) next.add(address);
                else next.delete(address);
                setNamed(next);
              }}
              label={`Lose the data of ${address}`}
            />
            {losses
              .filter((one) => one.address === address)
              .map((one) => (
                <Step key={one.what} step={one} />
              ))}
          </li>
        ))}
      </ul>
      {told.length > 0 && (
        <>
          <h3>Effect on permissions</h3>
          <ul>
            {told.map((one) => (
              <Step key={`${one.address} ${one.what}`} step={one} />
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>
          The plan: {done.length} {done.length === 1 ? "step" : "steps"}
        </summary>
        <ul className={classes["plan"]}>
          {done.map((one) => (
            <li key={`${one.address} ${one.kind} ${one.what}`}>
              <strong>{one.address}</strong>: {verbs[one.kind]} {one.what}
              <pre className={classes["code"]}>{one.sql.join(";\n")}</pre>
            </li>
          ))}
        </ul>
      </details>
      <div className={classes["acts"]}>
        <Button
          color="red"
          disabled={addresses.some((one) => !named.has(one))}
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

function Step({ step: { what, risk } }: { readonly step: StepView }) {
  return (
    <div className={classes["step"]}>
      {what}
      {risk !== undefined && (
        <span className="quiet breaks">
          {" "}
          {risk.words}
          {risk.examples.length > 0 && ` (${risk.examples.join(", ")})`}
          {risk.hint !== undefined && `. ${risk.hint}.`}
        </span>
      )}
    </div>
  );
}
