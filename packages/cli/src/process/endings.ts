// The signals that end a process: of Ctrl-C, of its supervisor, of a terminal that is closed.
export const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
