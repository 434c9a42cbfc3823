// What stands below the fields of a form: the button that sends it, or says why it cannot be sent now, and the way back.
import { Button } from "@mantine/core";
import { useReasons } from "../../kit/reason.tsx";
import { useProduct } from "../product/product.tsx";
import classes from "./row-form.module.css";

type FormEndProps = {
  readonly label: string;
  readonly isSending: boolean;
  /** Files are still on their way. */
  readonly isBusy: boolean;
  /** Why it cannot be sent. */
  readonly refused: string | undefined;
  readonly onCancel: (() => void) | undefined;
};

export function FormEnd({ label, isSending, isBusy, refused, onCancel }: FormEndProps) {
  const { say } = useProduct();
  const reasons = useReasons();
  // One button in both cases: a user who has come to it with keys stays there.
  const held = refused !== undefined && { "data-disabled": true, "aria-disabled": true, ...reasons.ask(refused) };
  return (
    <div className={classes["actions"]}>
      <Button type="submit" loading={isSending} disabled={isBusy} {...held}>
        {isBusy ? say("uploading") : label}
        {refused !== undefined && <span className="only-read">: {refused}</span>}
      </Button>
      {reasons.told}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {say("cancel")}
        </Button>
      )}
    </div>
  );
}
