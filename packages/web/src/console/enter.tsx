// For a user who is not let in: how one is.
import { Button, PasswordInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { getJson, postJson, Refused } from "./api.ts";
import { productSession, signInAddress } from "./product-session.ts";
import classes from "./console.module.css";

export type EnterProps = { readonly development: boolean; readonly hasKey: boolean };

export function Enter({ development, hasKey }: EnterProps) {
  const isUsed = new URLSearchParams(location.search).get("link") === "used";
  return (
    <main className={classes["enter"]}>
      <h1>Console</h1>
      {development ? (
        <p role="status">
          {isUsed
            ? "This link has already been used. The terminal shows a new one."
            : "Open the address that the terminal shows. It contains a token that signs you in."}
        </p>
      ) : (
        <Operators />
      )}
      {hasKey && (
        <details>
          <summary>Use the console key instead</summary>
          <KeyForm />
        </details>
      )}
    </main>
  );
}

/** Whoever is signed in to the product is let in, if they are named; a user who has just left asks for it first. */
function Operators() {
  const [hasLeft, setHasLeft] = useState(new URLSearchParams(location.search).has("left"));
  const session = productSession();
  const entering = useQuery({
    queryKey: ["enter"],
    queryFn: async () => enter(session?.token ?? ""),
    enabled: session?.isCurrent === true && !hasLeft,
    retry: false,
    staleTime: Infinity,
  });
  const { error } = entering;
  if (session === undefined || error instanceof Refused)
    return <Refusal refused={error instanceof Refused ? error : undefined} />;
  if (error !== null)
    return (
      <Told words={<>{error.message}</>}>
        <Button onClick={() => void entering.refetch()}>Try again</Button>
      </Told>
    );
  if (hasLeft)
    return (
      <Told words={<>You have signed out of the console. You are still signed in to the product as {session.email}.</>}>
        <Button onClick={() => setHasLeft(false)}>Open the console again</Button>
        <a href="/">Open the product</a>
      </Told>
    );
  // The product renews its session, and leads back here.
  if (!session.isCurrent) location.replace(signInAddress());
  return <p role="status">Signing in…</p>;
}

async function enter(token: string): Promise<boolean> {
  await postJson("session", { token });
  await getJson("state").catch((failure: unknown) => {
    // It would be asked for again and again.
    if (!(failure instanceof Refused) || failure.status !== 401) throw failure;
    throw new Error("Your browser does not keep the cookie of the console. Open it at the product’s own address.");
  });
  if (new URLSearchParams(location.search).has("left")) location.assign("/_/");
  else location.reload();
  return true;
}

function Refusal({ refused }: { readonly refused: Refused | undefined }) {
  const { email = "", code } = (refused?.told ?? {}) as { readonly email?: string; readonly code?: string };
  if (code === "NOT_OPERATOR")
    return (
      <Told
        words={
          <>
            <strong>{email}</strong> is not an operator of this product. If you should be one, ask the administrator of
            the server to name you:
          </>
        }
      >
        <code className={classes["command"]}>writ operator add SPEC.md {email}</code>
        <p className="quiet">Then reload this page.</p>
        <a href="/">Open the product</a>
      </Told>
    );
  return (
    <Told
      words={
        refused === undefined ? (
          <>The console is for the operators of this product. Sign in with your account of the product.</>
        ) : (
          <>{refused.message}</>
        )
      }
    >
      <Button component="a" href={code === "NOT_CONFIRMED" ? "/" : signInAddress()}>
        {code === "NOT_CONFIRMED" ? "Open the product" : "Sign in"}
      </Button>
    </Told>
  );
}

function Told({ words, children }: { readonly words: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={classes["form"]}>
      <p role="status">{words}</p>
      {children}
    </div>
  );
}

function KeyForm() {
  const [key, setKey] = useState("");
  const [wrong, setWrong] = useState("");
  const enterByKey = async () => {
    try {
      await postJson("session", { key });
      location.assign("/_/");
    } catch (failure) {
      setWrong(failure instanceof Refused ? failure.message : "The server cannot be reached.");
    }
  };
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void enterByKey();
      }}
    >
      <PasswordInput
        label="Console key"
        description="The value of WRIT_CONSOLE_KEY that the server was started with."
        autoComplete="current-password"
        value={key}
        error={wrong === "" ? undefined : wrong}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Sign in with the key
      </Button>
    </form>
  );
}
