// How much a call may be given that takes files: they are in the JSON itself.
import { isFileType, maxInputBytes } from "@writ/language/plan";
import type { Call } from "@writ/language/model";
import { usualBody, type BodyLimits } from "../gate/read-body.ts";
import { bodyLimits } from "./answers.ts";

/** Bytes are three to four letters of base64; the rest is for what is said besides. */
export const bodyLimitsOf = (call: Call): BodyLimits =>
  call.in.some(({ type }) => isFileType(type))
    ? { bytes: Math.ceil((maxInputBytes * 4) / 3) + bodyLimits.bytes, milliseconds: usualBody.milliseconds }
    : bodyLimits;
