// Which mails effects put into inboxes, and which they send.
import type { Model } from "../model/model.ts";

export const mailsOf = (model: Model, kind: "mail" | "notify"): ReadonlySet<string> =>
  new Set(model.states.effects.flatMap(({ do: action }) => (action?.kind === kind ? [action.mail.id] : [])));

/** Without `notify` no user has an inbox. */
export const notifies = (model: Model): boolean => mailsOf(model, "notify").size > 0;
