// An address at which there is nothing, or nothing for this person: both say the same, so that neither tells anything.
import type { ApplicationScreen } from "@writ/language/product";
import { useProduct } from "../product/product.tsx";
import { AppLink } from "../routing/link.tsx";
import { isReadGap } from "../product/gaps.ts";
import { Gap } from "./gap.tsx";

/** `screen`: the one whose row is missing, or hidden from the user; a gap in the document is reported instead. */
export function NoSuchPage({ screen }: { readonly screen?: ApplicationScreen }) {
  const product = useProduct();
  const { say, word } = product;
  const named = screen?.route.flatMap((step) => (step.kind === "parameter" ? [step.entity] : [])) ?? [];
  if (screen !== undefined && [...named, screen.entity ?? ""].some((entity) => isReadGap(entity, product)))
    return (
      <>
        <div className="page-head">
          <h1>{word(screen.label)}</h1>
        </div>
        <Gap />
      </>
    );
  return (
    <div className="face">
      <h1>{say("noSuchPage")}</h1>
      <p>{say("noSuchPageText")}</p>
      <AppLink to="/">{say("home")}</AppLink>
    </div>
  );
}
