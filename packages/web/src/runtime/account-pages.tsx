// The pages of accounts and people: every address with the one page that answers it, each loaded when it is opened.
import { useRouterState } from "@tanstack/react-router";
import { Away } from "../kit/failure.tsx";
import { lazy } from "../kit/lazy.ts";
import { PageSkeleton } from "../kit/skeletons.tsx";
import { accountAddresses, isInShell } from "./product/addresses.ts";
import { NoSuchPage } from "./gaps/no-such-page.tsx";
import { useProduct } from "./product/product.tsx";
import { Start } from "./account/start.tsx";
import { Shell } from "./shell/shell.tsx";
import { FrameSkeleton } from "./account/frame.tsx";
// In the file of signing in, which has its form, too.
import { ByMail } from "./account/signing/by-mail.tsx";

const pages = {
  [accountAddresses.signIn]: lazy(async () => (await import("./account/signing/sign-in.tsx")).SignIn),
  [accountAddresses.byMail]: lazy(async () => ByMail),
  [accountAddresses.code]: lazy(async () => (await import("./account/signing/mail-sent.tsx")).SignInSent),
  [accountAddresses.factor]: lazy(async () => (await import("./account/signing/factor.tsx")).FactorStep),
  [accountAddresses.signUp]: lazy(async () => (await import("./account/signing/sign-up.tsx")).SignUp),
  [accountAddresses.confirm]: lazy(async () => (await import("./account/signing/mail-sent.tsx")).ConfirmSent),
  [accountAddresses.recover]: lazy(async () => (await import("./account/signing/recover.tsx")).Recover),
  [accountAddresses.recoverSent]: lazy(async () => (await import("./account/signing/mail-sent.tsx")).RecoverSent),
  [accountAddresses.newPassword]: lazy(async () => (await import("./account/signing/new-password.tsx")).NewPassword),
  [accountAddresses.return]: lazy(async () => (await import("./account/signing/come-back.tsx")).ComeBack),
  [accountAddresses.start]: lazy(async () => Start),
  [accountAddresses.account]: lazy(async () => (await import("./account/own/profile.tsx")).Profile),
  [accountAddresses.security]: lazy(async () => (await import("./account/own/security.tsx")).Security),
  [accountAddresses.ownData]: lazy(async () => (await import("./account/own/own-data.tsx")).OwnData),
  [accountAddresses.inbox]: lazy(async () => (await import("./inbox/inbox-page.tsx")).Inbox),
  [accountAddresses.people]: lazy(async () => (await import("./people/people.tsx")).People),
} as const;

const pageAt = (path: string) => (Object.hasOwn(pages, path) ? pages[path as keyof typeof pages] : undefined);

export const loadPageAt = async (path: string): Promise<void> => pageAt(path)?.load();

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
  const Page = application.signIn.length > 0 ? pageAt(path)?.Later : undefined;
  if (Page === undefined)
    return (
      <main>
        <NoSuchPage />
      </main>
    );
  if (!isInShell(path))
    return <Page key={path} instead={<FrameSkeleton />} away={(again) => <Away onRetry={again} />} />;
  return (
    <Page
      key={path}
      instead={<ShellSkeleton />}
      away={(again) => (
        <Shell>
          <Away onRetry={again} />
        </Shell>
      )}
    />
  );
}
