// What the server refuses, as the application works with it: the words to say, at which field, for which clause.
import type { Application } from "@writ/language/product";

export type Complaint = {
  readonly code: string;
  readonly field: string | undefined;
  readonly clause: string | undefined;
  readonly message: string;
};

export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly complaints: readonly Complaint[];

  constructor(code: string, message: string, status: number, complaints: readonly Complaint[]) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.status = status;
    this.complaints = complaints;
  }
}

type WireError = {
  readonly code?: string;
  readonly message: string;
  readonly details?: string | null;
  readonly hint?: string | null;
};

/** Every refusal has a code and words; what has neither did not come from the product: the network is away. */
export function refusalOf(error: WireError, status: number): Refusal {
  if (status === 0 || error.code === undefined || error.code === "")
    return new Refusal("OFFLINE", error.message, 0, []);
  const complaints = readComplaints(error.details);
  const own = { code: error.code, field: undefined, clause: error.hint ?? undefined, message: error.message };
  return new Refusal(error.code, error.message, status, complaints.length > 0 ? complaints : [own]);
}

function readComplaints(details: string | null | undefined): readonly Complaint[] {
  if (!details?.startsWith("[")) return [];
  try {
    const read: unknown = JSON.parse(details);
    if (!Array.isArray(read)) return [];
    return read.flatMap((one: unknown): readonly Complaint[] => {
      if (typeof one !== "object" || one === null || !("code" in one) || !("message" in one)) return [];
      const text = (key: string) =>
        Object.hasOwn(one, key) ? textOf((one as Record<string, unknown>)[key]) : undefined;
      return [{ code: String(one.code), message: String(one.message), field: text("field"), clause: text("clause") }];
    });
  } catch {
    return [];
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The catalogue's words for a code, in the reader's language; the document's first where it has none. */
export const messageFor = (code: string, language: string, application: Application): string =>
  messageAhead(code, language, application) ?? application.messages["UNEXPECTED"]?.[""] ?? code;

/** Undefined where the words depend on the moment: only the database has them, once the user tries. */
export function messageAhead(code: string, language: string, application: Application): string | undefined {
  const words = application.messages[code];
  return words?.[language] ?? words?.[""];
}
