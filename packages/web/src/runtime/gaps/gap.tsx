// Where the document does not say whether a user may: a quiet box in the place of the thing, in the catalogue's words.
import { NotShown } from "../../kit/not-shown.tsx";
import { messageFor } from "../../words/refusal.ts";
import { useProduct } from "../product/product.tsx";

/** `title`: null where what it is about stands beside it already. */
export function Gap({ title }: { readonly title?: string | null }) {
  const { application, language, say } = useProduct();
  return (
    <NotShown title={title === undefined ? say("notShown") : (title ?? undefined)}>
      <p>{messageFor("NOT_SHOWN", language, application)}</p>
    </NotShown>
  );
}
