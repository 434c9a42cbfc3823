// How long a number in a text is made for comparing: longer than any counter, in SQL and in JavaScript.
export const countedDigits = 19;
