// How large the files are that a call may be given: they come with everything else, in one piece that is held in memory.
export const mostGivenBytes: number = 7 * 2 ** 20;
