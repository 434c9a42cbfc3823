// Dates and moments shown: figures, and what they are for programs.
import type { ReactNode } from "react";

export const showTime = (text: string, value: unknown): ReactNode => (
  <time dateTime={String(value)} className="figures">
    {text}
  </time>
);
