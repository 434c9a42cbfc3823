// What stands around the pages of one's own account: the shell of the product, and the way between these pages.
import { Button } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { accountAddresses } from "../../product/addresses.ts";
import { AppLink } from "../../routing/link.tsx";
import { useGo } from "../../routing/use-go.ts";
import { useProduct, type Person } from "../../product/product.tsx";
import { Shell } from "../../shell/shell.tsx";
import { usePeopleSay } from "../../product/use-people-say.ts";
import classes from "./own.module.css";

type OwnPageProps = { readonly title: string; readonly children: (person: Person) => ReactNode };

export function OwnPage({ title, children }: OwnPageProps) {
  const { application, person, isHalfIn, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const go = useGo();
  useEffect(() => {
    document.title = `${title} · ${application.title}`;
  }, [title, application.title]);
  useEffect(() => {
    if (person !== undefined) return;
    const to = isHalfIn ? accountAddresses.factor : accountAddresses.signIn;
    void go(`${to}?then=${encodeURIComponent(location.pathname)}`, { replace: true });
  }, [person, isHalfIn, go]);
  if (person === undefined) return null;
  const tabs = [
    [accountAddresses.account, say("profile")],
    ...(person.isVisitor ? [] : [[accountAddresses.security, say("security")] as const]),
    [accountAddresses.ownData, say("ownData")],
  ] as const;
  return (
    <Shell>
      <div className={classes["page"]}>
        <div className="page-head">
          <h1>{sayCore("ownAccount")}</h1>
        </div>
        <nav aria-label={sayCore("ownAccount")} className={classes["tabs"]}>
          {tabs.map(([to, label]) => (
            <AppLink key={to} to={to} className={classes["tab"] ?? ""}>
              {label}
            </AppLink>
          ))}
        </nav>
        {person.isVisitor && (
          <Part title={say("visitor")} what={say("visitorText")}>
            <Button onClick={() => void go(`${accountAddresses.signUp}?then=${accountAddresses.account}`)}>
              {say("signUp")}
            </Button>
          </Part>
        )}
        {children(person)}
      </div>
    </Shell>
  );
}

type PartProps = { readonly title: string; readonly what?: string; readonly children: ReactNode };

export function Part({ title, what, children }: PartProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    // What was pressed is gone with what it took away: keys go on from here.
    if (focused.current?.isConnected === false && document.activeElement === document.body) heading.current?.focus();
  });
  return (
    <section className={classes["part"]} aria-label={title} onFocus={({ target }) => (focused.current = target)}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {what !== undefined && <p className={classes["what"]}>{what}</p>}
      </div>
      <div className={classes["body"]}>{children}</div>
    </section>
  );
}
