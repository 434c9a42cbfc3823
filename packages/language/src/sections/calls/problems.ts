// The codes of section 7 that concern all of it, and their words. Calls and mails have theirs in their own rooms.
import { problemClass } from "../../problem.ts";

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

export const unknownHeading = problemClass({
  code: "N713",
  severity: "error",
  title: "heading that names no call",
  explanation: "Every `###` heading of section 7 names a call of its table.",
  wrong: "### Exprt tickets",
  right: "### Export tickets",
  words: (found: string, near: string) => ({ message: `"${found}" is not a call of the table.`, hint: near }),
});

export const strayProperty = problemClass({
  code: "N721",
  severity: "error",
  title: "property that this kind of call does not take",
  explanation:
    "In: what a function, webhook or API is given. Out: what a function, webhook in or API answers. Sends and Body: what a webhook out or API sends. Signature and Timestamp: how a webhook in is known to be genuine. Secrets, Hosts and Timeout: of any code or request; Retries: of what is done later. A schedule is given nothing and answers nothing.",
  wrong: "### Remind due\n- In: Loan",
  right: "### Remind due\n- Hosts: api.example.com",
  words: (name: string, kind: string | undefined, known: readonly string[]) => ({
    message: kind === undefined ? `"${name}" belongs under the heading of a call` : `a ${kind} takes no "${name}"`,
    hint: kind === undefined ? "Write it under ### and the name of the call." : `It takes: ${known.join(", ")}.`,
  }),
});
