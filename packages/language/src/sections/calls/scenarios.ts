// What section 7 lets others do: who is heard at the address of a webhook in, what calls may be given, when schedules come round.
import { isShown } from "../../clause/clause.ts";
import type { Model } from "../../model/model.ts";
import { entityOfCall, inputOf } from "../../scenario/call-input.ts";
import { edgesOf } from "../../field-types/index.ts";
import {
  success,
  notSignedIn,
  refused,
  type Expected,
  type ChangedInput,
  type Scenario,
  type ScenarioDeed,
  type Until,
} from "../../scenario/scenario.ts";
import { isCallShown } from "../../scenario/shown.ts";
import type { Call, Parameter } from "./model.ts";

export const callScenarios = ({ calls: { calls } }: Model): readonly Scenario[] =>
  calls.flatMap((call) => {
    if (call.name.id === "" || !isCallShown(call)) return [];
    switch (call.on?.kind) {
      case "schedule":
        return comingRound(call);
      case "route":
        return call.signature === undefined ? [] : [...heard(call), ...inputs(call)];
      case "button":
        return inputs(call);
      default:
        return [];
    }
  });

const tried = (
  call: Call,
  what: string,
  sentence: string,
  of: { readonly deed: ScenarioDeed; readonly expected: Expected },
): Scenario => ({
  address: `${call.address}#${what}`,
  clause: call.address,
  sentence,
  entity: "user",
  by: notSignedIn,
  where: [],
  ...of,
});

function comingRound(call: Call): readonly Scenario[] {
  const { label, id } = call.name;
  const asked = (what: string, sentence: string, until: Until) =>
    tried(call, what, `${label} ${sentence}`, { deed: { kind: "come round", call: id, until }, expected: success });
  return [
    asked("at its time", "runs at its time", "its time"),
    asked("a second before its time", "does not run before its time", "just before"),
    asked("again and again", "runs again and again, and not in between", "many times"),
  ];
}

type Request = Pick<Extract<ScenarioDeed, { readonly kind: "request" }>, "signed" | "sent">;

function heard(call: Call): readonly Scenario[] {
  const { name, timestamp } = call;
  const asked = (what: string, words: string, { signed, sent }: Request, code?: string) =>
    tried(call, what, `${name.label} ${code === undefined ? "hears" : "refuses"} a request that ${words}`, {
      deed: { kind: "request", call: name.id, signed, sent },
      expected: code === undefined ? success : refused(code),
    });
  const { signed: usual, sent } = rightly(call);
  if (usual === "not at all") return [asked("not signed", "is not signed", { signed: usual, sent })];
  const wrongly = (signed: Request["signed"]) => {
    const words = signed === "not at all" ? "not signed" : `signed ${signed}`;
    return asked(words, `is ${words}`, { signed, sent }, "WRONG_SIGNATURE");
  };
  return [
    asked("signed", "is signed", { signed: "rightly", sent }),
    wrongly("not at all"),
    wrongly("with another secret"),
    wrongly("for another body"),
    ...(timestamp === undefined
      ? []
      : [
          asked("sent a while ago", "was sent a while ago", { signed: "rightly", sent: "a while ago" }),
          asked("sent too long ago", "was sent too long ago", { signed: "rightly", sent: "too long ago" }, "TOO_OLD"),
          asked("sent just ahead", "says a moment that is as far ahead as may be", {
            signed: "rightly",
            sent: "as far ahead as may be",
          }),
          asked(
            "sent too far ahead",
            "says a moment that is too far ahead",
            { signed: "rightly", sent: "too far ahead" },
            "TOO_OLD",
          ),
          asked(
            "sent at no time",
            "does not say when it was sent",
            { signed: "rightly", sent: "at no time" },
            "TOO_OLD",
          ),
        ]),
  ];
}

/** A caller with the right gives the call a value that it does not take, or just takes. */
function inputs(call: Call): readonly Scenario[] {
  if (!isShown(call, "Code") || call.code === undefined) return [];
  return call.in.flatMap((parameter) =>
    waysToGive(parameter).map(({ what, given, code }) => {
      const { label, id } = parameter.name;
      const expected = code === undefined ? success : refused(code, id);
      const words = `${call.name.label} ${code === undefined ? "takes" : "refuses"} ${label} ${what}`;
      if (call.on?.kind === "route")
        return tried(call, `${label} ${what}`, words, {
          deed: { kind: "request", call: call.name.id, ...rightly(call), given },
          expected,
        });
      return {
        ...tried(call, `${label} ${what}`, words, {
          deed: { kind: "call", call: call.name.id, input: inputOf(call)?.name, given },
          expected,
        }),
        entity: entityOfCall(call),
        by: undefined,
      };
    }),
  );
}

const rightly = ({ signature, timestamp }: Call): Request => ({
  signed: signature === "none" ? "not at all" : "rightly",
  sent: signature === "none" || timestamp === undefined ? "at no time" : "now",
});

type Way = { readonly what: string; readonly given: ChangedInput; readonly code: string | undefined };

function waysToGive({ name, type, optional }: Parameter): readonly Way[] {
  if (type === undefined) return [];
  const edges = edgesOf(type).filter(({ edge }) => inJson.has(edge.kind));
  const given = (value: ChangedInput["value"]): ChangedInput => ({ name: name.id, value });
  return [
    { what: "left out", given: given({ kind: "left out" }), code: optional ? undefined : "REQUIRED" },
    // What must be given is given in each of the others.
    ...(optional ? [{ what: "given", given: given({ kind: "usual" }), code: undefined }] : []),
    ...edges.map(({ what, edge, code }) => ({
      what: edge.kind === "unread" ? "that is not there" : what,
      given: given(edge),
      code: edge.kind === "unread" ? "NOT_FOUND" : code,
    })),
  ];
}

/** Numbers in JSON have any number of decimals, and files are not files of rows. */
const inJson: ReadonlySet<string> = new Set(["length", "amount", "unlisted", "unmatched", "unread"]);
