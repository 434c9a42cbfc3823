// What pages of people with an account begin with: their title, and the sign-in for a visitor.
import { useEffect } from "react";
import { useGo } from "../routing/use-go.ts";
import { signInFrom } from "../product/addresses.ts";
import { useProduct } from "../product/product.tsx";

/** Whether a user is signed in; otherwise it goes to the sign-in, from where it leads back here. */
export function useSignedInPage(title: string): boolean {
  const { application, person } = useProduct();
  const go = useGo();
  useEffect(() => {
    document.title = `${title} · ${application.title}`;
  }, [title, application.title]);
  useEffect(() => {
    if (person === undefined) void go(signInFrom(location), { replace: true });
  }, [person, go]);
  return person !== undefined;
}
