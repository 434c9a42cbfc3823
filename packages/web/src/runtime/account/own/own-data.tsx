// The user's own data: to download, and to delete with the account. The page lists first what stays.
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { leave } from "../../data/leave.ts";
import { useProduct, type Person } from "../../product/product.tsx";
import { AskForm, useSending } from "../ask-form.tsx";
import { CodeField, OwnName, PasswordField } from "../credentials.tsx";
import { mailMethods } from "../sign-in-methods.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { askAccounts, problemOf } from "./ask-accounts.ts";
import { InPlace } from "./in-place.tsx";
import { OwnPage, Part } from "./own-page.tsx";
import classes from "./own.module.css";

export function OwnData() {
  const say = usePeopleSay();
  return (
    <OwnPage title={say("ownData")}>
      {(person) => (
        <>
          <ExportPart />
          <LeavePart person={person} />
        </>
      )}
    </OwnPage>
  );
}

function ExportPart() {
  const { backend } = useProduct();
  const say = usePeopleSay();
  const { error, run, isWorking, alert } = useSending();
  const take = async () => {
    const all = await askAccounts<unknown>(backend, "GET", "/user/export");
    const address = URL.createObjectURL(new Blob([JSON.stringify(all, null, 2)], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: address, download: "my-data.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    return null;
  };
  return (
    <Part title={say("export")} what={say("exportText")}>
      <Button variant="default" loading={isWorking} onClick={() => void run(async () => take().catch(problemOf))}>
        {say("exportButton")}
      </Button>
      <div role="alert" tabIndex={-1} ref={alert} className="wrong">
        {error}
      </div>
    </Part>
  );
}

function LeavePart({ person }: { readonly person: Person }) {
  const { application, backend, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isByCode, setIsByCode] = useState(!mailMethods(application).password);
  const [isSent, setIsSent] = useState(false);
  // A visitor has no address to type.
  const word = person.isVisitor ? application.title : person.email;
  const isCertain = typed.trim().toLowerCase() === word.toLowerCase();
  const sendCode = async () => {
    const { error } = await backend.auth.reauthenticate();
    if (error === null) setIsSent(true);
    return error;
  };
  const endAccount = async () => {
    if (isByCode && !isSent && !person.isVisitor) return sendCode();
    const shown = isByCode ? { nonce: code } : { password };
    const refused = await askAccounts(backend, "DELETE", "/user", person.isVisitor ? {} : shown).then(
      () => null,
      problemOf,
    );
    if (refused !== null)
      return refused.code === "reauthentication_needed" ? say(isByCode ? "codeWrong" : "passwordWrong") : refused;
    await leave(backend);
    location.assign("/");
    return null;
  };
  return (
    <Part title={say("leave")} what={say("leaveText")}>
      <InPlace label={say("leave")} variant="outline" color="red">
        {(close) => (
          <div className={classes["danger"]}>
            <p>{say("whatGoes")}</p>
            <ul>
              <li>{say("goesAccount")}</li>
              <li>{say("goesRoles")}</li>
              <li>{say("staysRows")}</li>
            </ul>
            <AskForm
              label={say("leave")}
              submit={say(isByCode && !isSent && !person.isVisitor ? "sendTheCode" : "leaveButton")}
              color="red"
              isReady={isCertain}
              onSend={endAccount}
              after={
                <Button variant="default" onClick={close}>
                  {sayCore("cancel")}
                </Button>
              }
            >
              <TextInput
                label={say("typeToConfirm", { word })}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              {!person.isVisitor && !isByCode && (
                <>
                  <OwnName email={person.email} />
                  <PasswordField
                    value={password}
                    onChange={setPassword}
                    beside={
                      <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setIsByCode(true)}>
                        {say("noPassword")}
                      </Button>
                    }
                  />
                </>
              )}
              {isSent && isByCode && <CodeField value={code} onChange={setCode} help={say("codeFromMail")} />}
            </AskForm>
          </div>
        )}
      </InPlace>
    </Part>
  );
}
