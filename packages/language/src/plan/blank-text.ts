// Whether a text has nothing but blanks, which is no text where one is required; as JavaScript trims one to nothing.
import { quoteText } from "../expression/sql-quote.ts";
import { blank } from "../text/shapes.ts";

export const isBlankText = (text: string): string => `${text} COLLATE "C" ~ ${quoteText(blank)}`;
