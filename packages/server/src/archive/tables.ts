// The tables of the system: which travel in an archive, and which stay behind, each with its reason.

export type Travels = {
  /** Into an archive for staging too, where it has nothing of people, or what it has is replaced. */
  readonly anonymised: boolean;
  /** Columns that say nothing elsewhere. */
  readonly without?: readonly string[];
  /** Its rows are made by the document; of each only these columns are taken over. */
  readonly only?: readonly string[];
};

const whole: Travels = { anonymised: true };
const ofPeople: Travels = { anonymised: false };

export const travelling: Readonly<Record<string, Travels>> = {
  "auth.users": whole,
  "auth.identities": ofPeople,
  "auth.mfa_factors": ofPeople,
  "auth.sessions": ofPeople,
  "auth.mfa_amr_claims": ofPeople,
  "auth.ended_sessions": ofPeople,
  "auth.flow_state": ofPeople,
  "auth.one_time_tokens": ofPeople,
  "auth.audit_log": ofPeople,
  "auth.named_roles": ofPeople,
  "auth.deleted_users": whole,
  "auth.signing_keys": ofPeople,
  "storage.buckets": whole,
  "storage.objects": whole,
  "writ.applied": { anonymised: false, without: ["source", "objects", "found"] },
  "writ.assigned_role": whole,
  "writ.role_change": whole,
  "writ.outbox": { anonymised: false, without: ["claimed_by", "traceparent"] },
  "writ.sequence": whole,
  "writ.history": whole,
  "writ.seeded": whole,
  "writ.notice": whole,
  "writ.notice_choice": whole,
  "writ.operator": ofPeople,
  "writ.operator_act": ofPeople,
  "writ.file_field": whole,
  "writ.loose_file": whole,
  "writ.fired": whole,
  "writ.timer_failure": ofPeople,
  "writ.schedule": { anonymised: true, only: ["next_at", "last_at"] },
  "writ.heard": ofPeople,
  "writ.rate": ofPeople,
  "writ.import": ofPeople,
  "writ.import_refused": ofPeople,
};

/** Why each of them stays behind. */
export const staying: Readonly<Record<string, string>> = {
  "auth.tries": "how often somebody tried in the last minutes",
  "auth.mfa_challenges": "questions for a code, open for minutes",
  "realtime.messages": "messages to clients that are connected",
  "storage.gone": "contents that are to be deleted on the old disk",
  "storage.unfinished": "uploads that go on at the old address",
  "writ.asked": "work of a transaction",
  "writ.awaited": "work of a transaction",
  "writ.backup_state": "backups of the old product",
  "writ.clock": "the clock of tests",
  "writ.error": "made from the document",
  "writ.lock": "made from the document",
  "writ.product": "made from the document",
  "writ.word": "made from the document",
  "writ.mailbox": "mails of development, which went nowhere",
  "writ.operator_session": "operators sign in to the console again",
  "writ.secret": "good within one transaction",
  "writ.stored": "the tables of the new product have a version of their own",
};
