// Asks before one leaves a form in which something was written.
import { Dialog } from "../../kit/dialog.tsx";
import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useProduct } from "../session/product.tsx";

export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { say } = useProduct();
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
    disabled: !isDirty,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog onClose={() => blocker.reset?.()} title={say("leave")} closeLabel={say("close")}>
      <p style={{ marginBottom: 16 }}>{say("leaveQuestion")}</p>
      <div style={{ display: "flex", gap: 8, justifyContent: "flex-end" }}>
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {say("leave")}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {say("stay")}
        </Button>
      </div>
    </Dialog>
  );
}
