// What stands in the place of what is being loaded, in its form, so that nothing jumps.
import { Skeleton } from "@mantine/core";
import { createContext, use, useEffect, useId, useState, useSyncExternalStore, type ReactNode } from "react";
import { Saying } from "../words/say.ts";
import { useLoadAnew } from "./broken.tsx";

/** The page as it is before any script runs: see `index.html`. */
export const FirstSkeleton = ({ title, label }: { readonly title: string; readonly label: string }) => (
  <div className="first" role="status" aria-label={label}>
    <p className="product-name">{title}</p>
    <i />
    <i />
    <i />
    <Slow />
  </div>
);

/** After so long, the page tells a waiting user that it still loads, and what they may do. */
const patience = 8000;

/** Parts that take so long. Only the first of them on a page reports it. */
class SlowParts extends EventTarget {
  readonly #ids = new Set<string>();

  readonly listen = (listener: () => void): (() => void) => {
    this.addEventListener("change", listener);
    return () => this.removeEventListener("change", listener);
  };

  isFirst(id: string): boolean {
    const [first] = this.#ids;
    return first === id;
  }

  add(id: string): void {
    this.#ids.add(id);
    this.dispatchEvent(new Event("change"));
  }

  remove(id: string): void {
    if (this.#ids.delete(id)) this.dispatchEvent(new Event("change"));
  }
}

const SlowOfPage = createContext<SlowParts | undefined>(undefined);

/** Around a page, so that one of its parts alone says that it is slow. */
export function SlowProvider({ children }: { readonly children: ReactNode }) {
  const [parts] = useState(() => new SlowParts());
  return <SlowOfPage value={parts}>{children}</SlowOfPage>;
}

export function Slow() {
  const say = use(Saying);
  const id = useId();
  const [alone] = useState(() => new SlowParts());
  const parts = use(SlowOfPage) ?? alone;
  const isSaid = useSyncExternalStore(parts.listen, () => parts.isFirst(id));
  const [isAway, loadAnew] = useLoadAnew();
  useEffect(() => {
    const timer = setTimeout(() => parts.add(id), patience);
    return () => {
      clearTimeout(timer);
      parts.remove(id);
    };
  }, [id, parts]);
  if (!isSaid) return null;
  return (
    <div role="status">
      <p>{say(isAway ? "offlineAnswer" : "slow")}</p>
      <button type="button" className="plain" onClick={() => void loadAnew()}>
        {say("loadAnew")}
      </button>
    </div>
  );
}

export function PageSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} style={{ maxWidth: 900 }}>
      <Skeleton h={24} w={200} mb={24} />
      <RowSkeletons />
    </div>
  );
}

export function RowSkeletons({ count = 6 }: { readonly count?: number }) {
  return (
    <>
      <div aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} style={{ height: 40, display: "flex", alignItems: "center" }}>
            <Skeleton h={14} w={`${60 + ((index * 37) % 35)}%`} />
          </div>
        ))}
      </div>
      <Slow />
    </>
  );
}
