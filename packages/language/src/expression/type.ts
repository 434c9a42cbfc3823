// The types of expressions. Emptiness is part of a type: a value that may be empty is another type than one that is not.

/** `empty`: the value may be empty (null) here. */
export type Type = { readonly empty: boolean } & Kind;

export type Kind =
  | { readonly kind: "null" }
  | { readonly kind: "yes/no" }
  | { readonly kind: "text" }
  /** An exact decimal with at most `scale` places; whole numbers have scale 0. */
  | { readonly kind: "number"; readonly scale: number }
  /** Scale is that of the document's one currency. */
  | { readonly kind: "money" }
  | { readonly kind: "date" }
  /** Milliseconds. */
  | { readonly kind: "datetime" }
  /** Of a day, whichever it is: milliseconds since midnight. */
  | { readonly kind: "time" }
  | { readonly kind: "duration"; /** Known to be whole days: may be added to a date. */ readonly days: boolean }
  /** A text out of a closed list; `of` names the list for people ("a priority of Ticket"). */
  | { readonly kind: "choice"; readonly of: string; readonly codes: readonly string[] }
  /** A row of an entity. */
  | { readonly kind: "row"; readonly entity: string }
  | { readonly kind: "list"; readonly of: Type }
  /** A constant with one value per key: `response_time[ticket.priority]`. */
  | { readonly kind: "table"; readonly keys: readonly string[]; readonly of: Type }
  /** One stored file; lists of them are lists. Only emptiness and size() may be asked. */
  | { readonly kind: "file" };
