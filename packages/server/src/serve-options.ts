// What is said to the server of a product when it starts, and what it can be asked for while it runs.
import type { Compiled } from "@writ/language";
import type { PreviewPerson } from "./auth/preview/list-people.ts";
import type { ProcessSlot } from "./bus/slot.ts";
import type { Prove } from "./console/proof.ts";
import type { CallService } from "./functions/service.ts";
import type { CertificateFiles } from "./gate/certificate.ts";
import type { BodyLimits } from "./gate/read-body.ts";
import type { MemoryLimits } from "./gate/memory-budget.ts";
import type { Mail } from "./mail/mail.ts";
import type { StoredMail } from "./mail/mailbox.ts";
import type { LogLevel } from "./telemetry/log.ts";
import type { PageOptions } from "./pages/pages.ts";
import type { PoolLimits } from "./postgres/connections/request-pool.ts";
import type { LiveLimits } from "./realtime/limits.ts";
import type { FetchLimits } from "./rest/serve.ts";
import type { Edition, Writing } from "./writing/writing.ts";

export type ServeOptions = {
  /** 0 takes a free one. */
  readonly port: number;
  /** Loopback by default. */
  readonly host?: string;
  /** The address that people know, where it is another one than that of this process. */
  readonly publicUrl?: string;
  /** Of Writ, for operators. */
  readonly version?: string;
  /** Without it, a server before this one speaks TLS, or nobody does. */
  readonly tls?: CertificateFiles;
  readonly log?: LogLevel;
  readonly proxies?: number;
  readonly jwtSecret?: string;
  readonly limits?: Partial<PoolLimits>;
  readonly memory?: MemoryLimits;
  /** What one request for data may bring. */
  readonly body?: Partial<BodyLimits>;
  /** How long its response is kept for a client that fetches it slowly. */
  readonly fetching?: Partial<FetchLimits>;
  /** Someone works on the document on this machine. */
  readonly development?: boolean;
  /** In development: the sign-in page offers the people of samples, to whoever looks at it on this machine. */
  readonly samplePeople?: boolean;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Called with mails that went nowhere but into the mailbox of development. */
  readonly onMail?: (mail: Mail) => void;
  /** What people see in the browser. Without it, there is nothing to see. */
  readonly pages?: PageOptions;
  /** The document that the database says. Pages hear of edits of it where someone works on it. */
  readonly document?: Edition;
  /**
   * The built console. `onLink`: gets another address of it when the last one was used. `prove`: tries the document in
   * development.
   */
  readonly console?: { readonly folder: string; readonly onLink?: (link: string) => void; readonly prove?: Prove };
  /** Called with what code prints, and with what went wrong in it, in development. */
  readonly onPrint?: (line: string) => void;
  /** The folder in which files are kept; without it none are. */
  readonly files?: string;
  /** No file is larger, whatever the document says. */
  readonly mostFileBytes?: number;
  /** What sockets may. */
  readonly live?: Partial<LiveLimits>;
  /**
   * Calls are checked with their inputs, and nothing of them is run or sent: a caller who may make one gets the answer
   * that it broke.
   */
  readonly callsJudgedBy?: Pick<CallService, "edition" | "secretOf">;
  /** `asked`: timers, schedules, mails and notices wait until `work` is called. */
  readonly jobs?: "asked";
  /** For so long a server without a session in the database may come back before others take up what it had begun. */
  readonly graceMilliseconds?: number;
  /** Where several processes serve the product: which of them this is. */
  readonly slot?: ProcessSlot;
  /** How providers of identities are reached. */
  readonly fetch?: typeof fetch;
};

export type Running = {
  /** As people know it. */
  readonly url: string;
  /** Of this process, which other servers may stand before. */
  readonly port: number;
  readonly anonKey: string;
  readonly serviceKey: string;
  /** After the database was changed by a program that does not notify the server. */
  readonly reload: () => Promise<void>;
  /** The address that lets its first visitor into the console; only in development on this machine. */
  readonly consoleLink: () => string | undefined;
  /** Of a document that is being written on this machine: what becomes of its edits. */
  readonly writing: Writing | undefined;
  /**
   * For the terminal and the console of the developer on this machine: people of samples and of roles, each with a link
   * that signs in. No one where the server is in production or can be reached from elsewhere.
   */
  readonly people: (compiled: Compiled) => Promise<readonly PreviewPerson[]>;
  /** What would have gone out in development; `to`: to one address. */
  readonly mailbox: (to?: string) => Promise<readonly StoredMail[]>;
  /** What the document needs of the place where it is served and that is not there. */
  readonly missingSettings: () => readonly string[];
  /** Does all that is due. */
  readonly work: () => Promise<void>;
  /** Requests that run are answered first. */
  readonly stop: () => Promise<void>;
};
