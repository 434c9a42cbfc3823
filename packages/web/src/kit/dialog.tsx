// A question or a form above the page. Mantine's own head of a dialog would be a second banner for screen readers.
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useFocusBack } from "./focus-back.ts";
import classes from "./dialog.module.css";

type DialogProps = {
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly closeLabel: string;
  /** It holds tables. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/** Drawn while it is open. */
export function Dialog({ onClose, title, closeLabel, isWide = false, children }: DialogProps) {
  useFocusBack();
  return (
    <Modal.Root opened onClose={onClose} {...(isWide ? { size: 840 } : {})}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes["dialog"]}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.Body className={classes["body"] ?? ""}>{children}</Modal.Body>
          {/* Behind what is asked, which has the focus first. */}
          <div className={classes["close"]}>
            <Modal.CloseButton aria-label={closeLabel} />
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
