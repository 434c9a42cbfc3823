// Why something in the outbox failed, as it is kept there: what others wrote may hold what no text of PostgreSQL holds.

export const failureText = (text: string): string => text.replaceAll("\0", "").slice(0, 500);
