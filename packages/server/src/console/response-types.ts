// What the server sends to the console. Types alone: the web application reads them too.
import type { DocumentBlock, ExplainedClause } from "@writ/language/explain";
import type { ProofRunView } from "./proof-response-types.ts";
import type { ProblemView, StepView, Unserved } from "../writing/response-types.ts";

export type { DocumentBlock, ExplainedClause };

export type StateView = {
  readonly title: string;
  readonly file: string;
  readonly development: boolean;
  readonly version: number;
  readonly unserved?: Unserved;
  readonly gaps: number;
  /** The last run of the proof, where the console can make one. */
  readonly proof?: { readonly is: ProofRunView["is"]; readonly failed: number; readonly isEarlier: boolean };
};

/** The text that stands in the file, with what is wrong with it, whether it is served or not. */
export type DocumentView = {
  readonly version: number;
  readonly blocks: readonly DocumentBlock[];
  readonly problems: readonly ProblemView[];
  /** A question that waits, with all that would be done. */
  readonly question?: {
    readonly id: string;
    readonly steps: readonly StepView[];
    readonly losses: readonly StepView[];
  };
};

export type PersonView = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** A user to try the product as, and the link that does it. */
  readonly link?: string;
};

export type MailView = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
};

export type JobView = {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly clause: string;
  readonly is: "waiting" | "retrying" | "failed" | "done" | "dismissed";
  readonly tries: number;
  readonly madeAt: string;
  readonly dueAt: string | null;
  readonly doneAt: string | null;
  readonly failure: string | null;
  readonly mayRetry: boolean;
  readonly mayDismiss: boolean;
};

export type TimerView = {
  readonly timer: string;
  readonly row: string;
  readonly clause: string;
  readonly tries: number;
  readonly nextAt: string;
  readonly failure: string;
};

export type ScheduleView = {
  readonly name: string;
  readonly clause: string;
  readonly nextAt: string | null;
  readonly lastAt: string | null;
  /** Why it failed, where it is tried again or was given up. */
  readonly failure: string | null;
  /** As far as this server remembers it. */
  readonly lastRun: LastRunView | null;
};

export type LastRunView = Pick<RunView, "beganAt" | "milliseconds" | "end" | "said">;

/** A call that is no schedule. Counted since the server began. */
export type CallJobView = {
  readonly name: string;
  readonly label: string;
  readonly kind: string;
  readonly clause: string;
  readonly count: number;
  readonly failed: number;
  readonly lastRun: LastRunView | null;
};

export type JobsView = {
  readonly jobs: readonly JobView[];
  /** Of what is not done. */
  readonly counts: Readonly<Partial<Record<JobView["is"], number>>>;
  readonly timers: readonly TimerView[];
  readonly schedules: readonly ScheduleView[];
  readonly calls: readonly CallJobView[];
  /** When the next timer of any row is due. */
  readonly nextTimer: string | null;
};

export type RolesView = {
  readonly roles: readonly { readonly id: string; readonly label: string; readonly heldBy: string }[];
  readonly entities: readonly { readonly id: string; readonly label: string }[];
  readonly people: readonly { readonly id: string; readonly label: string }[];
};

export type MatrixView = {
  readonly rights: readonly {
    readonly action: string;
    readonly address: string;
    readonly grants: readonly {
      readonly role: string;
      readonly label: string;
      readonly grant: string;
      readonly means: readonly string[];
      readonly address: string;
    }[];
  }[];
  readonly rows: readonly { readonly id: string; readonly label: string }[];
};

/** What one person may do by the roles that they have, whatever the row: `may` where some role grants it. */
export type PersonRightsView = {
  readonly roles: readonly { readonly id: string; readonly label: string; readonly heldBy: string }[];
  readonly entities: readonly {
    readonly id: string;
    readonly label: string;
    readonly may: readonly {
      readonly action: string;
      /** `yes` of one role is more than the words of another. */
      readonly grants: readonly MatrixView["rights"][number]["grants"][number][];
    }[];
    readonly mayNot: readonly string[];
  }[];
};

