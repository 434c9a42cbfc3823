// What each kind of call is: what sets it off, which properties it takes, whether it has code.
import type { CallKind, CallProperty } from "../model.ts";

export type KindOfCall = {
  readonly properties: readonly CallProperty[];
  /** What On may be. */
  readonly on: readonly ("button" | "effect" | "schedule" | "route")[];
  /** Without On it is made by code only. */
  readonly onMayBeEmpty: boolean;
  /** Those without code send something. */
  readonly hasCode: boolean;
};

export const kindsOfCalls: Readonly<Record<CallKind, KindOfCall>> = {
  function: {
    properties: ["In", "Out", "Secrets", "Hosts", "Timeout", "Retries"],
    on: ["button", "effect"],
    onMayBeEmpty: false,
    hasCode: true,
  },
  schedule: {
    properties: ["Secrets", "Hosts", "Timeout", "Retries"],
    on: ["schedule"],
    onMayBeEmpty: false,
    hasCode: true,
  },
  "webhook in": {
    properties: ["In", "Signature", "Timestamp", "Secrets", "Hosts", "Timeout"],
    on: ["route"],
    onMayBeEmpty: false,
    hasCode: true,
  },
  "webhook out": {
    properties: ["In", "Sends", "Body", "Signature", "Secrets", "Timeout", "Retries"],
    on: ["effect"],
    onMayBeEmpty: false,
    hasCode: false,
  },
  API: {
    properties: ["In", "Out", "Sends", "Body", "Secrets", "Hosts", "Timeout", "Retries"],
    on: ["effect"],
    onMayBeEmpty: true,
    hasCode: false,
  },
};

export const callKinds = Object.keys(kindsOfCalls) as readonly CallKind[];

/** In the order in which people write them. */
export const allProperties: readonly CallProperty[] = [
  "In",
  "Out",
  "Sends",
  "Body",
  "Signature",
  "Timestamp",
  "Secrets",
  "Hosts",
  "Timeout",
  "Retries",
];
