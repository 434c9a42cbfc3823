// Asks before one leaves a form in which something was written.
import { Dialog } from "../../kit/dialog.tsx";
import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useProduct } from "../product/product.tsx";

type LeaveGuardProps = {
  readonly isDirty: boolean;
  /** Given where leaving the page discards the draft. */
  readonly lose?: (() => void) | undefined;
};

export function LeaveGuard({ isDirty, lose }: LeaveGuardProps) {
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
      <p style={{ marginBottom: 16 }}>{say(lose === undefined ? "leaveQuestion" : "leaveGoneQuestion")}</p>
      <div style={{ display: "flex", gap: 8, justifyContent: "flex-end" }}>
        <Button
          variant="default"
          onClick={() => {
            lose?.();
            blocker.proceed?.();
          }}
        >
          {say("leave")}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {say("stay")}
        </Button>
      </div>
    </Dialog>
  );
}
