// What became of a job or a mail: the same words and colours on every page.
import type { JobView } from "@writ/server/response-types";

type Fate = JobView["is"];

const stages: Readonly<Record<Fate, string>> = {
  waiting: "start",
  retrying: "middle",
  failed: "wrong",
  done: "end",
  dismissed: "quiet",
};

export const fates = Object.keys(stages) as readonly Fate[];

/** A mail that is done was sent. */
const wordOf = (is: Fate, kind: string): string =>
  is === "done" && (kind === "mail" || kind === "account") ? "sent" : is;

export const FateBadge = ({ is, kind }: { readonly is: Fate; readonly kind: string }) => (
  <span className="badge" data-stage={stages[is]}>
    {wordOf(is, kind)}
  </span>
);
