// What the console is told. Types alone: the web application reads them too.
import type { DocumentBlock, ExplainedClause } from "@writ/language/explain";
import type { ToldProblem, ToldStep, Unserved } from "../writing/told.ts";

export type { DocumentBlock, ExplainedClause };

export type ToldState = {
  readonly title: string;
  readonly file: string;
  readonly development: boolean;
  readonly version: number;
  readonly unserved?: Unserved;
  readonly gaps: number;
};

/** The text that stands in the file, with what is wrong with it, whether it is served or not. */
export type ToldDocument = {
  readonly version: number;
  readonly blocks: readonly DocumentBlock[];
  readonly problems: readonly ToldProblem[];
  /** A question that waits, with all that would be done. */
  readonly question?: {
    readonly id: string;
    readonly steps: readonly ToldStep[];
    readonly losses: readonly ToldStep[];
  };
};

export type ToldPerson = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** Somebody to try the product as, and the link that does it. */
  readonly link?: string;
};

export type ToldMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
};

export type ToldJob = {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly clause: string;
  readonly is: "waiting" | "failed" | "given up" | "done";
  readonly tries: number;
  readonly madeAt: string;
  readonly dueAt: string | null;
  readonly doneAt: string | null;
  readonly failure: string | null;
  readonly mayRetry: boolean;
};

export type ToldTimer = {
  readonly timer: string;
  readonly row: string;
  readonly clause: string;
  readonly tries: number;
  readonly nextAt: string;
  readonly failure: string;
};

export type ToldSchedule = {
  readonly name: string;
  readonly clause: string;
  readonly nextAt: string | null;
  readonly lastAt: string | null;
};

export type ToldJobs = {
  readonly jobs: readonly ToldJob[];
  readonly timers: readonly ToldTimer[];
  readonly schedules: readonly ToldSchedule[];
  /** When the next timer of any row is due. */
  readonly nextTimer: string | null;
};

export type ToldRoles = {
  readonly roles: readonly { readonly id: string; readonly label: string; readonly heldBy: string }[];
  readonly entities: readonly { readonly id: string; readonly label: string }[];
  readonly people: readonly { readonly id: string; readonly label: string }[];
};

export type ToldMatrix = {
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

export type ToldAnswer = {
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
