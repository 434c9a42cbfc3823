// Signing in, in the ways that the document names and in its order: an address with a password or a mail, providers.
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { lazy } from "../../../kit/lazy.ts";
import { wasEnded } from "../../data/leave.ts";
import { accountAddresses } from "../../product/addresses.ts";
import { AppLink } from "../../routing/link.tsx";
import { useGo } from "../../routing/use-go.ts";
import { useProduct } from "../../product/product.tsx";
import { AskForm } from "../ask-form.tsx";
import { EmailField, PasswordField } from "../credentials.tsx";
import { useEntry, useGoOnceIn, useRememberedAddress } from "../entry.ts";
import { AccountFrame } from "../frame.tsx";
import { mailMethods, signInMethods } from "../sign-in-methods.ts";
import { readPageSettings } from "../../page-settings.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { ByMailForm } from "./by-mail.tsx";
import { InOrder } from "./other-methods.tsx";
import classes from "../account.module.css";

const samplePeoplePart = lazy(async () => (await import("./sample-people.tsx")).SamplePeople);

export function SignIn() {
  const { application } = useProduct();
  const say = usePeopleSay();
  const entry = useEntry();
  useGoOnceIn(entry);
  const title = say("signInTo", { name: application.title });
  const { samplePeople } = readPageSettings();
  return (
    <AccountFrame title={title} aside={samplePeople !== undefined && <samplePeoplePart.Later address={samplePeople} />}>
      {wasEnded() && <p role="status">{say("sessionEnded")}</p>}
      <InOrder
        ways={signInMethods(application)}
        form={mailMethods(application).password ? <PasswordForm title={title} /> : <ByMailForm title={title} />}
      />
      <p className={classes["beneath"]}>
        <AppLink to={entry.leadingOn(accountAddresses.signUp)}>{say("noAccount")}</AppLink>
      </p>
    </AccountFrame>
  );
}

function PasswordForm({ title }: { readonly title: string }) {
  const { application, backend, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const { leadingOn } = useEntry();
  const go = useGo();
  const [email, setEmail] = useRememberedAddress();
  const [password, setPassword] = useState("");
  const { link, code } = mailMethods(application);
  return (
    <AskForm
      label={title}
      submit={sayCore("signIn")}
      onSend={async () => {
        const { error } = await backend.auth.signInWithPassword({ email, password });
        if (error?.code !== "email_not_confirmed") return error;
        await go(leadingOn(accountAddresses.confirm));
        return null;
      }}
      after={
        (link || code) && (
          <Button
            variant="subtle"
            leftSection={<IconMail size={16} aria-hidden="true" />}
            onClick={() => void go(leadingOn(accountAddresses.byMail))}
          >
            {say(link ? "sendLink" : "sendCode")}
          </Button>
        )
      }
    >
      <EmailField value={email} onChange={setEmail} />
      <PasswordField
        value={password}
        onChange={setPassword}
        beside={
          <p style={{ marginTop: 6 }}>
            <AppLink to={leadingOn(accountAddresses.recover)}>{say("forgotten")}</AppLink>
          </p>
        }
      />
    </AskForm>
  );
}
