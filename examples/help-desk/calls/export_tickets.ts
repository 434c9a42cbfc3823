// The tickets of some days as a file for spreadsheets, as whoever asks for it may read them.
import type { Code } from "./types.ts";

const dayIn = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });
/** As many as are read at once. */
const most = 1000;

/** What begins like a formula would be one in a spreadsheet. */
const cell = (value: string | boolean | null): string => {
  const text = value === null ? "" : String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

export const call: Code<"export_tickets"> = async ({ input, db, problem }) => {
  const tickets = await db.ticket.find({}, { order: "-created_at", limit: most });
  const day = (ticket: (typeof tickets)[number]) => dayIn.format(new Date(ticket.created_at));
  const last = tickets.at(-1);
  // Some of these days may lie beyond what was read: half a file is worse than none.
  if (last !== undefined && tickets.length === most && day(last) >= input.from) throw problem("EXPORT_FAILED");
  const categories = new Map((await db.category.find({}, { limit: most })).map(({ id, name }) => [id, name]));
  const lines = tickets
    .filter((ticket) => day(ticket) >= input.from && day(ticket) <= input.to)
    .toReversed()
    .map((ticket) => [
      ticket.number,
      day(ticket),
      ticket.subject,
      categories.get(ticket.category) ?? null,
      ticket.priority,
      ticket.state,
      ticket.late,
      ticket.solved_at,
    ]);
  const head = ["Number", "Created", "Subject", "Category", "Priority", "State", "Late", "Solved at"];
  const text = [head, ...lines].map((line) => line.map(cell).join(",")).join("\r\n");
  return {
    file: { name: `tickets-${input.from}-${input.to}.csv`, type: "text/csv; charset=utf-8", text: `${text}\r\n` },
  };
};
