// A state shown: whether something begins, goes on or has ended is seen before it is read.
import type { ReactNode } from "react";
import type { TypeOf } from "../field-type.ts";

export const showState = (text: string, value: unknown, { choices }: TypeOf<"state">): ReactNode => (
  <span className="badge" data-stage={choices.find(({ id }) => id === value)?.stage ?? "middle"}>
    {text}
  </span>
);
