// The codes of section 7 that concern all of it, and their words. Calls and mails have theirs in their own rooms.
import { problemClass, type Span } from "../../problem.ts";

export const secretWritten = problemClass({
  code: "N703",
  severity: "error",
  title: "secret that is written down",
  explanation:
    "Whoever reads the document reads its secrets, and so does everybody who ever gets a copy. The document gives a secret a name; its value comes from the environment.",
  wrong: "- Sends: POST to `https://hooks.example.com/services/T024BE7LH/B024BE7LH/p4Xw9ZkQ2vL7sRt1`",
  right: "- Sends: POST to secret `CHAT_HOOK`",
  words: () => ({
    message: "this looks like a secret: name it, do not write it",
    hint: "Write a name in capitals, such as secret `CHAT_HOOK`; its value comes from the environment. If it is out already, have it replaced.",
  }),
});

export const headingTwice = problemClass({
  code: "N713",
  severity: "error",
  title: "call with two headings",
  explanation: "Everything about a call stands under one heading, so that it is read at one place.",
  wrong: "### Paid\n- Timeout: 10 seconds\n\n### Paid\n- Secrets: BILLING_KEY",
  right: "### Paid\n- Timeout: 10 seconds\n- Secrets: BILLING_KEY",
  words: (found: string, first: Span) => ({
    message: `"${found}" has a heading already`,
    hint: "Write everything under the first one.",
    related: [{ span: first, message: "the first one is here" }],
  }),
});

export const strayProperty = problemClass({
  code: "N721",
  severity: "error",
  title: "property that this kind of call does not take",
  explanation:
    "In: what a function, webhook or API is given. Out: what a function or API answers. Sends and Body: what a webhook out or API sends. Signature: how a webhook proves who sent it, Timestamp: how old it may be. Secrets, Hosts and Timeout: of code and requests; Retries: of what can be tried again. A schedule is given nothing and answers nothing.",
  wrong: "### Remind due\n- In: Loan",
  right: "### Remind due\n- Hosts: api.example.com",
  words: (name: string, kind: string, known: readonly string[]) => ({
    message: `${kind === "API" ? "an" : "a"} ${kind} takes no "${name}"`,
    hint: `It takes: ${known.join(", ")}.`,
  }),
});
