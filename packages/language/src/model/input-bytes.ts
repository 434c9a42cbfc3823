// How large the files are that a call may be given: they come with everything else, in one piece that is held in memory.
export const maxInputBytes: number = 7 * 2 ** 20;
