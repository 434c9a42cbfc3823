// Written by `writ types --calls` from "Toolshed". Run it again when the document changes.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** Rows as they are read. */
export type Rows = {
  user: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; name: string; email: string | null; phone: string | null; };
  item: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; name: string; kind: "hand_tool" | "power_tool" | "garden" | "kitchen"; description: string | null; photo: string | null; manual: string | null; daily_fine: number; retired: boolean; out_now: boolean | null; };
  reservation: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; number: string; item: string; member: string; starts_on: string; ends_on: string; remark: string | null; collected_at: string | null; returned_at: string | null; state: "reserved" | "collected" | "returned" | "cancelled" | "expired"; days_late: number | null; ended: boolean | null; };
  fine: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; reservation: string; member: string; amount: number; paid_at: string | null; reason: string | null; state: "due" | "paid" | "written_off"; ended: boolean | null; };
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
  user: Store<Rows["user"], { id?: string; phone?: string | null; }, { phone?: string | null; }>;
  item: Store<Rows["item"], { id?: string; name: string; kind: "hand_tool" | "power_tool" | "garden" | "kitchen"; description?: string | null; photo?: string | null; manual?: string | null; daily_fine?: number; retired?: boolean; }, { name?: string; kind?: "hand_tool" | "power_tool" | "garden" | "kitchen"; description?: string | null; photo?: string | null; manual?: string | null; daily_fine?: number; retired?: boolean; }>;
  reservation: Store<Rows["reservation"], { id?: string; item: string; member?: string; starts_on?: string; ends_on: string; remark?: string | null; collected_at?: string | null; returned_at?: string | null; }, { item?: string; member?: string; starts_on?: string; ends_on?: string; remark?: string | null; collected_at?: string | null; returned_at?: string | null; }> & { collect(row: Id, given?: Given<{  }>): Promise<void>; return(row: Id, given?: Given<{  }>): Promise<void>; cancel(row: Id, given?: Given<{  }>): Promise<void>; };
  fine: Store<Rows["fine"], { id?: string; reservation?: string; member?: string; amount?: number; paid_at?: string | null; reason?: string | null; }, { reservation?: string; member?: string; amount?: number; paid_at?: string | null; reason?: string | null; }> & { pay(row: Id, given?: Given<{  }>): Promise<void>; write_off(row: Id, given?: Given<{ reason?: string | null; }>): Promise<void>; };
};

type Reached = Id | null | undefined;
export type Mails = {
  due_tomorrow: Rows["reservation"];
  expired: Rows["reservation"];
  fined: Rows["fine"];
};

/** Of section 9: durations in milliseconds, sizes in bytes, percents as fractions. */
export type Constants = {
  readonly max_loan: number;
  readonly book_ahead: number;
  readonly collect_within: number;
  readonly max_open: number;
  readonly default_fine: number;
  readonly max_fine: number;
};

export type Services = {
};

/** By call: what its code is given, may throw, and answers. */
export type Calls = {
  remind_due: { input: Readonly<{ [name: string]: never }>; answer: void; secrets: never; problems: never };
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
