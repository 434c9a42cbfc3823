// The two ways in which clients write messages, and the binary frame of a broadcast, to plain values and back.
import { readJson } from "../gate/read-json.ts";

export const versions = ["1.0.0", "2.0.0"] as const;
export type Version = (typeof versions)[number];

export type Incoming = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
  /** Of a binary frame: what is broadcast, as it came. */
  readonly spoken?: UserBroadcast;
};

/** A client's broadcast: its bytes are not parsed. */
export type UserBroadcast = { readonly event: string; readonly isJson: boolean; readonly bytes: Uint8Array };

/** A message to every client on a topic: `text` is JSON. */
export type OutgoingMessage = { readonly event: string; readonly text: string } | { readonly spoken: UserBroadcast };

export type Frame = { readonly bytes: Buffer; readonly isBinary: boolean };

const fromClient = 3;
const toClient = 4;

/** Undefined: it is no message. */
export function readFrame(data: Buffer, isBinary: boolean, version: Version): Incoming | undefined {
  if (isBinary) return version === "2.0.0" ? readBinary(data) : undefined;
  let value: unknown;
  try {
    value = readJson(data.toString("utf8"));
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (version === "2.0.0") {
    if (!Array.isArray(value) || value.length !== 5) return undefined;
    const [joinRef, ref, topic, event, payload] = value as readonly unknown[];
    return incoming(joinRef, ref, topic, event, payload);
  }
  const { join_ref: joinRef, ref, topic, event, payload } = value as Readonly<Record<string, unknown>>;
  return incoming(joinRef, ref, topic, event, payload);
}

/** Longer names are refused. */
const longest = 255;

function incoming(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Incoming | undefined {
  if (typeof topic !== "string" || typeof event !== "string") return undefined;
  if (Buffer.byteLength(topic) > longest || event.length > longest) return undefined;
  const [join, own] = [textOf(joinRef), textOf(ref)];
  if (join === undefined || own === undefined) return undefined;
  return { joinRef: join, ref: own, topic, event, payload };
}

function textOf(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.length <= longest ? value : undefined;
}

/** One byte each: kind, five lengths, whether the payload is JSON; then the parts, and the payload. */
function readBinary(data: Buffer): Incoming | undefined {
  if (data.length < 7 || data[0] !== fromClient || (data[6] ?? 2) > 1) return undefined;
  let at = 7;
  const parts = [1, 2, 3, 4, 5].map((place) => {
    const length = data[place] ?? 0;
    const part = data.toString("utf8", at, at + length);
    at += length;
    return part;
  });
  if (at > data.length) return undefined;
  const [joinRef = "", ref = "", topic = "", event = ""] = parts;
  const spoken = { event, isJson: data[6] === 1, bytes: data.subarray(at) };
  return {
    joinRef: joinRef === "" ? null : joinRef,
    ref: ref === "" ? null : ref,
    topic,
    event: "broadcast",
    payload: undefined,
    spoken,
  };
}

type Outgoing = {
  readonly joinRef?: string | null;
  readonly ref?: string | null;
  readonly topic: string;
  readonly event: string;
};

/** `payload`: as JSON. */
export function writeFrame({ joinRef = null, ref = null, topic, event }: Outgoing, payload: string, version: Version) {
  const text =
    version === "2.0.0"
      ? `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
      : `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)}}`;
  return { bytes: Buffer.from(text), isBinary: false } satisfies Frame;
}

/** One message for many: written once for each version. Undefined for whom it cannot be said to. */
export function writeMessage(told: OutgoingMessage, topic: string): (version: Version) => Frame | undefined {
  const written = new Map<Version, Frame | undefined>();
  return (version) => {
    if (!written.has(version)) written.set(version, toldFrame(told, topic, version));
    return written.get(version);
  };
}

function toldFrame(told: OutgoingMessage, topic: string, version: Version): Frame | undefined {
  if ("text" in told) return writeFrame({ topic, event: told.event }, told.text, version);
  const { event, isJson, bytes } = told.spoken;
  if (version === "2.0.0") {
    const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)];
    const head = Buffer.from([toClient, topicBytes.length, eventBytes.length, 0, isJson ? 1 : 0]);
    return { bytes: Buffer.concat([head, topicBytes, eventBytes, bytes]), isBinary: true };
  }
  // Bytes cannot be said in JSON, and what is called JSON may be none.
  const payload = isJson ? jsonIn(bytes) : undefined;
  if (payload === undefined) return undefined;
  const text = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}}`;
  return writeFrame({ topic, event: "broadcast" }, text, version);
}

function jsonIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return JSON.stringify(readJson(text));
  } catch {
    return undefined;
  }
}
