// What keeps people from working, or soon will.
import { ago, day, gigabyte, plural, type Condition } from "./condition.ts";
import { sum, byService } from "./totals.ts";

export const outages: readonly Condition[] = [
  {
    id: "database away",
    alarm: "WritIsNotReady",
    severity: "critical",
    find: ({ database }) =>
      database === undefined
        ? {
            says: "The database does not answer. People see errors, and nothing is saved.",
            todo: "Look at the last errors of the log, the disk and the PostgreSQL service.",
            page: "logs",
            search: { level: "error" },
          }
        : undefined,
  },
  {
    id: "disk full",
    alarm: "WritDiskIsFull",
    severity: "critical",
    find: ({ diskFreeBytes }) =>
      diskFreeBytes !== undefined && diskFreeBytes < gigabyte
        ? {
            says: `Only ${megabytes(diskFreeBytes)} are free on the disk of the data folder. When it is full, nothing can be saved.`,
            todo: "Free up space on the disk, or move to a larger one.",
          }
        : undefined,
  },
  {
    id: "answers with errors",
    alarm: "WritAnswersWithErrors",
    severity: "critical",
    find: ({ processes }) =>
      byService(processes).flatMap(({ service, count, failed }) =>
        service !== "console" && failed >= 5 && failed / count > 0.05
          ? [
              {
                says: `${percent(failed / count)} of the requests to ${service === "other" ? "pages" : service} failed in the last five minutes.`,
                todo: "Look at the failed requests and their errors.",
                page: "logs",
                search: { status: "5" },
              },
            ]
          : [],
      ),
  },
  {
    id: "certificate has run out",
    alarm: "WritCertificateRunsOut",
    severity: "critical",
    find: ({ certificateSeconds: left }) =>
      left === undefined || left >= 3 * day
        ? undefined
        : {
            says:
              left <= 0
                ? "The TLS certificate has expired. Browsers refuse the product."
                : `The TLS certificate expires in ${plural(Math.ceil(left / day), "day")}.`,
            todo: "Renew the certificate in the files that --tls names. It is used without a restart.",
          },
  },
  {
    id: "backup late",
    alarm: "WritBackupIsLate",
    severity: "critical",
    find: ({ database }) => {
      const { everySeconds, ageSeconds, failure } = database?.backup ?? {};
      if (typeof everySeconds !== "number" || typeof ageSeconds !== "number" || ageSeconds <= 2 * everySeconds)
        return undefined;
      return {
        says: `The last backup is ${ago(ageSeconds)} old.${typeof failure === "string" ? ` The next one fails: ${failure}.` : ""}`,
        todo: "Look in the log why none is made, and make one: writ backup DIR.",
        page: "logs",
      };
    },
  },
  {
    id: "document not served",
    severity: "critical",
    find: ({ document: { isServed } }) =>
      isServed
        ? undefined
        : {
            says: "Another document was applied to the database, and this version of Writ finds errors in it.",
            todo: "Update Writ to the version that applied it, or apply the document before it.",
            page: "logs",
          },
  },
  {
    id: "refused clients",
    alarm: "WritRefusesClients",
    severity: "critical",
    find: ({ processes }) => {
      const refused = sum(processes, (one) => one.refused);
      return refused > 0
        ? {
            says: `${refused} connections were refused in the last five minutes, because the system allows no more at once.`,
            todo: "Raise LimitNOFILE of the service, or look for a client that opens too many.",
            page: "live",
          }
        : undefined;
    },
  },
];

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
