// What the names in calls and mails mean.
import type { Resolver } from "../../names/resolver.ts";
import type { Call, Calls, Parameter } from "./model.ts";

export function resolve(value: Calls, names: Resolver): Calls {
  return {
    ...value,
    calls: value.calls.map((call) => resolveCall(call, names)),
    mails: value.mails.map((mail) => ({ ...mail, entity: names.entity(mail.entity) })),
  };
}

function resolveCall(call: Call, names: Resolver): Call {
  const { code } = call;
  return {
    ...call,
    code:
      code?.kind === "below"
        ? {
            ...code,
            throws: code.throws.map((error) => names.error(error)),
            mails: code.mails.map((mail) => names.mail(mail)),
          }
        : code,
    errors: call.errors.map((error) => names.error(error)),
    in: call.in.map((parameter) => resolveParameter(parameter, names)),
    out: call.out.map((parameter) => resolveParameter(parameter, names)),
  };
}

const resolveParameter = (parameter: Parameter, names: Resolver): Parameter => ({
  ...parameter,
  type: names.type(parameter.type),
});
