// An address at which there is nothing, or nothing for this person: both say the same, so that neither tells anything.
import { Navigate, useRouterState } from "@tanstack/react-router";
import type { ApplicationScreen } from "@writ/language/product";
import { useProduct } from "../product/product.tsx";
import { AppLink } from "../routing/link.tsx";
import { isReadGap } from "../product/gaps.ts";
import { useStart } from "../session/menu.ts";
import { Gap } from "./gap.tsx";

/** `screen`: the one whose row is missing, or hidden from the user; a gap in the document is reported instead. */
export function NoSuchPage({ screen }: { readonly screen?: ApplicationScreen }) {
  const product = useProduct();
  const { say, word } = product;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const start = useStart();
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
  // The first page is one that they may open.
  if (path === "/" && start !== "/") return <Navigate to={start} replace />;
  return (
    <div className="face">
      <h1>{say("noSuchPage")}</h1>
      <p>{say("noSuchPageText")}</p>
      <AppLink to="/">{say("home")}</AppLink>
    </div>
  );
}
