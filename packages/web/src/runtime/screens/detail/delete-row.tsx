// Deleting a row, after asking; only where the reader may.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { lazy } from "../../../kit/lazy.ts";
import { notify } from "../../../kit/notify.ts";
import { nameOf } from "../../data/name.ts";
import { dataOf } from "../../data/rows.ts";
import { changedRows } from "../../data/use-step.ts";
import { clearBelow } from "../../forms/draft-storage.ts";
import { rowContext, useProduct } from "../../product/product.tsx";
import { may } from "../../product/rights.ts";
import { type WireRow } from "../../values/row.ts";
import { Refused } from "../refused.tsx";

const { Later: AskDelete } = lazy(async () => (await import("./ask-delete.tsx")).AskDelete);

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
  const { backend, person, say } = product;
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  if (entity === "user") return null;
  const context = rowContext(product, entity, row);
  if (may("delete", entity, context, product) === "no")
    return <Refused action="delete" entity={entity} context={context} label={say("delete")} />;
  const remove = async () => {
    setIsAsking(false);
    setIsWorking(true);
    try {
      dataOf(await backend.from(entity).delete().eq("id", String(row["id"])).select("id"));
      clearBelow(row["id"], person?.id);
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
    <>
      <Button variant="default" c="var(--wrong)" loading={isWorking} onClick={() => setIsAsking(true)}>
        {say("delete")}
      </Button>
      {isAsking && (
        <AskDelete
          name={nameOf(entity, row, product)}
          onDelete={() => void remove()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
