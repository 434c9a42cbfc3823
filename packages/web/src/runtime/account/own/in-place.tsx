// What a button of one's own account opens in its place. Keys go on in there, and afterwards at the button again.
import { Button, type ButtonProps } from "@mantine/core";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import classes from "./own.module.css";

type InPlaceProps = Pick<ButtonProps, "variant" | "color"> & {
  readonly label: string;
  readonly children: (close: () => void) => ReactNode;
};

export function InPlace({ label, children, variant = "default", ...looks }: InPlaceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useFirstFocused(isOpen);
  return (
    <div ref={place} className={classes["body"]}>
      {isOpen ? (
        children(() => setIsOpen(false))
      ) : (
        <Button variant={variant} {...looks} onClick={() => setIsOpen(true)}>
          {label}
        </Button>
      )}
    </div>
  );
}

/** Focuses the next step: the element that had the focus is gone with the step before. */
export function useFirstFocused(step: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    place.current?.querySelector<HTMLElement>("input:not([hidden]), button")?.focus();
  }, [step]);
  return place;
}
