// What the machine, its processes and PostgreSQL soon cannot carry.
import { day, gigabyte, type Condition } from "./condition.ts";
import { quantile, sum } from "./totals.ts";

export const load: readonly Condition[] = [
  {
    id: "connections waiting",
    alarm: "WritWaitsForConnections",
    severity: "warning",
    find: ({ processes }) => {
      const waiting = sum(processes, (one) => one.waiting);
      return waiting > 0
        ? {
            says: "For five minutes requests have been waiting for a connection to the database.",
            todo: "Look for slow requests and for a client that sends too many requests.",
            page: "logs",
          }
        : undefined;
    },
  },
  {
    id: "connections near limit",
    severity: "warning",
    find: ({ database }) =>
      database !== undefined && database.connections / database.mostConnections > 0.9
        ? {
            says: `${database.connections} of the ${database.mostConnections} connections that PostgreSQL allows are in use.`,
            todo: "Close programs that use the database, or raise max_connections.",
          }
        : undefined,
  },
  {
    id: "slow",
    alarm: "WritIsSlow",
    severity: "warning",
    find: ({ processes }) =>
      ["rest", "auth"].flatMap((service) => {
        const seconds = quantile(processes, [service], 0.95);
        return seconds !== undefined && seconds > 1
          ? [
              {
                says: `One in twenty requests to ${service} took ${rounded(seconds)} s or longer in the last ten minutes.`,
                todo: "Find the slow requests in the log.",
                page: "logs",
                search: { slow: "yes" },
              },
            ]
          : [];
      }),
  },
  {
    id: "process missing",
    severity: "warning",
    find: ({ processes, wantedProcesses }) =>
      processes.length < wantedProcesses
        ? {
            says: `${processes.length} of ${wantedProcesses} processes serve the product.`,
            todo: "Find in the log why the others ended.",
            page: "logs",
            search: { text: "process" },
          }
        : undefined,
  },
  {
    id: "busy",
    alarm: "WritIsBusy",
    severity: "warning",
    find: ({ processes }) =>
      processes.some(({ busy }) => busy > 0.9)
        ? {
            says: "A process has been fully busy for ten minutes. Users have to wait.",
            todo: "Use more processes or a larger machine, or look for a client that sends too many requests.",
            page: "logs",
          }
        : undefined,
  },
  {
    id: "memory",
    alarm: "WritTakesMemory",
    severity: "warning",
    find: ({ processes }) =>
      processes.some(({ lastingMemoryBytes }) => lastingMemoryBytes > gigabyte)
        ? {
            says: "A process has taken more than a gigabyte of memory for ten minutes.",
            todo: "Restart the product at a quiet hour.",
          }
        : undefined,
  },
  {
    id: "open files",
    alarm: "WritOpensManyFiles",
    severity: "warning",
    find: ({ processes }) =>
      processes.some(({ openFiles = 0 }) => openFiles > 0.8)
        ? {
            says: "A process has opened four fifths of the files that it may open. Soon it will refuse new connections.",
            todo: "Raise LimitNOFILE of the service.",
            page: "live",
          }
        : undefined,
  },
  {
    id: "disk fills",
    alarm: "WritDiskFills",
    severity: "warning",
    find: ({ diskFreeBytes, diskFullInSeconds }) =>
      diskFreeBytes !== undefined && diskFreeBytes < 20 * gigabyte && (diskFullInSeconds ?? Infinity) < 3 * day
        ? {
            says: "At this pace the disk of the data folder is full within three days.",
            todo: "Look at what grows: logs, backups, files or rows.",
          }
        : undefined,
  },
];

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;
