// What is missing or does not fit together around the product.
import { day, plural, type Condition } from "./condition.ts";

export const setup: readonly Condition[] = [
  {
    id: "setting missing",
    severity: "warning",
    find: ({ missingSettings }) =>
      missingSettings.map((what) => ({
        says: `${what}.`,
        todo: what.endsWith("is not in the environment")
          ? "Set it in the environment of the product, and restart."
          : "Correct this on the server, and restart.",
      })),
  },
  {
    id: "document file differs",
    severity: "warning",
    find: ({ document: { file, asApplied } }) =>
      asApplied
        ? undefined
        : {
            says: `The file ${file} differs from the document that is served.`,
            todo: "Deploy the file, or put the served document in its place.",
            page: "deploy",
          },
  },
  {
    id: "certificate runs out",
    alarm: "WritCertificateIsNotRenewed",
    severity: "warning",
    find: ({ certificateSeconds: left }) =>
      left !== undefined && left >= 3 * day && left < 14 * day
        ? {
            says: `The TLS certificate expires in ${plural(Math.floor(left / day), "day")}, and has not been renewed.`,
            todo: "Look at what renews it; a certificate is usually renewed a month before.",
          }
        : undefined,
  },
  {
    id: "live changes lost",
    severity: "warning",
    find: ({ database }) =>
      database !== undefined && database.lostSlots > 0
        ? {
            says: "The database has dropped changes that open pages should have received.",
            todo: "Look at the replication slot.",
            page: "live",
          }
        : undefined,
  },
  {
    id: "no operator",
    severity: "warning",
    find: ({ database, development }) =>
      database !== undefined && database.hasSignIn && !development && database.operators === 0
        ? {
            says: "No operator is named. The console opens with its key only, so changes do not show who made them.",
            todo: "Name a person on the server: writ operator add SPEC.md ann@example.org.",
          }
        : undefined,
  },
];
