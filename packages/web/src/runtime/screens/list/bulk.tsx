// What can be done with all selected rows at once: the steps that each of them can take.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { wordsOf } from "../../../kit/failure.tsx";
import { notify } from "../../../kit/notify.ts";
import { useReasons } from "../../../kit/reason.tsx";
import { nameOf } from "../../data/name.ts";
import { dataOf } from "../../data/rows.ts";
import { stepsOf } from "../../data/steps.ts";
import { changedRows } from "../../data/use-step.ts";
import { useProduct } from "../../product/product.tsx";
import type { WireRow } from "../../values/row.ts";
import classes from "./list.module.css";

export function Bulk({
  entity,
  rows,
  onClear,
}: {
  readonly entity: string;
  readonly rows: readonly WireRow[];
  readonly onClear: () => void;
}) {
  const product = useProduct();
  const { backend, say, word } = product;
  const queries = useQueryClient();
  const reasons = useReasons();
  const [working, setWorking] = useState<string | undefined>(undefined);
  const steps = rows.map((row) => stepsOf(entity, row, product));
  // What asks for something is answered for each row by itself.
  const offered = (steps[0] ?? []).filter(({ transition }) => !transition.asks.some(({ required }) => required));
  const run = async (id: string) => {
    setWorking(id);
    // One after the other: each is its own step, with its own answer.
    for (const row of rows) {
      const answer = await backend.rpc(`${entity}_${id}`, { id: row["id"] });
      try {
        dataOf(answer);
      } catch (failure) {
        notify(
          `${nameOf(entity, row, product)}: ${wordsOf(failure instanceof Error ? failure : new Error(String(failure)), say)}`,
          "wrong",
        );
      }
    }
    setWorking(undefined);
    onClear();
    await changedRows(queries);
  };
  return (
    <div className={classes["bulk"]} role="region" aria-label={say("selected", { count: rows.length })}>
      <strong className="figures">{say("selected", { count: rows.length })}</strong>
      {offered.map(({ transition }) => {
        const isPossible = steps.every((each) =>
          each.some((one) => one.transition.id === transition.id && one.reason === undefined),
        );
        return (
          <Button
            key={transition.id}
            size="xs"
            variant="default"
            loading={working === transition.id}
            data-disabled={!isPossible}
            aria-disabled={!isPossible}
            {...(isPossible ? {} : reasons.ask(say("notAllSelected")))}
            onClick={() => isPossible && void run(transition.id)}
          >
            {word(transition.label)}
            {!isPossible && <span className="only-read">: {say("notAllSelected")}</span>}
          </Button>
        );
      })}
      <Button size="xs" variant="subtle" onClick={onClear}>
        {say("clearSelection")}
      </Button>
      {reasons.told}
    </div>
  );
}
