// From the properties under a call's heading to what they say; each in its own form.
import { codeOf, matchText, spanOf, splitText, trimText, type Text } from "../../../text/text.ts";
import { readValue } from "../../../clause/read-value.ts";
import type { Problem, Span } from "../../../problem.ts";
import type { Call, SecretName, Sends } from "../model.ts";
import { looksSecret } from "../secrets.ts";
import { wrongProperty } from "./problems.ts";

/** What runs longer is done in pieces; what still fails after that many times fails. */
const longestTimeout = 15 * 60_000;
const mostRetries = 20;

const secretName = /^[A-Z][A-Z0-9_]{0,62}$/;

/** What is wrong in a property; a value that looks like a secret is reported as such, and nothing else of it. */
function refuse(text: Text, address: string, problems: Problem[], message: string, hint: string): undefined {
  if (!looksSecret(text.text)) problems.push(wrongProperty.at({ span: spanOf(text), address }, message, hint));
}

/** The text without the backticks that may stand around it. */
const bare = (text: Text): Text => codeOf(text) ?? trimText(text);

export function readSends(value: Text, address: string, problems: Problem[]): Sends | undefined {
  const span = spanOf(value);
  const groups = matchText(
    value,
    /^(?<method>GET|POST|PUT|PATCH|DELETE)\s+to\s+(?:(?<secret>secret)\s+)?(?<target>\S+)$/d,
  );
  const method = groups?.["method"]?.text;
  const target = groups?.["target"] && bare(groups["target"]);
  if (method === undefined || !target) {
    return refuse(
      value,
      address,
      problems,
      `"${value.text}" does not say where to send to`,
      "Write POST to secret `NAME`, or POST to `https://…`.",
    );
  }
  if (groups?.["secret"]) {
    const secret = readSecretName(target, address, problems);
    return secret && { method, to: "secret", secret, span };
  }
  if (/^https:\/\/[^\s/:@{}]+(?::\d{1,5})?(?:[/?][^\s{}]*)?$/.test(target.text))
    return { method, to: "url", url: target.text, span };
  const hint = secretName.test(target.text)
    ? `Write ${method} to secret \`${target.text}\`.`
    : "Write the whole address, such as `https://api.example.com/v1/orders`.";
  return refuse(target, address, problems, `"${target.text}" is not an address`, hint);
}

function readSecretName(text: Text, address: string, problems: Problem[]): SecretName | undefined {
  if (secretName.test(text.text)) return { name: text.text, span: spanOf(text) };
  const proposal = text.text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, 40);
  return refuse(
    text,
    address,
    problems,
    `"${text.text}" is not the name of a secret`,
    `Write a name in capitals, such as \`${proposal || "CHAT_HOOK"}\`.`,
  );
}

export function readSecrets(value: Text, address: string, problems: Problem[]): readonly SecretName[] {
  return splitText(value).flatMap((part) => readSecretName(bare(part), address, problems) ?? []);
}

export function readHosts(
  value: Text,
  address: string,
  problems: Problem[],
): readonly { readonly host: string; readonly span: Span }[] {
  return splitText(value).flatMap((part) => {
    const host = bare(part);
    if (/^(?:\*\.)?[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62})*(?::\d{1,5})?$/i.test(host.text)) {
      return [{ host: host.text.toLowerCase(), span: spanOf(host) }];
    }
    const inside = /^[a-z]+:\/\/([^/\s?#@]+)/i.exec(host.text)?.[1];
    refuse(
      host,
      address,
      problems,
      `"${host.text}" is not the name of a machine`,
      `Write ${inside ?? "api.example.com"}.`,
    );
    return [];
  });
}

export function readSignature(value: Text, address: string, problems: Problem[]): Call["signature"] {
  if (value.text === "none") return "none";
  const groups = matchText(value, /^header\s+(?<header>\S+?)\s*,\s*secret\s+(?<secret>\S+)$/d);
  const header = groups?.["header"] && bare(groups["header"]);
  const name = groups?.["secret"] && bare(groups["secret"]);
  if (!header || !name || !isHeader(header.text)) {
    return refuse(
      value,
      address,
      problems,
      `"${value.text}" does not say how it is signed`,
      "Write header `X-Signature`, secret `NAME`; or none.",
    );
  }
  const secret = readSecretName(name, address, problems);
  return secret && { header: header.text, secret: secret.name, span: spanOf(value) };
}

export function readTimestamp(value: Text, address: string, problems: Problem[]): Call["timestamp"] {
  const groups = matchText(value, /^header\s+(?<header>\S+?)\s*,\s*within\s+(?<length>.+)$/d);
  const header = groups?.["header"] && bare(groups["header"]);
  const length = groups?.["length"] && readMilliseconds(groups["length"]);
  if (header && isHeader(header.text) && length)
    return { header: header.text, withinMilliseconds: length, span: spanOf(value) };
  return refuse(
    value,
    address,
    problems,
    `"${value.text}" does not say when it was sent`,
    "Write header `X-Time`, within 5 minutes.",
  );
}

const isHeader = (text: string) => /^[A-Za-z][A-Za-z0-9-]{0,80}$/.test(text);

export function readTimeout(value: Text, address: string, problems: Problem[]): number | undefined {
  const length = readMilliseconds(value);
  if (length !== undefined && length <= longestTimeout) return length;
  return refuse(
    value,
    address,
    problems,
    `"${value.text}" is not a length of time up to 15 minutes`,
    "Write 30 seconds, or 2 minutes.",
  );
}

function readMilliseconds(text: Text): number | undefined {
  const value = readValue(text);
  return value?.kind === "duration" && value.milliseconds > 0n ? Number(value.milliseconds) : undefined;
}

export function readRetries(value: Text, address: string, problems: Problem[]): number | undefined {
  if (/^\d{1,2}$/.test(value.text) && Number(value.text) <= mostRetries) return Number(value.text);
  return refuse(
    value,
    address,
    problems,
    `"${value.text}" is not a number of retries`,
    `Write a number from 0 to ${mostRetries}.`,
  );
}
