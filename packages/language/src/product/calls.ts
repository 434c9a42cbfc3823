// Calls as a button and its form need them: what they are given and answer, like fields that are no row's.
import { recordOf } from "../text/own-of.ts";
import type { Design } from "../plan/design.ts";
import type { Parameter } from "../sections/calls/model.ts";
import { maxInputBytes } from "../model/input-bytes.ts";
import type { ApplicationCall, ApplicationField, ApplicationType } from "./application.ts";
import type { Source } from "../browser/formula.ts";
import { callRights } from "./rights.ts";
import { typeOf } from "./types.ts";

export function callsOf(design: Design): Readonly<Record<string, ApplicationCall<Source>>> {
  const rights = callRights(design);
  return recordOf(
    design.compiled.model.calls.calls.map(({ name: { id, label }, ...call }) => {
      const fields = (parameters: readonly Parameter[]) => parameters.flatMap((one) => fieldOf(one, design) ?? []);
      return [id, { id, label, rights: rights[id] ?? [], in: fields(call.in), out: fields(call.out) }];
    }),
  );
}

function fieldOf({ name, type, optional }: Parameter, design: Design): ApplicationField<Source> | undefined {
  const known = type && typeOf(type, undefined, name.id, design);
  return (
    known && {
      id: name.id,
      label: name.label,
      notes: "",
      required: !optional,
      auto: false,
      type: bounded(known),
      setOnce: false,
      stored: false,
      default: undefined,
      gaps: [],
    }
  );
}

/** Files come with everything else that a call is given, and all of it has a bound. */
const bounded = (type: ApplicationType): ApplicationType =>
  type.kind === "files" ? { ...type, bytes: Math.min(type.bytes ?? maxInputBytes, maxInputBytes) } : type;
