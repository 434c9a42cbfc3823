// Answers to calls, and how much a request for one may bring.
import type { BodyLimits } from "../gate/read-body.ts";
import { failed } from "../rest/handle.ts";
import type { DataResponse } from "../rest/respond/respond.ts";

export const bodyLimits: BodyLimits = { bytes: 2 ** 20, milliseconds: 60_000 };

export const refused = (status: number, code: string, message: string): DataResponse =>
  failed({ status, body: { code, message, details: null, hint: null } });

export const jsonAnswer = (value: unknown): DataResponse => ({
  status: 200,
  headers: [
    ["Content-Type", "application/json; charset=utf-8"],
    ["Cache-Control", "no-store"],
  ],
  body: JSON.stringify(value),
});

export const emptyAnswer: DataResponse = { status: 204, headers: [["Cache-Control", "no-store"]], body: null };
