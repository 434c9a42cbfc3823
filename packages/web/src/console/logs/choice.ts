// What of the log is looked at, as the address of the page says it.
export const names = ["level", "status", "text", "slow", "noise", "id", "until", "most"] as const;
export type Choice = Readonly<Record<(typeof names)[number], string>>;
