// What opens an account: the password, second factors, and the devices where it is open.
import { useState } from "react";
import { Button } from "@mantine/core";
import { notify } from "../../../kit/notify.ts";
import { useProduct, type Person } from "../../session/product.tsx";
import { NewPasswordForm } from "../signing/new-password.tsx";
import { mailWays, waysOf } from "../ways.ts";
import { usePeopleSay } from "../words/use-people-say.ts";
import { DevicesPart } from "./devices.tsx";
import { FactorsPart } from "./factors.tsx";
import { IdentitiesPart } from "./identities.tsx";
import { OwnPage, Part } from "./own-page.tsx";

export function Security() {
  const { application } = useProduct();
  const say = usePeopleSay();
  return (
    <OwnPage title={say("security")}>
      {(person) => (
        <>
          {mailWays(application).password && <PasswordPart person={person} />}
          {waysOf(application).some(({ kind }) => kind === "provider") && <IdentitiesPart />}
          <FactorsPart />
          <DevicesPart />
        </>
      )}
    </OwnPage>
  );
}

function PasswordPart({ person }: { readonly person: Person }) {
  const say = usePeopleSay();
  const { say: sayCore } = useProduct();
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Part title={say("password")} what={say("passwordText")}>
      {isChanging ? (
        <>
          <NewPasswordForm
            title={say("changePassword")}
            email={person.email}
            onDone={() => {
              notify(say("passwordChanged"));
              setIsChanging(false);
            }}
          />
          <Button variant="default" onClick={() => setIsChanging(false)}>
            {sayCore("cancel")}
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {say("changePassword")}
        </Button>
      )}
    </Part>
  );
}
