// The faces of a page of the console: loading, failed, empty, and what is there.
import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RowSkeletons } from "../kit/skeletons.tsx";

type FacesProps<Told> = { readonly of: UseQueryResult<Told>; readonly children: (told: Told) => ReactNode };

export function Faces<Told>({ of, children }: FacesProps<Told>) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.error !== null)
    return (
      <div className="face" role="alert">
        <h2>Something went wrong</h2>
        <p>{of.error.message}</p>
        <Button variant="default" onClick={() => void of.refetch()}>
          Try again
        </Button>
      </div>
    );
  return (
    <div role="status" aria-label="Loading">
      <RowSkeletons count={8} />
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="face">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
export const momentOf = (text: string | null): string => (text === null ? "" : moment.format(new Date(text)));

const short = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Without the year, in one line; the whole of it where a pointer rests. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <time dateTime={at} title={momentOf(at)} className="figures">
      {short.format(new Date(at))}
    </time>
  );
}
