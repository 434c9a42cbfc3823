// How PostgreSQL is set: what must hold for data to be safe, and what follows from the size of the machine.
import { availableParallelism, totalmem } from "node:os";

export type Machine = { readonly bytes: number; readonly cores: number };

export type Settings = Readonly<Record<string, string | number>>;

/** In a container its limit counts, not what the machine around it has. */
export function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  return { bytes: limit > 0 ? Math.min(limit, totalmem()) : totalmem(), cores: availableParallelism() };
}

/** Given at each start on the command line, so that nothing in the folder overrides them. */
export function firmSettings(socketFolder: string, port: number): Settings {
  return {
    port,
    // The network never reaches the database. Windows has no socket files that Node could open.
    ...(socketFolder === ""
      ? { listen_addresses: "127.0.0.1", unix_socket_directories: "" }
      : { listen_addresses: "", unix_socket_directories: socketFolder, unix_socket_permissions: "0700" }),
    // What was acknowledged is on the disk.
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    wal_level: "logical",
    // Looking for a deadlock costs little, and transactions in one hold up all behind them.
    deadlock_timeout: "100ms",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    logging_collector: "off",
    log_destination: "stderr",
    // What a client sent, and the rows that it was about, may be secret. Its errors reach the client, not the log.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_statement: "none",
    log_line_prefix: "",
  };
}

/** Of a database that is thrown away: what was acknowledged is with the system, and need not reach the disk. */
export const scratchSettings: Settings = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  // It holds little, and to look through room for much takes time at its start and at its end.
  shared_buffers: "64MB",
  // Whatever is killed, what processes share goes with the folder.
  ...(process.platform === "win32" ? {} : { dynamic_shared_memory_type: "mmap" }),
};

const megabyte = 2 ** 20;
const within = (least: number, value: number, most: number) => Math.round(Math.min(most, Math.max(least, value)));

/** PostgreSQL keeps so many of all for superusers. */
const superuserConnections = 3;

/** Written into postgresql.conf at each start; ALTER SYSTEM overrides them. `connections`: as many are needed. */
export function sizedSettings({ bytes, cores }: Machine, connections = 0): Settings {
  const memory = bytes / megabyte;
  return {
    max_connections: Math.max(within(40, cores * 10, 200), connections + superuserConnections),
    // A machine that also runs Node, functions and a browser: an eighth, and the system's own cache does the rest.
    shared_buffers: `${within(32, memory / 8, 4096)}MB`,
    effective_cache_size: `${within(64, memory / 2, 65_536)}MB`,
    work_mem: `${within(4, memory / 1024, 32)}MB`,
    maintenance_work_mem: `${within(32, memory / 64, 512)}MB`,
    max_parallel_workers: within(1, cores, 8),
    max_parallel_workers_per_gather: within(0, cores / 4, 2),
    max_wal_size: "1GB",
    min_wal_size: "80MB",
    // A reader of the changes that does not come back may hold this much, and never fills the disk.
    max_slot_wal_keep_size: "1GB",
    max_wal_senders: 5,
    max_replication_slots: 5,
    checkpoint_timeout: "10min",
    // Compiling a plan takes longer than the short statements of a product.
    jit: "off",
    random_page_cost: 1.1,
    track_activity_query_size: 4096,
  };
}

export const asOptions = (settings: Settings): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

export const asFile = (settings: Settings): string =>
  [
    "# Written at each start from the size of the machine. Change a setting with ALTER SYSTEM.",
    ...Object.entries(settings).map(([name, value]) => `${name} = '${value}'`),
    "",
  ].join("\n");
