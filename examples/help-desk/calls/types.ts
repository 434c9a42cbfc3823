// Written by `writ types --calls` from "Corner Desk". Run it again when the document changes.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** Rows as they are read. */
export type Rows = {
  user: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; name: string; email: string | null; };
  category: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; name: string; };
  ticket: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; number: string; subject: string; body: string; category: string; priority: "low" | "normal" | "high" | "urgent"; requester: string; assignee: string | null; phone: string | null; attachments: string[]; respond_by: string; late: boolean; solved_at: string | null; resolution: string | null; state: "new" | "open" | "waiting" | "solved" | "closed"; ended: boolean | null; };
  comment: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; ticket: string; author: string; text: string; internal: boolean; attachments: string[]; };
};

/** A row, or its id. */
export type Id = string | { readonly id: string };

/** What may be given where text is stored: a row of a reference, a moment. */
type Given<Values> = { [Name in keyof Values]: Values[Name] | (string extends Values[Name] ? { readonly id: string } | Date : never) };

type Store<Row, Insert, Update> = {
  read(row: Id): Promise<Row | undefined>;
  find(where?: Partial<Given<Row>>, how?: { order?: Order<Row> | Order<Row>[]; limit?: number }): Promise<Row[]>;
  create(values: Given<Insert>): Promise<Given<Insert> & { readonly id: string }>;
  set(row: Id, values: Given<Update>, expected?: Partial<Given<Row>>): Promise<void>;
  delete(row: Id): Promise<void>;
};
type Order<Row> = (keyof Row & string) | `-${keyof Row & string}`;

export type Stores = {
  user: Store<Rows["user"], { id?: string; }, {  }>;
  category: Store<Rows["category"], { id?: string; name: string; }, { name?: string; }>;
  ticket: Store<Rows["ticket"], { id?: string; subject: string; body: string; category: string; priority?: "low" | "normal" | "high" | "urgent"; requester?: string; assignee?: string | null; phone?: string | null; attachments?: string[]; respond_by?: string; late?: boolean; solved_at?: string | null; resolution?: string | null; }, { subject?: string; body?: string; category?: string; priority?: "low" | "normal" | "high" | "urgent"; requester?: string; assignee?: string | null; phone?: string | null; attachments?: string[]; respond_by?: string; late?: boolean; solved_at?: string | null; resolution?: string | null; }> & { take(row: Id, given?: Given<{  }>): Promise<void>; assign(row: Id, given?: Given<{ assignee?: string | null; }>): Promise<void>; ask_requester(row: Id, given?: Given<{  }>): Promise<void>; solve(row: Id, given?: Given<{ resolution?: string | null; }>): Promise<void>; reopen(row: Id, given?: Given<{  }>): Promise<void>; };
  comment: Store<Rows["comment"], { id?: string; ticket: string; author?: string; text: string; internal?: boolean; attachments?: string[]; }, { ticket?: string; author?: string; text?: string; internal?: boolean; attachments?: string[]; }>;
};

type Reached = Id | null | undefined;
export type Mails = {
  question_asked: Rows["ticket"];
  ticket_solved: Rows["ticket"];
  gone_late: Rows["ticket"];
  new_comment: Rows["comment"];
};

/** Of section 9: durations in milliseconds, sizes in bytes, percents as fractions. */
export type Constants = {
  readonly response_time: { readonly low: number; readonly normal: number; readonly high: number; readonly urgent: number; };
  readonly reopen_window: number;
  readonly auto_close_after: number;
  readonly min_body: number;
  readonly max_attachment: number;
};

export type Services = {
};

/** By call: what its code is given, may throw, and answers. */
export type Calls = {
  export_tickets: { input: Readonly<{ from: string; to: string; }>; answer: { file: { name: string; type: string } & ({ text: string } | { base64: string }); }; secrets: never; problems: "EXPORT_FAILED" };
};

/** A call's code in a file of its own: `export const call: Code<"name"> = async ({ input, db }) => { … };` */
export type Code<Name extends keyof Calls> = (given: {
  readonly input: Calls[Name]["input"];
  /** Nobody where the system, a schedule or another program makes the call. */
  readonly me: { readonly id: string; readonly email: string | null } | null;
  readonly now: Date;
  readonly secrets: Readonly<Record<Calls[Name]["secrets"], string>>;
  readonly constants: Constants;
  readonly db: Stores;
  readonly system: Stores;
  readonly api: Services;
  readonly problem: (code: Calls[Name]["problems"]) => Error;
  readonly mail: <Name extends keyof Mails>(name: Name, given: { to: Reached | readonly Reached[]; row: Mails[Name] | string }) => Promise<void>;
}) => Promise<Calls[Name]["answer"]>;
