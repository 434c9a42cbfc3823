// A user does not know their password any more: a mail with a link lets them choose another one.
import { accountAddresses } from "../../product/addresses.ts";
import { AppLink } from "../../routing/link.tsx";
import { useGo } from "../../routing/use-go.ts";
import { useProduct } from "../../product/product.tsx";
import { AskForm } from "../ask-form.tsx";
import { EmailField } from "../credentials.tsx";
import { useEntry, useRememberedAddress } from "../entry.ts";
import { AccountFrame } from "../frame.tsx";
import { usePeopleSay } from "../../product/use-people-say.ts";
import classes from "../account.module.css";

export function Recover() {
  const say = usePeopleSay();
  const { leadingOn } = useEntry();
  return (
    <AccountFrame title={say("recoverTitle")}>
      <p className="quiet">{say("recoverHelp")}</p>
      <RecoverForm title={say("recoverTitle")} />
      <p className={classes["beneath"]}>
        <AppLink to={leadingOn(accountAddresses.signIn)}>{say("backToSignIn")}</AppLink>
      </p>
    </AccountFrame>
  );
}

export function RecoverForm({ title }: { readonly title: string }) {
  const { backend } = useProduct();
  const say = usePeopleSay();
  const { comeBack, leadingOn } = useEntry();
  const go = useGo();
  const [email, setEmail] = useRememberedAddress();
  return (
    <AskForm
      label={title}
      submit={say("sendTheLink")}
      onSend={async () => {
        const { error } = await backend.auth.resetPasswordForEmail(email, { redirectTo: comeBack("new-password") });
        if (error === null) await go(leadingOn(accountAddresses.recoverSent));
        return error;
      }}
    >
      <EmailField value={email} onChange={setEmail} />
    </AskForm>
  );
}
