// Why a request is rejected: a code of section 8 with the clause that rejects it.

export type Refusal = {
  readonly code: string;
  /** The address of the clause: `6/Ticket/update`, `5/Ticket/Ends after it starts`, `3/Ticket/Subject`. */
  readonly clause: string;
  readonly field?: string;
  /** Of what is looked at when everything is done: the row that breaks it. */
  readonly row?: string;
  /** Which write of all is judged; none where it was a row of one of the row's lists that was written. */
  readonly write?: number;
};

export const refuse = (code: string, clause: string, field?: string): Refusal =>
  field === undefined ? { code, clause } : { code, clause, field };

/** As it is reported on the wire: with the field, where it is about one. */
export const reportedAs = ({ code, field }: Refusal): string => (field === undefined ? code : `${code} ${field}`);
