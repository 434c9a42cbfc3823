// A mail is on its way: what it holds, a field for its code, and the ways on where it does not come.
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { notify } from "../../../kit/notify.ts";
import { accountAddresses } from "../../product/addresses.ts";
import { AppLink } from "../../routing/link.tsx";
import { useProduct } from "../../product/product.tsx";
import { AskForm, useSending } from "../ask-form.tsx";
import { CodeField } from "../credentials.tsx";
import { useEntry, useGoOnceIn, useRememberedAddress } from "../entry.ts";
import { AccountFrame } from "../frame.tsx";
import type { AuthProblem } from "../refusals.ts";
import { mailMethods } from "../sign-in-methods.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { useSendSignIn } from "./by-mail.tsx";
import classes from "../account.module.css";

type SentProps = {
  readonly title: string;
  readonly text: string;
  readonly kind: "email" | "recovery";
  readonly hasLink: boolean;
  readonly again: () => Promise<{ readonly error: AuthProblem | null }>;
  /** Where another address can be typed. */
  readonly back: string;
  /** Where a user goes once they are in, if not to where they wanted. */
  readonly to?: string;
};

export function SignInSent() {
  const { application } = useProduct();
  const say = usePeopleSay();
  const { leadingOn } = useEntry();
  const [email] = useRememberedAddress();
  const send = useSendSignIn();
  const { link, password } = mailMethods(application);
  return (
    <MailSent
      title={say("mailSent")}
      text={say(password ? "mailIfAccount" : "mailSentTo", { email })}
      kind="email"
      hasLink={link}
      again={async () => send(email)}
      back={leadingOn(password ? accountAddresses.byMail : accountAddresses.signIn)}
    />
  );
}

export function ConfirmSent() {
  const { backend } = useProduct();
  const say = usePeopleSay();
  const { comeBack, leadingOn } = useEntry();
  const [email] = useRememberedAddress();
  return (
    <MailSent
      title={say("confirmTitle")}
      text={say("confirmText", { email })}
      kind="email"
      hasLink
      again={async () =>
        backend.auth.resend({ type: "signup", email, options: { emailRedirectTo: comeBack("confirm") } })
      }
      back={leadingOn(accountAddresses.signUp)}
    />
  );
}

export function RecoverSent() {
  const { backend } = useProduct();
  const say = usePeopleSay();
  const { comeBack, leadingOn } = useEntry();
  const [email] = useRememberedAddress();
  return (
    <MailSent
      title={say("mailSent")}
      text={say("recoverText", { email })}
      kind="recovery"
      hasLink
      again={async () => backend.auth.resetPasswordForEmail(email, { redirectTo: comeBack("new-password") })}
      back={leadingOn(accountAddresses.recover)}
      to={leadingOn(accountAddresses.newPassword)}
    />
  );
}

function MailSent({ title, text, kind, hasLink, again, back, to }: SentProps) {
  const { application, backend } = useProduct();
  const say = usePeopleSay();
  const entry = useEntry();
  useGoOnceIn(entry, to);
  const [email] = useRememberedAddress();
  const [code, setCode] = useState("");
  const hasCode = mailMethods(application).code;
  return (
    <AccountFrame title={title} icon={<Envelope />}>
      <p role="status">{text}</p>
      {hasCode && (
        <AskForm
          label={title}
          submit={say("goOn")}
          onSend={async () => (await backend.auth.verifyOtp({ email, token: code, type: kind })).error}
        >
          <CodeField value={code} onChange={setCode} help={say(hasLink ? "codeOrLink" : "codeFromMail")} />
        </AskForm>
      )}
      <Again again={again} />
      <p className={classes["beneath"]}>
        <AppLink to={back}>{say("otherAddress")}</AppLink>
      </p>
    </AccountFrame>
  );
}

const Envelope = () => (
  <span className={classes["picture"]} aria-hidden="true">
    <IconMail size={22} />
  </span>
);

const pause = 30;

/** After a while only: a second mail makes the first one worthless. */
function Again({ again }: Pick<SentProps, "again">) {
  const say = usePeopleSay();
  const [left, setLeft] = useState(pause);
  const { error, isWorking, run, alert } = useSending();
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <div className={classes["others"]}>
      <Button
        variant="default"
        loading={isWorking}
        {...(left > 0 ? { "data-disabled": true, "aria-disabled": true } : {})}
        onClick={async () => {
          if (left > 0 || !(await run(async () => (await again()).error))) return;
          notify(say("sentAgain"));
          setLeft(pause);
        }}
      >
        {left > 0 ? say("againIn", { count: left }) : say("again")}
      </Button>
      <div role="alert" tabIndex={-1} ref={alert} className="wrong">
        {error}
      </div>
    </div>
  );
}
