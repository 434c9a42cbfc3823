// The steps of a row as buttons, in the order of the document: the first possible one stands out, the others say why not.
import { Button } from "@mantine/core";
import { useState } from "react";
import { lazy } from "../../../kit/lazy.ts";
import { notify } from "../../../kit/notify.ts";
import { useReasons } from "../../../kit/reason.tsx";
import { RowSkeletons } from "../../../kit/skeletons.tsx";
import { nameOf } from "../../data/name.ts";
import { stepsOf, type Step } from "../../data/steps.ts";
import { useStep } from "../../data/use-step.ts";
import { useProduct } from "../../product/product.tsx";
import type { WireRow } from "../../values/row.ts";
import classes from "./detail.module.css";

const form = lazy(async () => (await import("../transition-form.tsx")).TransitionForm);

export function Steps({ entity, row }: { readonly entity: string; readonly row: WireRow }) {
  const product = useProduct();
  const { application, say, word } = product;
  const [asking, setAsking] = useState<Step | undefined>(undefined);
  const reasons = useReasons();
  const taking = useStep(entity);
  const steps = stepsOf(entity, row, product);
  if (steps.length === 0) return null;
  const first = steps.find(({ reason }) => reason === undefined);
  const prepare = ({ transition }: Step) => {
    if (transition.asks.length > 0) void form.load();
  };
  const take = (step: Step) => {
    if (step.reason !== undefined || taking.isPending) return;
    if (step.transition.asks.length > 0) {
      setAsking(step);
      return;
    }
    taking.mutate(
      { step, row },
      {
        onSuccess: (after) => {
          const type = application.entities[entity]?.fields[step.field]?.type;
          const state =
            type?.kind === "state" ? type.choices.find(({ id }) => id === after?.[step.field])?.label : undefined;
          if (state !== undefined) notify(say("moved", { name: nameOf(entity, row, product), state: word(state) }));
        },
      },
    );
  };
  return (
    <>
      <div className={classes["steps"]} data-commands role="group" aria-label={say("commands")}>
        {steps.map((step) => {
          const { transition, reason } = step;
          return (
            <Button
              key={transition.id}
              variant={step === first ? "filled" : "default"}
              data-disabled={reason !== undefined}
              aria-disabled={reason !== undefined}
              aria-expanded={asking?.transition.id === transition.id ? true : undefined}
              aria-busy={taking.isPending && taking.variables.step.transition.id === transition.id}
              // It stays within reach of keys and fingers, so that its reason can be read, and keeps the focus when it is taken.
              {...(reason === undefined
                ? { onPointerEnter: () => prepare(step), onFocus: () => prepare(step) }
                : reasons.ask(reason))}
              onClick={() => take(step)}
            >
              {word(transition.label)}
              {reason !== undefined && <span className="only-read">: {reason}</span>}
            </Button>
          );
        })}
        {reasons.told}
      </div>
      {asking && (
        <div className={classes["asked"]}>
          <form.Later
            instead={<RowSkeletons count={2} />}
            key={asking.transition.id}
            entity={entity}
            step={asking}
            row={row}
            onDone={() => setAsking(undefined)}
          />
        </div>
      )}
    </>
  );
}
