// Every morning, whoever has something that is due tomorrow is told so.
import type { Code } from "./types.ts";

const dayIn = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });

export const call: Code<"remind_due"> = async ({ now, system, mail }) => {
  const tomorrow = new Date(`${dayIn.format(now)}T00:00:00Z`);
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
  const due = await system.reservation.find({ ends_on: tomorrow.toISOString().slice(0, 10), state: "collected" });
  for (const reservation of due) await mail("due_tomorrow", { to: reservation.member, row: reservation });
};
