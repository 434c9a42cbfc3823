// What went wrong, in the catalogue's words, and what to do about it.
import { Button } from "@mantine/core";
import { Refusal } from "../words/refusal.ts";
import { use } from "react";
import { Saying, type Say } from "../words/say.ts";

type FailureProps = { readonly say: Say; readonly error: Error; readonly onRetry?: () => void };

export function Failure({ say, error, onRetry }: FailureProps) {
  return (
    <div className="face" role="alert">
      <h2>{say("failed")}</h2>
      <p>{wordsOf(error, say)}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {say("tryAgain")}
        </Button>
      )}
    </div>
  );
}

/** In the place of a screen whose code no one answers for. */
export function Away({ onRetry }: { readonly onRetry: () => void }) {
  const say = use(Saying);
  return <Failure say={say} error={new Error()} onRetry={onRetry} />;
}

export const wordsOf = (error: Error, say: Say): string =>
  error instanceof Refusal && error.status !== 0
    ? error.message
    : say(error instanceof Refusal && error.code === "UNANSWERED" ? "unanswered" : "offlineAnswer");
