// Where nobody has said whether somebody may read: a quiet box in the place of rows, so that nobody takes it for "there are none".
import { NotShown } from "../../kit/not-shown.tsx";
import { messageFor } from "../data/refusal.ts";
import { contextOf, useProduct, type Product } from "../session/product.tsx";
import { isOpen, may } from "../session/rights.ts";

/** Whether what comes may leave something out for that reason alone: no other role of theirs lets them read all of it. */
export const isReadUnsaid = (entity: string, product: Product): boolean =>
  isOpen("read", entity, product) && may("read", entity, contextOf(product), product) !== "yes";

/** Whether nothing can come. Everybody reads their own account. */
export const isAllUnsaid = (entity: string, product: Product): boolean =>
  entity !== "user" && isOpen("read", entity, product) && may("read", entity, contextOf(product), product) === "no";

export function Unsaid({ title }: { readonly title?: string }) {
  const { application, language, say } = useProduct();
  return (
    <NotShown title={title ?? say("notShown")}>
      <p>{messageFor("NOT_SHOWN", language, application)}</p>
    </NotShown>
  );
}
