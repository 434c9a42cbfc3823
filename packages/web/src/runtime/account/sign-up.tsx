// Signing up: an address, a password, and what section 3 requires of every account.
import { Button } from "@mantine/core";
import type { ApplicationField } from "@writ/language/product";
import { useState } from "react";
import { emptyFor, readTyped, type Draft } from "../fields/draft.ts";
import { InputField } from "../fields/input-field.tsx";
import { accountAddresses } from "../routing/addresses.ts";
import { AppLink } from "../routing/link.tsx";
import { useProduct } from "../session/product.tsx";
import { EmailField, PasswordField } from "./credentials.tsx";
import { AccountFrame } from "./frame.tsx";
import { useEntry } from "./use-entry.ts";

export function SignUp() {
  const { application, backend, say, locale } = useProduct();
  const fields: readonly ApplicationField[] = Object.values(application.entities["user"]?.fields ?? {})
    .filter(({ required, auto, id }) => required && !auto && id !== "email")
    .sort((a, b) => Number(b.id === "name") - Number(a.id === "name"));
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [draft, setDraft] = useState<Draft>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState("");
  const [isSent, setIsSent] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const then = useEntry("signUp");
  const send = async () => {
    const data: Record<string, unknown> = {};
    const wrong: Record<string, string> = {};
    for (const field of fields) {
      const read = readTyped(draft[field.id] ?? emptyFor(field), field, { locale, application });
      if ("wrong" in read) wrong[field.id] = say(read.wrong, read.values);
      else if (read.value === null) wrong[field.id] = say("required");
      else data[field.id] = read.value;
    }
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setIsWorking(true);
    setError("");
    const { data: made, error: refused } = await backend.auth.signUp({
      email,
      password,
      options: { data, emailRedirectTo: `${location.origin}${then}` },
    });
    setIsWorking(false);
    if (refused !== null)
      setError(refused.status === undefined || refused.status === 0 ? say("offlineAnswer") : refused.message);
    else if (made.session === null) setIsSent(true);
  };
  if (isSent)
    return (
      <AccountFrame title={say("mailSent")}>
        <p role="status">{say("mailSentText", { email })}</p>
        <AppLink to={accountAddresses.signIn}>{say("signIn")}</AppLink>
      </AccountFrame>
    );
  return (
    <AccountFrame title={say("signUpTo", { name: application.title })}>
      <form
        noValidate={false}
        style={{ display: "flex", flexDirection: "column", gap: 16 }}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {fields.map((field) => (
          <InputField
            key={field.id}
            entity="user"
            field={field}
            required
            value={draft[field.id] ?? emptyFor(field)}
            error={errors[field.id]}
            onChange={(value) => setDraft((before) => ({ ...before, [field.id]: value }))}
          />
        ))}
        <EmailField value={email} onChange={setEmail} />
        <PasswordField value={password} onChange={setPassword} isNew />
        <div role="alert" className="wrong">
          {error}
        </div>
        <Button type="submit" loading={isWorking}>
          {say("signUp")}
        </Button>
      </form>
      <p className="quiet">
        <AppLink to={`${accountAddresses.signIn}?then=${encodeURIComponent(then)}`}>{say("haveAccount")}</AppLink>
      </p>
    </AccountFrame>
  );
}
