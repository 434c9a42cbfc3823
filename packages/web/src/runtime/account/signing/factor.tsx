// The second step of signing in: a code from an app, where a user has set one up.
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { leave } from "../../data/leave.ts";
import { accountAddresses } from "../../product/addresses.ts";
import { useGo } from "../../routing/use-go.ts";
import { useProduct } from "../../product/product.tsx";
import { AskForm } from "../ask-form.tsx";
import { CodeField } from "../credentials.tsx";
import { useEntry } from "../entry.ts";
import { AccountFrame, FrameSkeleton } from "../frame.tsx";
import { usePeopleSay } from "../../product/use-people-say.ts";

export function FactorStep() {
  const { backend, person, isHalfIn } = useProduct();
  const say = usePeopleSay();
  const { then, leadingOn } = useEntry();
  const go = useGo();
  const [code, setCode] = useState("");
  const [chosen, setChosen] = useState("");
  const factors = useQuery({
    queryKey: ["factors"],
    enabled: isHalfIn,
    queryFn: async () => {
      const { data, error } = await backend.auth.mfa.listFactors();
      if (error !== null) throw error;
      return data.totp;
    },
  });
  useEffect(() => {
    if (isHalfIn) return;
    void go(person === undefined ? leadingOn(accountAddresses.signIn) : then, { replace: true });
  }, [isHalfIn, person, then, leadingOn, go]);
  if (!isHalfIn || factors.data === undefined) return <FrameSkeleton />;
  const factorId = chosen === "" ? (factors.data[0]?.id ?? "") : chosen;
  return (
    <AccountFrame title={say("factorTitle")}>
      <p className="quiet">{say("factorText")}</p>
      <AskForm
        label={say("factorTitle")}
        submit={say("goOn")}
        onSend={async () => (await backend.auth.mfa.challengeAndVerify({ factorId, code })).error}
      >
        {factors.data.length > 1 && (
          <NativeSelect
            label={say("factorWhich")}
            value={factorId}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={factors.data.map(({ id, friendly_name: name }) => ({
              value: id,
              label: name || say("factorUnnamed"),
            }))}
          />
        )}
        <CodeField value={code} onChange={setCode} />
      </AskForm>
      <Button variant="subtle" onClick={() => void leave(backend)}>
        {say("otherAccount")}
      </Button>
    </AccountFrame>
  );
}
