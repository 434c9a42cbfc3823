// Written by `writ types --calls` from "Stride". Run it again when the document changes.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** Rows as they are read. */
export type Rows = {
  user: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; name: string; email: string | null; };
  organisation: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; name: string; slug: string; plan: "free" | "paid"; };
  membership: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; organisation: string; email: string; person: string | null; role: "guest" | "member" | "admin"; joined_at: string | null; };
  project: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; organisation: string; key: string; name: string; archived: boolean; };
  issue: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; project: string; number: string; title: string; description: string | null; priority: "low" | "medium" | "high"; reporter: string; assignee: string | null; labels: ("bug" | "idea" | "chore")[]; due_on: string | null; state: "backlog" | "to_do" | "in_progress" | "in_review" | "done"; ended: boolean | null; };
  comment: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; issue: string; author: string; text: string; };
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
  organisation: Store<Rows["organisation"], { id?: string; name: string; slug: string; plan?: "free" | "paid"; }, { name?: string; slug?: string; plan?: "free" | "paid"; }>;
  membership: Store<Rows["membership"], { id?: string; organisation: string; email: string; person?: string | null; role?: "guest" | "member" | "admin"; joined_at?: string | null; }, { organisation?: string; email?: string; person?: string | null; role?: "guest" | "member" | "admin"; joined_at?: string | null; }>;
  project: Store<Rows["project"], { id?: string; organisation: string; key: string; name: string; archived?: boolean; }, { organisation?: string; key?: string; name?: string; archived?: boolean; }>;
  issue: Store<Rows["issue"], { id?: string; project: string; title: string; description?: string | null; priority?: "low" | "medium" | "high"; reporter?: string; assignee?: string | null; labels?: ("bug" | "idea" | "chore")[]; due_on?: string | null; }, { project?: string; title?: string; description?: string | null; priority?: "low" | "medium" | "high"; reporter?: string; assignee?: string | null; labels?: ("bug" | "idea" | "chore")[]; due_on?: string | null; }> & { plan(row: Id, given?: Given<{  }>): Promise<void>; start(row: Id, given?: Given<{  }>): Promise<void>; review(row: Id, given?: Given<{  }>): Promise<void>; finish(row: Id, given?: Given<{  }>): Promise<void>; };
  comment: Store<Rows["comment"], { id?: string; issue: string; author?: string; text: string; }, { issue?: string; author?: string; text?: string; }>;
};

type Reached = Id | null | undefined;
export type Mails = {
  invited: Rows["membership"];
};

/** Of section 9: durations in milliseconds, sizes in bytes, percents as fractions. */
export type Constants = {
  readonly free_projects: number;
};

export type Services = {
};

/** By call: what its code is given, may throw, and answers. */
export type Calls = {
  accept_invitation: { input: Readonly<{ membership: Rows["membership"]; }>; answer: void; secrets: never; problems: "ALREADY_JOINED" };
  paid: { input: { readonly [name: string]: any }; answer: void; secrets: never; problems: "BAD_SIGNATURE" };
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
