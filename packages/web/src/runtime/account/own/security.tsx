// What opens an account: the password, second factors, and the devices where it is open.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { notify } from "../../../kit/notify.ts";
import { useProduct, type Person } from "../../product/product.tsx";
import { NewPasswordForm } from "../signing/new-password.tsx";
import { mailMethods, signInMethods } from "../sign-in-methods.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { devicesKey, DevicesPart } from "./devices.tsx";
import { FactorsPart } from "./factors.tsx";
import { IdentitiesPart } from "./identities.tsx";
import { InPlace } from "./in-place.tsx";
import { OwnPage, Part } from "./own-page.tsx";

export function Security() {
  const { application } = useProduct();
  const say = usePeopleSay();
  return (
    <OwnPage title={say("security")}>
      {(person) => (
        <>
          {mailMethods(application).password && <PasswordPart person={person} />}
          {signInMethods(application).some(({ kind }) => kind === "provider") && <IdentitiesPart />}
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
  const queries = useQueryClient();
  return (
    <Part title={say("password")} what={say("passwordText")}>
      <InPlace label={say("changePassword")}>
        {(close) => (
          <>
            <NewPasswordForm
              title={say("changePassword")}
              email={person.email}
              onDone={() => {
                notify(say("passwordChanged"));
                close();
                void queries.invalidateQueries({ queryKey: devicesKey });
              }}
            />
            <Button variant="default" onClick={close}>
              {sayCore("cancel")}
            </Button>
          </>
        )}
      </InPlace>
    </Part>
  );
}
