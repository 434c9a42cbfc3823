// A form about an account: its fields, the message of a refusal, one button.
import { Button } from "@mantine/core";
import { useRef, useState, type ReactNode } from "react";
import { useProduct } from "../product/product.tsx";
import { usePeopleSay } from "../product/use-people-say.ts";
import { wordsOfRefusal, type AuthProblem } from "./refusals.ts";
import classes from "./account.module.css";

type Outcome = AuthProblem | null | undefined | string;

type AskFormProps = {
  readonly label: string;
  readonly submit: string;
  /** What was refused, in the words of accounts; a text as it is. Nothing where it was done. */
  readonly onSend: () => Promise<Outcome>;
  readonly children?: ReactNode;
  readonly after?: ReactNode;
  readonly color?: string;
  readonly isReady?: boolean;
};

export function AskForm({ label, submit, onSend, children, after, color, isReady = true }: AskFormProps) {
  const { say: sayCore } = useProduct();
  const say = usePeopleSay();
  const { error, isWorking, run, alert } = useSending();
  const wordsFor = ({ validity }: HTMLInputElement) =>
    validity.valueMissing
      ? sayCore("required")
      : say(validity.tooShort ? "weakPassword" : validity.patternMismatch ? "codeWrong" : "noAddress");
  return (
    <form
      aria-label={label}
      className={classes["form"]}
      // The browser would say it in its own language, beside all other words.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = [...event.currentTarget.elements].find(isWrong);
        wrong?.focus();
        if (isReady) void run(wrong === undefined ? onSend : async () => wordsFor(wrong));
      }}
    >
      {children}
      <div role="alert" tabIndex={-1} ref={alert} className="wrong">
        {error}
      </div>
      <Button
        type="submit"
        loading={isWorking}
        {...(color === undefined ? {} : { color })}
        {...(isReady ? {} : { "data-disabled": true, "aria-disabled": true })}
      >
        {submit}
      </Button>
      {after}
    </form>
  );
}

const isWrong = (one: Element): one is HTMLInputElement =>
  one instanceof HTMLInputElement && one.willValidate && !one.validity.valid;

/** A request that the server may refuse. */
export function useSending() {
  const say = usePeopleSay();
  const [error, setError] = useState("");
  const [isWorking, setIsWorking] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const run = async (send: () => Promise<Outcome>): Promise<boolean> => {
    if (isWorking) return false;
    setIsWorking(true);
    setError("");
    const refused = await send().finally(() => setIsWorking(false));
    if (refused === null || refused === undefined || refused === "") return true;
    setError(typeof refused === "string" ? refused : wordsOfRefusal(refused, say));
    return false;
  };
  return { error, isWorking, run, alert };
}
