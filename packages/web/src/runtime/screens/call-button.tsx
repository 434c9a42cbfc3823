// A call as a button: made at once where nothing has to be asked, and in a dialog otherwise.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ApplicationCall } from "@writ/language/product";
import { useState } from "react";
import { lazy } from "../../kit/lazy.ts";
import { wordsOf } from "../../kit/failure.tsx";
import { notify } from "../../kit/notify.ts";
import { inputFor, makeCall, saveFiles, shownOf, type CallAnswer } from "../data/make-call.ts";
import { changedRows } from "../data/use-step.ts";
import { useProduct } from "../product/product.tsx";
import type { WireRow } from "../values/row.ts";

// Loaded later: the screen is drawn without it.
const { Later: CallDialog } = lazy(async () => (await import("./call-dialog.tsx")).CallDialog);

type CallButtonProps = {
  readonly call: ApplicationCall;
  /** By entity: what is on the screen, which it is given without asking. */
  readonly rows: Readonly<Record<string, WireRow>>;
  /** Whose button it is, where each row has one. */
  readonly about?: string;
};

export function CallButton({ call, rows, about }: CallButtonProps) {
  const { backend, say, word } = useProduct();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const [answer, setAnswer] = useState<CallAnswer | undefined>(undefined);
  const given = givenBy(call, rows);
  const asked = call.in.filter(({ id }) => !Object.hasOwn(given, id));
  const label = word(call.label);
  const make = async (values: Readonly<Record<string, unknown>>) => {
    const said = await makeCall(call, { ...given, ...values }, backend);
    saveFiles(call, said);
    void changedRows(queries);
    const isTold = shownOf(call, said).length > 0;
    setIsOpen(isTold);
    if (isTold) setAnswer(said);
    else notify(say("callDone", { name: label }));
  };
  const press = async () => {
    setAnswer(undefined);
    if (asked.length > 0) return setIsOpen(true);
    setIsWorking(true);
    try {
      await make({});
    } catch (failure) {
      notify(wordsOf(failure instanceof Error ? failure : new Error(String(failure)), say), "wrong");
    } finally {
      setIsWorking(false);
    }
    return undefined;
  };
  return (
    <>
      <Button
        variant="default"
        loading={isWorking}
        onClick={() => void press()}
        {...(about === undefined ? {} : { size: "xs", "aria-label": `${label}: ${about}` })}
      >
        {label}
      </Button>
      {isOpen && (
        <CallDialog call={call} asked={asked} answer={answer} onMake={make} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

/** The row that the screen is about, where the call takes one of its kind alone. */
function givenBy(call: ApplicationCall, rows: CallButtonProps["rows"]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([entity, row]) => {
      const taking = inputFor(call, entity);
      return taking === undefined ? [] : [[taking.id, row["id"]]];
    }),
  );
}
