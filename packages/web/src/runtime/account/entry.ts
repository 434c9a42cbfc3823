// What every way in shares: where a user goes once they are in, and the address that they have typed already.
import { useCallback, useEffect, useState } from "react";
import { accountAddresses } from "../product/addresses.ts";
import { useAddressSearch, useGo } from "../routing/use-go.ts";
import { useProduct } from "../product/product.tsx";
import { useStart } from "../session/menu.ts";
import { thenAddress } from "./then.ts";

export type Entry = {
  /** The address to go to afterwards. */
  readonly then: string;
  /** Another page of this way in, which leads to the same place. */
  readonly leadingOn: (address: string) => string;
  /** Where a link from a mail or a provider comes back to. `step`: what is to be done then. */
  readonly comeBack: (step?: ComeBackStep) => string;
};

export type ComeBackStep = "sign-in" | "confirm" | "new-password" | "address" | "security";

export function useEntry(): Entry {
  const [search] = useAddressSearch();
  const then = thenAddress(search["then"]);
  const leadingOn = useCallback(
    (address: string) => (then === "/" ? address : `${address}?then=${encodeURIComponent(then)}`),
    [then],
  );
  const comeBack = (step: ComeBackStep = "sign-in") => {
    const query = new URLSearchParams({ step, ...(then === "/" ? {} : { then }) });
    return `${location.origin}${accountAddresses.return}?${query.toString()}`;
  };
  return { then, leadingOn, comeBack };
}

/** A user who is in goes on; a user who has to show a second factor is asked for it. */
export function useGoOnceIn({ then, leadingOn }: Entry, to = then): void {
  const { person, isHalfIn } = useProduct();
  const go = useGo();
  const isIn = person !== undefined && !person.isVisitor;
  const start = useStart();
  const next = to === "/" ? start : to;
  useEffect(() => {
    if (isHalfIn) void go(leadingOn(accountAddresses.factor), { replace: true });
    else if (isIn) void go(next, { replace: true });
  }, [isHalfIn, isIn, next, leadingOn, go]);
}

const addressKey = "writ.address";

/** Kept while the tab is open: users need not type it twice, and no URL contains it. */
export function useRememberedAddress(): readonly [string, (email: string) => void] {
  const [email, setEmail] = useState(() => sessionStorage.getItem(addressKey) ?? "");
  return [
    email,
    (next) => {
      sessionStorage.setItem(addressKey, next);
      setEmail(next);
    },
  ];
}
