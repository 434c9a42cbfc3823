// Text that users type, as a database can store it and search for it.

/** Without the null character, which is invisible and which no database stores. */
export const keepable = (typed: string): string => typed.replaceAll("\0", "");
