// Whether a text has nothing but blanks, which is no text where one is required; as JavaScript trims one to nothing.
import { quoteText } from "../expression/sql/sql-quote.ts";
import { blankPattern } from "../text/patterns.ts";

export const isBlankText = (text: string): string => `${text} COLLATE "C" ~ ${quoteText(blankPattern)}`;
