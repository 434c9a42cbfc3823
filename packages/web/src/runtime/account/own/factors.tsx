// Second factors: an app on a phone that shows codes. Set up with a picture or by hand, listed, removed.
import { Button, TextInput } from "@mantine/core";
import { IconDeviceMobile } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "../../../kit/failure.tsx";
import { notify } from "../../../kit/notify.ts";
import { RowSkeletons } from "../../../kit/skeletons.tsx";
import { useProduct } from "../../product/product.tsx";
import { AskForm, useSending } from "../ask-form.tsx";
import { CodeField } from "../credentials.tsx";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { InPlace, useFirstFocused } from "./in-place.tsx";
import { Part } from "./own-page.tsx";
import classes from "./own.module.css";
import { dateFormat } from "../../../words/formatters.ts";

type Enrolling = { readonly id: string; readonly picture: string; readonly secret: string };

export function FactorsPart() {
  const { backend, locale, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const queries = useQueryClient();
  const { error, run, isWorking } = useSending();
  const factors = useQuery({
    queryKey: ["factors", "own"],
    queryFn: async () => {
      const { data, error: refused } = await backend.auth.mfa.listFactors();
      if (refused !== null) throw refused;
      return data.totp;
    },
  });
  const changed = async () => {
    // The tokens of before say less, or more, than is true now.
    await backend.auth.refreshSession();
    await queries.invalidateQueries();
  };
  return (
    <Part title={say("secondFactor")} what={say("secondFactorText")}>
      {factors.error !== null && <Failure say={sayCore} error={factors.error} onRetry={() => void factors.refetch()} />}
      {factors.data === undefined && factors.error === null && <RowSkeletons count={1} />}
      {factors.data !== undefined && factors.data.length > 0 && (
        <ul className={classes["rows"]}>
          {factors.data.map(({ id, friendly_name: called, created_at: since }) => (
            <li key={id} className={classes["row"]}>
              <IconDeviceMobile size={20} aria-hidden="true" />
              <div>
                <p>{called || say("factorUnnamed")}</p>
                <p className="quiet">
                  {say("since", {
                    day: dateFormat(locale, { dateStyle: "medium" }).format(new Date(since)),
                  })}
                </p>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={say("removeOf", { name: called || say("factorUnnamed") })}
                loading={isWorking}
                onClick={async () => {
                  if (!(await run(async () => (await backend.auth.mfa.unenroll({ factorId: id })).error))) return;
                  notify(say("factorRemoved"));
                  await changed();
                }}
              >
                {say("remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error !== "" && (
        <p role="alert" className="wrong">
          {error}
        </p>
      )}
      <InPlace label={say("addFactor")}>
        {(close) => (
          <AddFactor
            onDone={async () => {
              close();
              await changed();
            }}
            onCancel={close}
          />
        )}
      </InPlace>
    </Part>
  );
}

type AddFactorProps = { readonly onDone: () => Promise<void>; readonly onCancel: () => void };

function AddFactor({ onDone, onCancel }: AddFactorProps) {
  const { backend, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const [name, setName] = useState("");
  const [enrolling, setEnrolling] = useState<Enrolling | undefined>(undefined);
  const place = useFirstFocused(enrolling !== undefined);
  return (
    <div ref={place} className={classes["body"]}>
      {enrolling === undefined ? (
        <AskForm
          label={say("addFactor")}
          submit={sayCore("goOn")}
          onSend={async () => {
            // A factor that was begun and not finished must not block a new one.
            const { data: all } = await backend.auth.mfa.listFactors();
            for (const one of all?.all.filter(({ status }) => status === "unverified") ?? [])
              await backend.auth.mfa.unenroll({ factorId: one.id });
            const { data, error: refused } = await backend.auth.mfa.enroll({
              factorType: "totp",
              friendlyName: name.trim(),
            });
            if (refused === null)
              setEnrolling({ id: data.id, picture: pictureOf(data.totp.qr_code), secret: data.totp.secret });
            return refused;
          }}
          after={
            <Button variant="default" onClick={onCancel}>
              {sayCore("cancel")}
            </Button>
          }
        >
          <TextInput
            label={say("factorName")}
            description={say("factorNameHelp")}
            maxLength={100}
            required
            withAsterisk={false}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
          />
        </AskForm>
      ) : (
        <Enrol enrolling={enrolling} onDone={onDone} onCancel={onCancel} />
      )}
    </div>
  );
}

type EnrolProps = AddFactorProps & { readonly enrolling: Enrolling };

function Enrol({ enrolling: { id, picture, secret }, onDone, onCancel }: EnrolProps) {
  const { backend, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const [code, setCode] = useState("");
  return (
    <div className={classes["enrol"]}>
      <img src={picture} alt={say("factorPicture")} />
      <div>
        <p>{say("factorScan")}</p>
        <p className="quiet" style={{ marginTop: 8 }}>
          {say("factorByHand")}
        </p>
        <p className={classes["secret"]} style={{ marginBottom: 12 }}>
          {secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
        </p>
        <AskForm
          label={say("addFactor")}
          submit={say("confirmCode")}
          onSend={async () => {
            const { error } = await backend.auth.mfa.challengeAndVerify({ factorId: id, code });
            if (error !== null) return error;
            notify(say("factorAdded"));
            await onDone();
            return null;
          }}
          after={
            <Button variant="default" onClick={onCancel}>
              {sayCore("cancel")}
            </Button>
          }
        >
          <CodeField value={code} onChange={setCode} />
        </AskForm>
      </div>
    </div>
  );
}

/** The picture as an address: its content must not end it. */
function pictureOf(qr: string): string {
  const svg = qr.slice(qr.indexOf("<svg"));
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
