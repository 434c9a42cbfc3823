// What stands around the pages of accounts: one thing at a time, with its name said aloud when it comes.
import type { ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import { RowSkeletons } from "../../kit/skeletons.tsx";
import { useProduct } from "../product/product.tsx";
import { AppLink } from "../routing/link.tsx";
import classes from "./account.module.css";

/** Before its page is loaded. */
export function FrameSkeleton() {
  const { application, say } = useProduct();
  return (
    <div className={classes["page"]}>
      <header>
        <span className={`${classes["product"]} product-name`}>{application.title}</span>
      </header>
      <main className={classes["card"]}>
        <div role="status" aria-label={say("loading")}>
          <RowSkeletons count={5} />
        </div>
      </main>
    </div>
  );
}

type FrameProps = {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** What stands beside the card. */
  readonly aside?: ReactNode;
};

export function AccountFrame({ title, icon, children, aside }: FrameProps) {
  const { application } = useProduct();
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${title} · ${application.title}`;
    // The first thing to fill in, whose form is named by the title; the title itself where there is nothing to fill in.
    const first = card.current?.querySelector<HTMLElement>("input:not([hidden])") ?? card.current?.querySelector("h1");
    if (card.current?.contains(document.activeElement) !== true) first?.focus();
  }, [title, application.title]);
  return (
    <div className={classes["page"]}>
      <header>
        <AppLink to="/" className={`${classes["product"]} product-name`}>
          {application.title}
        </AppLink>
      </header>
      <div className={classes["cards"]}>
        <main ref={card} className={classes["card"]} aria-labelledby={id}>
          {icon}
          <h1 id={id} tabIndex={-1}>
            {title}
          </h1>
          {children}
        </main>
        {aside}
      </div>
    </div>
  );
}
