// What the product's own screens are made of, for components: they look and behave alike.
import type { ReactNode } from "react";
import { Failure as FailureFace } from "../kit/failure.tsx";
import { NotShown as NotShownBox } from "../kit/not-shown.tsx";
import { RowSkeletons } from "../kit/skeletons.tsx";
import { rowsByEntity } from "../runtime/routing/read-route.ts";
import { AppLink } from "../runtime/routing/link.tsx";
import { ScreenButtons } from "../runtime/screens/screen-buttons.tsx";
import { Steps } from "../runtime/screens/detail/steps.tsx";
import { useProduct } from "../runtime/product/product.tsx";
import type { WireRow } from "../runtime/values/row.ts";
import { useSurroundings } from "../runtime/screens/surroundings.tsx";
import { useScreens } from "./use-surroundings.ts";

/** The name of the screen and the buttons that the document gives it; `children`: more of them. */
export function Head({ children }: { readonly children?: ReactNode }) {
  const { screen, route } = useSurroundings();
  const { word } = useProduct();
  return (
    <div className="page-head">
      <h1>{word(screen.label)}</h1>
      <div className="actions">
        {children}
        <ScreenButtons screen={screen} rows={rowsByEntity(screen, route)} />
      </div>
    </div>
  );
}

type LinkProps = {
  /** Its identifier. */
  readonly to: string;
  /** By entity, as the route of the screen names them. */
  readonly rows?: Readonly<Record<string, object>>;
  readonly children: ReactNode;
};

/** Plain words where the screen is not for this reader. */
export function ScreenLink({ to, rows, children }: LinkProps) {
  const address = useScreens().addressOf(to, rows);
  return address === undefined ? <>{children}</> : <AppLink to={address}>{children}</AppLink>;
}

/** A state as the product shows it. */
export function State({
  entity,
  field = "state",
  value,
}: {
  readonly entity: string;
  readonly field?: string;
  readonly value: string;
}) {
  const { application, word } = useProduct();
  const type = application.entities[entity]?.fields[field]?.type;
  const match = type?.kind === "state" ? type.choices.find(({ id }) => id === value) : undefined;
  return (
    <span className="badge" data-stage={match?.stage ?? "middle"}>
      {word(match?.label ?? value)}
    </span>
  );
}

/** The steps that a row can take, with their questions. The row needs its id and its state at least. */
export function StepButtons({ entity, row }: { readonly entity: string; readonly row: object }) {
  return <Steps entity={entity} row={row as WireRow} />;
}

/** What stands in the place of rows until they are there. */
export function Loading({ rows }: { readonly rows?: number }) {
  const { say } = useProduct();
  return (
    <div role="status" aria-label={say("loading")}>
      <RowSkeletons {...(rows === undefined ? {} : { count: rows })} />
    </div>
  );
}

export function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  const { say } = useProduct();
  return <FailureFace say={say} error={error} {...(onRetry === undefined ? {} : { onRetry })} />;
}

/** Nothing is there yet: what it is for, and the first step. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className="face">{children}</div>;
}

export function NotShown({ children }: { readonly children?: ReactNode }) {
  const { say } = useProduct();
  return <NotShownBox title={say("notShown")}>{children ?? <p>{say("notShownText")}</p>}</NotShownBox>;
}
