// What tells a process to end: Ctrl-C, whoever watches over it, a terminal that is closed.
export const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
