// Signing in, in the ways that the document names: a password, or a link that comes by mail.
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { accountAddresses } from "../routing/addresses.ts";
import { AppLink } from "../routing/link.tsx";
import { useProduct } from "../session/product.tsx";
import { EmailField, PasswordField } from "./credentials.tsx";
import { AccountFrame } from "./frame.tsx";
import { useEntry } from "./use-entry.ts";

export function SignIn() {
  const { application, backend, say } = useProduct();
  const ways = new Set(application.signIn);
  const [isByLink, setIsByLink] = useState(!ways.has("email and password"));
  const [isSent, setIsSent] = useState(false);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [isWorking, setIsWorking] = useState(false);
  const then = useEntry("signIn");
  const send = async () => {
    setIsWorking(true);
    setError("");
    const { error: refused } = isByLink
      ? await backend.auth.signInWithOtp({
          email,
          options: { emailRedirectTo: `${location.origin}${then}`, shouldCreateUser: false },
        })
      : await backend.auth.signInWithPassword({ email, password });
    setIsWorking(false);
    if (refused === null) setIsSent(isByLink);
    else if (refused.code === "invalid_credentials") setError(say("wrongPassword"));
    else setError(refused.status === undefined || refused.status === 0 ? say("offlineAnswer") : refused.message);
  };
  if (isSent)
    return (
      <AccountFrame title={say("mailSent")}>
        <p role="status">{say("mailSentText", { email })}</p>
        <Button variant="default" onClick={() => setIsSent(false)}>
          {say("back")}
        </Button>
      </AccountFrame>
    );
  return (
    <AccountFrame title={say("signInTo", { name: application.title })}>
      <form
        style={{ display: "flex", flexDirection: "column", gap: 16 }}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <EmailField value={email} onChange={setEmail} />
        {!isByLink && <PasswordField value={password} onChange={setPassword} />}
        <div role="alert" className="wrong">
          {error}
        </div>
        <Button type="submit" loading={isWorking}>
          {isByLink ? say("goOn") : say("signIn")}
        </Button>
        {(ways.has("magic link") || ways.has("code by mail")) && ways.has("email and password") && (
          <Button
            variant="subtle"
            leftSection={isByLink ? null : <IconMail size={16} aria-hidden="true" />}
            onClick={() => setIsByLink(!isByLink)}
          >
            {say(isByLink ? "usePassword" : "sendLink")}
          </Button>
        )}
      </form>
      <p className="quiet">
        <AppLink to={`${accountAddresses.signUp}?then=${encodeURIComponent(then)}`}>{say("noAccount")}</AppLink>
      </p>
    </AccountFrame>
  );
}
