// What must fit together in section 7: calls that can be made, mails that can be written.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { checkCalls } from "./calls/check-calls.ts";
import { checkMails } from "./mails/check-mails.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  return [...checkCalls(model, context), ...checkMails(model, context)];
}
