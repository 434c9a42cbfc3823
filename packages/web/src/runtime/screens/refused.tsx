// A button for what a user may do, but not with this row: there where the document has words for it, and gone where it has none.
import { Button } from "@mantine/core";
import type { Context } from "@writ/language/product";
import { useReasons } from "../../kit/reason.tsx";
import { messageFor } from "../../words/refusal.ts";
import { useProduct } from "../product/product.tsx";
import { whyNot } from "../product/rights.ts";

type RefusedProps = {
  readonly action: "create" | "update" | "delete";
  readonly entity: string;
  readonly context: Context;
  readonly label: string;
};

export function Refused({ action, entity, context, label }: RefusedProps) {
  const product = useProduct();
  const { application, language } = product;
  const reasons = useReasons();
  const code = whyNot(action, entity, context, product);
  if (code === "FORBIDDEN") return null;
  const reason = messageFor(code, language, application);
  return (
    <>
      <Button variant="default" data-disabled aria-disabled {...reasons.ask(reason)}>
        {label}
        <span className="only-read">: {reason}</span>
      </Button>
      {reasons.told}
    </>
  );
}