export type AnswerView = {
  readonly roles: readonly string[];
  readonly answers: readonly {
    readonly action: string;
    /** `by row`: it depends on what is written. */
    readonly may: "yes" | "no" | "by row";
    /** The code that would be answered. */
    readonly why?: string;
    /** A step that does not start from where the row stands. */
    readonly notFrom?: string;
    /** The clauses that decide for the roles of this person, each with its words. */
    readonly clauses: readonly {
      readonly address: string;
      readonly role: string;
      readonly grant: string;
      readonly means: readonly string[];
    }[];
  }[];
};

export type BucketView = {
  readonly id: string;
  /** The field in the document's words, and its clause; null where the document has no such field. */
  readonly field: string | null;
  readonly clause: string | null;
  /** Its field is gone: it goes when it is empty. */
  readonly isGone: boolean;
  readonly isPublic: boolean;
  readonly mostBytes: number | null;
  readonly types: readonly string[] | null;
  readonly files: number;
  readonly bytes: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
  /** Files that no row names, and those of them that go with the next sweep. */
  readonly waiting: number;
  readonly due: number;
};

export type BucketsView = {
  /** Whether there is a folder for files at all. */
  readonly isKept: boolean;
  readonly buckets: readonly BucketView[];
  /** Uploads that were interrupted and may go on; contents that wait to be taken off the disk. */
  readonly unfinished: number;
  readonly gone: number;
};

export type FileView = {
  readonly id: string;
  readonly name: string;
  readonly bytes: number | null;
  readonly type: string | null;
  readonly madeAt: string;
  readonly by: string | null;
  /** The row whose it is, where it is there. */
  readonly row: { readonly id: string; readonly label: string } | null;
  /** Where no row names it: when it goes, and whether that is now. */
  readonly goesAt: string | null;
  readonly isDue: boolean | null;
  /** A program may have entered a file without any content. */
  readonly hasBytes: boolean;
};

export type FilesView = { readonly files: readonly FileView[]; readonly next: string | null };

export type RunView = {
  readonly id: number;
  readonly beganAt: string;
  readonly milliseconds: number | null;
  /** Null: it runs. */
  readonly end: "done" | "refused" | "failed" | null;
  readonly said: string | null;
  readonly printed: readonly { readonly place: string; readonly text: string }[];
  readonly isCut: boolean;
};

export type CallView = {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly clause: string;
  readonly startedBy: string;
  readonly sendsTo: string | null;
  readonly hosts: readonly string[];
  readonly secrets: readonly { readonly name: string; readonly isSet: boolean }[];
  readonly code: { readonly place: string; readonly version: string } | null;
  /** Why its code cannot run. */
  readonly problem: string | null;
  readonly processes: { readonly busy: number; readonly idle: number };
  /** In the outbox. */
  readonly waiting: number;
  readonly givenUp: number;
  readonly runs: readonly RunView[];
  readonly count: number;
  readonly failed: number;
};

export type FunctionsView = { readonly hasRuntime: boolean; readonly calls: readonly CallView[] };

export type SlotView = {
  readonly name: string;
  readonly isActive: boolean;
  readonly status: string | null;
  readonly reason: string | null;
  readonly lagBytes: number | null;
  readonly keptBytes: number | null;
  readonly leftBytes: number | null;
};

export type LiveView = {
  readonly sockets: number;
  readonly channels: number;
  readonly networks: number;
  readonly connections: readonly {
    readonly since: string;
    readonly heardAt: string;
    readonly network: string;
    readonly channels: number;
    readonly people: readonly string[];
    readonly waitingBytes: number;
  }[];
  readonly topicCount: number;
  readonly topics: readonly {
    readonly name: string;
    readonly isPrivate: boolean;
    readonly members: number;
    readonly present: number;
    readonly people: readonly string[];
  }[];
  readonly subscriptions: readonly { readonly table: string | null; readonly count: number }[];
  readonly waitingBytes: number;
  readonly lacking: string | null;
  readonly slot: SlotView | null;
};
