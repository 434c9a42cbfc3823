// Mails, calls, notices, timers and schedules that failed or are late.
import { ago, plural, type Condition } from "./condition.ts";
import { failedWorks } from "./totals.ts";

export const unfinishedWork: readonly Condition[] = [
  {
    id: "mails given up",
    alarm: "WritOutboxGivesUp",
    severity: "warning",
    find: ({ database }) =>
      database !== undefined && database.mails.givenUp > 0
        ? {
            says: `${plural(database.mails.givenUp, "mail")} could not be sent, and will not be tried again.`,
            todo: "Read the answer of the mail server, correct the reason, and resend or dismiss each.",
            page: "mail",
            search: { fate: "failed" },
          }
        : undefined,
  },
  {
    id: "jobs given up",
    alarm: "WritOutboxGivesUp",
    severity: "warning",
    find: ({ database }) =>
      database !== undefined && database.others.givenUp > 0
        ? {
            says: `${plural(database.others.givenUp, "call or notice", "calls or notices")} failed, and will not be tried again.`,
            todo: "Read the failure, correct the reason, and retry or dismiss each.",
            page: "jobs",
            search: { fate: "failed" },
          }
        : undefined,
  },
  {
    id: "mails late",
    alarm: "WritOutboxWaits",
    severity: "warning",
    find: ({ database }) =>
      database !== undefined && database.mails.late > 0
        ? {
            says: `${plural(database.mails.late, "mail has", "mails have")} been waiting for more than an hour.`,
            todo: "Read why, and look at the mail server.",
            page: "mail",
            search: { fate: "waiting,retrying" },
          }
        : undefined,
  },
  {
    id: "jobs late",
    alarm: "WritOutboxWaits",
    severity: "warning",
    find: ({ database }) =>
      database !== undefined && database.others.late > 0
        ? {
            says: `${plural(database.others.late, "call or notice has", "calls or notices have")} been waiting for more than an hour.`,
            todo: "Read why, and retry when the reason is gone.",
            page: "jobs",
          }
        : undefined,
  },
  {
    id: "work fails",
    alarm: "WritWorkFails",
    severity: "warning",
    find: ({ processes }) =>
      failedWorks(processes).map(({ kind, name, count }) => ({
        says: `${kind === "mail" ? "Sending the mail" : `The ${kind}`} ${name} failed ${count} times in the last half hour.`,
        todo:
          kind === "mail"
            ? "Read what the mail server answers, and correct its settings."
            : "Read the failure, and correct its code or what it depends on.",
        page: kind === "mail" ? "mail" : kind === "notice" ? "jobs" : "functions",
      })),
  },
  {
    id: "backup fails",
    alarm: "WritBackupFails",
    severity: "warning",
    find: ({ database }) => {
      const { failingSeconds, failure } = database?.backup ?? {};
      if (typeof failingSeconds !== "number" || failingSeconds <= 15 * 60) return undefined;
      return {
        says: `No backup has been made for ${ago(failingSeconds)}: ${failure ?? "each try fails"}.`,
        todo: "Make room or bring the disk of the backups back. It goes on by itself.",
      };
    },
  },
  {
    id: "timers fail",
    severity: "warning",
    find: ({ database }) =>
      database !== undefined && database.failingTimers > 0
        ? {
            says: `${plural(database.failingTimers, "timer has", "timers have")} failed, and will be tried again.`,
            todo: "Read why its row cannot take the step.",
            page: "jobs",
          }
        : undefined,
  },
  {
    id: "schedules late",
    severity: "warning",
    find: ({ database }) =>
      database !== undefined && database.lateSchedules.length > 0
        ? {
            says: `${plural(database.lateSchedules.length, "schedule is", "schedules are")} late: ${database.lateSchedules.join(", ")}.`,
            todo: "Find in the log why jobs do not run.",
            page: "jobs",
          }
        : undefined,
  },
];
