// The codes of section 7 that concern all of it, and their words. Calls and mails have theirs in their own rooms.
import { problemClass, type Span } from "../../problem.ts";

export const secretWritten = problemClass({
  code: "N703",
  severity: "error",
  title: "secret in the document",
  explanation:
    "Everyone who has a copy of the document can read a secret in it. The document only names the secret; its value comes from the environment.",
  wrong: "- Sends: POST to `https://hooks.example.com/services/T024BE7LH/B024BE7LH/p4Xw9ZkQ2vL7sRt1`",
  right: "- Sends: POST to secret `CHAT_HOOK`",
  words: () => ({
    message: "this looks like a secret, which must not be in the document",
    hint: "Write a name in capitals, such as secret `CHAT_HOOK`, and set its value in the environment. If others have seen this secret, replace it.",
  }),
});

export const headingTwice = problemClass({
  code: "N713",
  severity: "error",
  title: "call with two headings",
  explanation: "Everything about a call is under one heading, so that it can be read in one place.",
  wrong: "### Paid\n- Timeout: 10 seconds\n\n### Paid\n- Secrets: BILLING_KEY",
  right: "### Paid\n- Timeout: 10 seconds\n- Secrets: BILLING_KEY",
  words: (found: string, first: Span) => ({
    message: `"${found}" already has a heading`,
    hint: "Write everything under the first one.",
    related: [{ span: first, message: "the first one is here" }],
  }),
});

export const strayProperty = problemClass({
  code: "N721",
  severity: "error",
  title: "property that this kind of call does not take",
  explanation:
    "In: inputs of a function, webhook or API. Out: what a function or API returns. Sends and Body: what a webhook out or API sends. Signature: how a webhook is signed. Timestamp: how old it may be. Secrets, Hosts and Timeout: for code and requests. Retries: for calls that can be retried. A schedule has no inputs and returns nothing.",
  wrong: "### Remind due\n- In: Loan",
  right: "### Remind due\n- Hosts: api.example.com",
  words: (name: string, kind: string, known: readonly string[]) => ({
    message: `${kind === "API" ? "an" : "a"} ${kind} takes no "${name}"`,
    hint: `It takes: ${known.join(", ")}.`,
  }),
});
