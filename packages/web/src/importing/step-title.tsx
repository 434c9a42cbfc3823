// What a step is called; it has the focus when the step begins, so that it is read out.
import { useEffect, useRef, type ReactNode } from "react";
import classes from "./importing.module.css";

export function StepTitle({ children }: { readonly children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <h3 ref={title} tabIndex={-1} className={classes["title"]}>
      {children}
    </h3>
  );
}
