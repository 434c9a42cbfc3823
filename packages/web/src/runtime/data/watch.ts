// How changes of others come to be seen: by asking again now and then, while somebody is looking.

/** For queries of what is on the screen. */
export const watched = { refetchInterval: 5000, refetchIntervalInBackground: false } as const;

/** How long an answer is good enough to be shown without asking again. */
export const fresh = 2000;
