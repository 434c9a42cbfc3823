// The pages of accounts and people: every address with the one page that answers it, each loaded when it is opened.
import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { PageSkeleton } from "../../kit/skeletons.tsx";
import { accountAddresses } from "../routing/addresses.ts";
import { NoSuchPage } from "../screens/no-such-page.tsx";
import { useProduct } from "../session/product.tsx";
import { Shell } from "../shell/shell.tsx";
import { FrameSkeleton } from "./frame.tsx";

const pages = {
  [accountAddresses.signIn]: lazy(async () => ({ default: (await import("./signing/sign-in.tsx")).SignIn })),
  [accountAddresses.byMail]: lazy(async () => ({ default: (await import("./signing/by-mail.tsx")).ByMail })),
  [accountAddresses.code]: lazy(async () => ({ default: (await import("./signing/mail-sent.tsx")).SignInSent })),
  [accountAddresses.factor]: lazy(async () => ({ default: (await import("./signing/factor.tsx")).FactorStep })),
  [accountAddresses.signUp]: lazy(async () => ({ default: (await import("./signing/sign-up.tsx")).SignUp })),
  [accountAddresses.confirm]: lazy(async () => ({ default: (await import("./signing/mail-sent.tsx")).ConfirmSent })),
  [accountAddresses.recover]: lazy(async () => ({ default: (await import("./signing/recover.tsx")).Recover })),
  [accountAddresses.recoverSent]: lazy(async () => ({
    default: (await import("./signing/mail-sent.tsx")).RecoverSent,
  })),
  [accountAddresses.newPassword]: lazy(async () => ({
    default: (await import("./signing/new-password.tsx")).NewPassword,
  })),
  [accountAddresses.return]: lazy(async () => ({ default: (await import("./signing/come-back.tsx")).ComeBack })),
  [accountAddresses.account]: lazy(async () => ({ default: (await import("./own/profile.tsx")).Profile })),
  [accountAddresses.security]: lazy(async () => ({ default: (await import("./own/security.tsx")).Security })),
  [accountAddresses.ownData]: lazy(async () => ({ default: (await import("./own/own-data.tsx")).OwnData })),
  [accountAddresses.inbox]: lazy(async () => ({ default: (await import("../inbox/inbox-page.tsx")).Inbox })),
  [accountAddresses.people]: lazy(async () => ({ default: (await import("../people/people.tsx")).People })),
} as const;

/** Those of whoever is in already stand where all screens do. */
const inShell: ReadonlySet<string> = new Set([
  accountAddresses.account,
  accountAddresses.security,
  accountAddresses.ownData,
  accountAddresses.inbox,
  accountAddresses.people,
]);

function ShellSkeleton() {
  const { say } = useProduct();
  return (
    <Shell>
      <PageSkeleton label={say("loading")} />
    </Shell>
  );
}

export function AccountPages() {
  const { application } = useProduct();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const Page =
    Object.hasOwn(pages, path) && application.signIn.length > 0 ? pages[path as keyof typeof pages] : undefined;
  if (Page === undefined)
    return (
      <main>
        <NoSuchPage />
      </main>
    );
  return (
    <Suspense fallback={inShell.has(path) ? <ShellSkeleton /> : <FrameSkeleton />}>
      <Page key={path} />
    </Suspense>
  );
}
