// What has to be said before a card is moved: which of several steps, or what its step asks for.
import { Button } from "@mantine/core";
import { Dialog } from "../../../kit/dialog.tsx";
import { nameOf } from "../../data/name.ts";
import type { Step } from "../../data/steps.ts";
import { useProduct } from "../../product/product.tsx";
import type { WireRow } from "../../values/row.ts";
import { TransitionForm } from "../transition-form.tsx";

type BoardAsksProps = {
  readonly entity: string;
  readonly row: WireRow;
  /** More than one: which of them is asked. */
  readonly steps: readonly Step[];
  readonly onChoose: (step: Step) => void;
  readonly onDone: (step: Step) => void;
  readonly onClose: () => void;
};

export function BoardQuestion({ entity, row, steps, onChoose, onDone, onClose }: BoardAsksProps) {
  const product = useProduct();
  const { say, word } = product;
  const [step, ...others] = steps;
  if (step === undefined) return null;
  const isSettled = others.length === 0;
  return (
    <Dialog
      onClose={onClose}
      title={`${isSettled ? word(step.transition.label) : say("chooseStep")} · ${nameOf(entity, row, product)}`}
      closeLabel={say("close")}
    >
      {isSettled ? (
        <TransitionForm entity={entity} step={step} row={row} onDone={() => onDone(step)} />
      ) : (
        <div style={{ display: "flex", flexWrap: "wrap", gap: 8 }}>
          {steps.map((one) => (
            <Button key={one.transition.id} variant="default" onClick={() => onChoose(one)}>
              {word(one.transition.label)}
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  );
}
