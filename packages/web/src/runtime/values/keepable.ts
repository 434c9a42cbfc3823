// What people type, as a database can keep it and be asked for it.

/** Without the letter that no one sees, and that no database keeps. */
export const keepable = (typed: string): string => typed.replaceAll("\0", "");
