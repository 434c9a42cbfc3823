// Deleting a row, after asking; only where the reader may.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "../../kit/notices.tsx";
import { nameOf } from "../data/name.ts";
import { dataOf } from "../data/rows.ts";
import { changedRows } from "../data/use-step.ts";
import { rowContext, useProduct } from "../session/product.tsx";
import { may } from "../session/rights.ts";
import { type WireRow } from "../values/row.ts";

export function DeleteRow({
  entity,
  row,
  onDeleted,
}: {
  readonly entity: string;
  readonly row: WireRow;
  readonly onDeleted: () => void;
}) {
  const product = useProduct();
  const { backend, say } = product;
  const queries = useQueryClient();
  const [isWorking, setIsWorking] = useState(false);
  if (entity === "user" || may("delete", entity, rowContext(product, entity, row), product) === "no") return null;
  const remove = async () => {
    if (!confirm(say("deleteQuestion", { name: nameOf(entity, row, product) }))) return;
    setIsWorking(true);
    try {
      dataOf(await backend.from(entity).delete().eq("id", String(row["id"])).select("id"));
      notify(say("deleted"));
      onDeleted();
      await changedRows(queries);
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : String(failure), "wrong");
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <Button variant="default" color="red" c="var(--wrong)" loading={isWorking} onClick={() => void remove()}>
      {say("delete")}
    </Button>
  );
}
