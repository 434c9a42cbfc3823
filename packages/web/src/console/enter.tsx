// For a user who is not let in: how one is.
import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { Refused, postJson } from "./api.ts";
import classes from "./console.module.css";

export function Enter({ development }: { readonly development: boolean }) {
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
        <KeyForm />
      )}
    </main>
  );
}

function KeyForm() {
  const [key, setKey] = useState("");
  const [wrong, setWrong] = useState("");
  const enter = async () => {
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
        void enter();
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
      <Button type="submit">Sign in</Button>
    </form>
  );
}
