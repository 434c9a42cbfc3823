// The address of an account, and a change of it: both mailboxes agree before it holds.
import { Button } from "@mantine/core";
import type { User } from "@supabase/auth-js";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "../../../kit/notify.ts";
import { useProduct, type Person } from "../../product/product.tsx";
import { AskForm, useSending } from "../ask-form.tsx";
import { EmailField } from "../credentials.tsx";
import { useEntry } from "../entry.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { InPlace } from "./in-place.tsx";
import { Part } from "./own-page.tsx";

/** A user who was let in without a confirmation counts as confirmed to clients, and their identity says that it is not. */
const isShownToBeTheirs = ({ email_confirmed_at, identities = [] }: User): boolean =>
  email_confirmed_at !== undefined &&
  !identities.some(({ provider, identity_data: said }) => provider === "email" && said?.["email_verified"] === false);

export function AddressPart({ person }: { readonly person: Person }) {
  const { backend, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const { comeBack } = useEntry();
  const [wanted, setWanted] = useState("");
  const { isWorking, run, error } = useSending();
  const account = useQuery({
    queryKey: ["account", person.id],
    queryFn: async () => {
      const { data, error: refused } = await backend.auth.getUser();
      if (refused !== null) throw refused;
      return data.user;
    },
  });
  const pending = account.data?.new_email;
  const isConfirmed = account.data === undefined || isShownToBeTheirs(account.data);
  const options = { emailRedirectTo: comeBack("address") };
  return (
    <Part title={say("address")} what={say("addressText")}>
      <p className="breaks">
        <strong style={{ fontWeight: 500 }}>{account.data?.email ?? person.email}</strong>
        {!isConfirmed && <span className="quiet"> · {say("unconfirmed")}</span>}
      </p>
      {!isConfirmed && pending === undefined && (
        <Button
          variant="default"
          loading={isWorking}
          onClick={async () => {
            const asked = {
              type: "signup",
              email: person.email,
              options: { emailRedirectTo: comeBack("confirm") },
            } as const;
            if (await run(async () => (await backend.auth.resend(asked)).error)) notify(say("sentAgain"));
          }}
        >
          {say("sendConfirmation")}
        </Button>
      )}
      {pending !== undefined && (
        <div className="not-shown" role="status">
          <strong>{say("changePending", { email: pending })}</strong>
          <p>{say("changePendingText")}</p>
          <Button
            variant="default"
            size="xs"
            mt={10}
            loading={isWorking}
            onClick={async () => {
              const asked = { type: "email_change", email: person.email, options } as const;
              if (await run(async () => (await backend.auth.resend(asked)).error)) notify(say("sentAgain"));
            }}
          >
            {say("again")}
          </Button>
        </div>
      )}
      {error !== "" && (
        <p role="alert" className="wrong">
          {error}
        </p>
      )}
      <InPlace label={say("changeAddress")}>
        {(close) => (
          <AskForm
            label={say("changeAddress")}
            submit={say("changeAddress")}
            onSend={async () => {
              const { error: refused } = await backend.auth.updateUser({ email: wanted }, options);
              if (refused !== null) return refused;
              close();
              setWanted("");
              await account.refetch();
              return null;
            }}
            after={
              <Button variant="default" onClick={close}>
                {sayCore("cancel")}
              </Button>
            }
          >
            <EmailField label={say("newAddress")} value={wanted} onChange={setWanted} />
          </AskForm>
        )}
      </InPlace>
    </Part>
  );
}
