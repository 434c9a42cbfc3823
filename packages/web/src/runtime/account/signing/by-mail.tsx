// Signing in by a mail: an address is enough, and the mail holds a link, a code, or both.
import { accountAddresses } from "../../product/addresses.ts";
import { AppLink } from "../../routing/link.tsx";
import { useGo } from "../../routing/use-go.ts";
import { useProduct } from "../../product/product.tsx";
import { AskForm } from "../ask-form.tsx";
import { EmailField } from "../credentials.tsx";
import { useEntry, useGoOnceIn, useRememberedAddress } from "../entry.ts";
import { AccountFrame } from "../frame.tsx";
import { mailMethods } from "../sign-in-methods.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import classes from "../account.module.css";

export function ByMail() {
  const say = usePeopleSay();
  const entry = useEntry();
  useGoOnceIn(entry);
  const title = say("signInByMail");
  return (
    <AccountFrame title={title}>
      <ByMailForm title={title} />
      <p className={classes["beneath"]}>
        <AppLink to={entry.leadingOn(accountAddresses.signIn)}>{say("otherWays")}</AppLink>
      </p>
    </AccountFrame>
  );
}

export function ByMailForm({ title }: { readonly title: string }) {
  const { application } = useProduct();
  const say = usePeopleSay();
  const { leadingOn } = useEntry();
  const go = useGo();
  const [email, setEmail] = useRememberedAddress();
  const send = useSendSignIn();
  return (
    <AskForm
      label={title}
      submit={say(mailMethods(application).link ? "sendTheLink" : "sendTheCode")}
      onSend={async () => {
        const { error } = await send(email);
        if (error === null) await go(leadingOn(accountAddresses.code));
        return error;
      }}
    >
      <EmailField value={email} onChange={setEmail} />
    </AskForm>
  );
}

/** Where there is no password to sign up with, a user who is new gets an account by the same mail. */
export function useSendSignIn() {
  const { application, backend } = useProduct();
  const { comeBack } = useEntry();
  return async (email: string) =>
    backend.auth.signInWithOtp({
      email,
      options: { emailRedirectTo: comeBack(), shouldCreateUser: !mailMethods(application).password },
    });
}
