// A password is chosen by a user whom a link from a mail has let in, or who has been signed in for long.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "../../../kit/notify.ts";
import { accountAddresses } from "../../product/addresses.ts";
import { useGo } from "../../routing/use-go.ts";
import { useProduct } from "../../product/product.tsx";
import { AskForm } from "../ask-form.tsx";
import { CodeField, OwnName, PasswordField } from "../credentials.tsx";
import { useEntry } from "../entry.ts";
import { AccountFrame } from "../frame.tsx";
import type { AuthProblem } from "../refusals.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { RecoverForm } from "./recover.tsx";

export function NewPassword() {
  const { person, isHalfIn } = useProduct();
  const say = usePeopleSay();
  const { then, leadingOn } = useEntry();
  const go = useGo();
  const queries = useQueryClient();
  if (isHalfIn)
    return (
      <AccountFrame title={say("factorTitle")}>
        <p>{say("needsFactor")}</p>
        <Button
          onClick={() =>
            void go(`${accountAddresses.factor}?then=${encodeURIComponent(leadingOn(accountAddresses.newPassword))}`)
          }
        >
          {say("goOn")}
        </Button>
      </AccountFrame>
    );
  if (person === undefined)
    return (
      <AccountFrame title={say("linkNeeded")}>
        <p>{say("linkNeededText")}</p>
        <RecoverForm title={say("linkNeeded")} />
      </AccountFrame>
    );
  return (
    <AccountFrame title={say("newPasswordTitle")}>
      <p className="quiet">{person.email}</p>
      <NewPasswordForm
        title={say("newPasswordTitle")}
        email={person.email}
        onDone={() => {
          notify(say("passwordChanged"));
          void queries.invalidateQueries();
          void go(then, { replace: true });
        }}
      />
    </AccountFrame>
  );
}

type NewPasswordProps = {
  readonly title: string;
  readonly email: string;
  readonly onDone: () => void;
  /** What has to be done first, if anything: becoming the person. */
  readonly begin?: () => Promise<AuthProblem | null>;
  readonly submit?: string;
};

/** A user who signed in long ago shows by a code that the mailbox is theirs. */
export function NewPasswordForm({ title, email, onDone, begin, submit }: NewPasswordProps) {
  const { backend } = useProduct();
  const say = usePeopleSay();
  const [password, setPassword] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const [code, setCode] = useState("");
  return (
    <AskForm
      label={title}
      submit={submit ?? say("savePassword")}
      onSend={async () => {
        const refused = await begin?.();
        if (refused !== undefined && refused !== null) return refused;
        const { error } = await backend.auth.updateUser({ password, ...(isAsked ? { nonce: code } : {}) });
        if (error?.code === "reauthentication_needed" && !isAsked) {
          const { error: away } = await backend.auth.reauthenticate();
          if (away === null) setIsAsked(true);
          return away ?? say("reauthenticate");
        }
        if (error === null) {
          setPassword("");
          setIsAsked(false);
          onDone();
        }
        return error;
      }}
    >
      <OwnName email={email} />
      <PasswordField value={password} onChange={setPassword} isNew label={say("newPassword")} />
      {isAsked && <CodeField value={code} onChange={setCode} help={say("codeFromMail")} />}
    </AskForm>
  );
}
