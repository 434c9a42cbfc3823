// Why something is not possible: shown beside the button that a user points at or has focused with keys.
import { useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from "react";
import { lazy } from "./lazy.ts";

const { Later: Tip } = lazy(async () => (await import("./tip.tsx")).Tip);

type Asked = { readonly beside: HTMLElement; readonly words: string };

export type Reasons = {
  /** For the button that cannot be pressed. */
  readonly ask: (words: string) => Readonly<Record<string, (event: never) => void>>;
  /** To be drawn once, beside the buttons. */
  readonly told: ReactNode;
};

export function useReasons(): Reasons {
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const end = () => setAsked(undefined);
  return {
    ask: (words) => {
      const begin = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setAsked({ beside: currentTarget, words });
      return {
        onPointerEnter: begin,
        onFocus: begin,
        onPointerLeave: end,
        onBlur: end,
        onKeyDown: ({ key }: KeyboardEvent) => key === "Escape" && end(),
      };
    },
    told: asked && <Tip {...asked} />,
  };
}
