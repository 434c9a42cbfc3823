// Moving cards: at once where nothing has to be said before, with a question otherwise; what was done is announced.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApplicationScreen } from "@writ/language/product";
import { useState } from "react";
import { wordsOf } from "../../../kit/failure.tsx";
import { notify } from "../../../kit/notify.ts";
import { nameOf } from "../../data/name.ts";
import { dataOf } from "../../data/rows.ts";
import type { Step } from "../../data/steps.ts";
import { changedRows, useStep } from "../../data/use-step.ts";
import { useProduct } from "../../product/product.tsx";
import type { WireRow } from "../../values/row.ts";
import type { Column } from "./board-columns.ts";
import { moveTo, type Move } from "./board-moves.ts";

export type BoardMoves = ReturnType<typeof useBoardMoves>;

/** Which of several steps, or what the only one asks for. */
type Question = { readonly row: WireRow; readonly steps: readonly Step[] };

export function useBoardMoves(screen: ApplicationScreen, columns: readonly Column[]) {
  const product = useProduct();
  const { application, backend, say } = product;
  const entity = screen.entity ?? "";
  const field = application.entities[entity]?.fields[screen.by ?? ""];
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const [announcement, setAnnouncement] = useState("");
  const step = useStep(entity);
  const update = useMutation({
    mutationFn: async ({ row, column }: { readonly row: WireRow; readonly column: string }) =>
      dataOf(
        await backend
          .from(entity)
          .update({ [screen.by ?? ""]: column === "" ? null : column })
          .eq("id", String(row["id"]))
          .select("id,updated_at"),
      ),
    onError: (error) => notify(wordsOf(error, say), "wrong"),
    onSettled: async () => changedRows(queries),
  });
  // Where the card is now is seen, and has to be heard as well.
  const announce = (row: WireRow, column: string | undefined) => {
    const state = columns.find(({ id }) => id === column)?.label;
    if (state !== undefined) setAnnouncement(say("moved", { name: nameOf(entity, row, product), state }));
  };
  const take = (row: WireRow, chosen: Step) => {
    const asks = chosen.transition.asks.length > 0;
    setQuestion(asks ? { row, steps: [chosen] } : undefined);
    if (!asks) step.mutate({ row, step: chosen }, { onSuccess: () => announce(row, chosen.to) });
  };
  const moveOf = (row: WireRow, column: string): Move | undefined =>
    field && moveTo(column, entity, field, row, product);
  return {
    question,
    announcement,
    moveOf,
    take,
    move: (row: WireRow, column: string) => {
      const to = moveOf(row, column);
      if (to?.kind === "impossible") notify(to.reason, "wrong");
      else if (to?.kind === "sets") update.mutate({ row, column }, { onSuccess: () => announce(row, column) });
      else if (to?.kind === "steps") {
        const [only, ...others] = to.steps;
        if (only !== undefined && others.length === 0) take(row, only);
        else setQuestion({ row, steps: to.steps });
      }
    },
    done: (row: WireRow, taken: Step) => {
      setQuestion(undefined);
      announce(row, taken.to);
    },
    close: () => setQuestion(undefined),
  };
}
