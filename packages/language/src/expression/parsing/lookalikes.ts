// Signs that people bring from elsewhere, and what to write instead.

const inQuotes = `Texts stand in '…' or "…".`;
const noPowers = "There are no powers: multiply.";
const pattern = "Write `x.matches('…')`.";
const noBraces = "An expression has no { }: a list stands in [ ].";

/** Longer signs stand before those that they begin with. A sign of the language wins over one of two characters. */
export const lookalikes: readonly (readonly [signs: readonly string[], hint: string])[] = [
  [["==="], "Write `==`."],
  [["!==", "<>", "≠"], "Write `!=`."],
  [["=>"], "Write `>=`; the item of a list has a comma behind it, as in `list.filter(x, condition)`."],
  [["≥"], "Write `>=`."],
  [["=<", "≤"], "Write `<=`."],
  [["=~", "~"], pattern],
  [["**", "^"], noPowers],
  [["??"], "Write `x != null ? x : y`."],
  [["?."], "Write `x != null and x.y …`."],
  [["->"], "A step to a field is written `x.y`."],
  [[":="], "Write `=` to assign, `==` to compare."],
  [["&"], "Write `and`."],
  [["|"], "Write `or`."],
  [["“", "”", "„", "«", "»", "‘", "’", "‚", "´", "`"], inQuotes],
  [["×"], "Write `*`."],
  [["÷"], "Write `/`."],
  [["−", "–", "—"], "Write `-`."],
  [["…"], "Write it out."],
  [["{", "}"], noBraces],
  [[";"], "Write `and` between two conditions, a comma between two assignments."],
  [["\\"], "A backslash stands inside a text only."],
  [["#", "//", "/*"], "An expression has no comments: write them beside it."],
  [["$", "@"], "A name has nothing before it."],
  [["€", "£"], "Write `money(…)`, or name a constant."],
];
