// Whether a user means it: a row that is deleted is gone.
import { Button } from "@mantine/core";
import { Dialog } from "../../../kit/dialog.tsx";
import { useProduct } from "../../product/product.tsx";

type AskDeleteProps = { readonly name: string; readonly onDelete: () => void; readonly onClose: () => void };

export function AskDelete({ name, onDelete, onClose }: AskDeleteProps) {
  const { say } = useProduct();
  return (
    <Dialog onClose={onClose} title={say("delete")} closeLabel={say("close")}>
      <p className="breaks" style={{ marginBottom: 16 }}>
        {say("deleteQuestion", { name })}
      </p>
      <div style={{ display: "flex", gap: 8, justifyContent: "flex-end" }}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {say("cancel")}
        </Button>
        <Button variant="default" c="var(--wrong)" onClick={onDelete}>
          {say("delete")}
        </Button>
      </div>
    </Dialog>
  );
}
