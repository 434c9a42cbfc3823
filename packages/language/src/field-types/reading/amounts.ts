// Reads the amounts inside types: lengths, numbers of files, sizes, and the ends of ranges.
import { spanOf, type Text } from "../../text/text.ts";
import type { Problem } from "../../problem.ts";
import { compareExact } from "../../expression/exact.ts";
import { readAmount, valueHint } from "../../clause/read-value.ts";
import type { Amount } from "../../clause/value.ts";
import type { FoundOption } from "./options.ts";
import { turnedRange, wrongAmount } from "../problems.ts";

/** How many characters. */
export function readLength(option: FoundOption | undefined, address: string, problems: Problem[]): Amount | undefined {
  return readCount(
    option,
    '"up to" needs a number of characters',
    "Write a whole number from 1, such as up to 40.",
    address,
    problems,
  );
}

/** How many files. */
export function readFileCount(
  option: FoundOption | undefined,
  address: string,
  problems: Problem[],
): Amount | undefined {
  const hint = "Write a whole number from 1, such as up to 5; each up to 10 MB limits the size of each file.";
  return readCount(option, '"up to" needs a number of files', hint, address, problems);
}

function readCount(
  option: FoundOption | undefined,
  what: string,
  hint: string,
  address: string,
  problems: Problem[],
): Amount | undefined {
  const written = option?.groups["amount"];
  if (!written) return undefined;
  const amount = readAmount(written);
  if (amount && isWholeFromOne(amount)) return amount;
  problems.push(wrongAmount.at({ span: spanOf(written), address }, what, written.text, hint));
  return undefined;
}

/** Whether a constant is a number is asked when section 9 is known. */
function isWholeFromOne(amount: Amount): boolean {
  if (amount.kind === "constant") return true;
  const { value } = amount;
  return (
    value.kind === "number" &&
    value.scale === 0 &&
    value.digits >= 1n &&
    value.digits <= BigInt(Number.MAX_SAFE_INTEGER)
  );
}

export function readSize(option: FoundOption | undefined, address: string, problems: Problem[]): Amount | undefined {
  const written = option?.groups["amount"];
  if (!written) return undefined;
  const amount = readAmount(written);
  if (amount?.kind === "constant" || (amount?.value.kind === "size" && amount.value.bytes > 0)) return amount;
  const bare = amount?.value.kind === "number";
  const hint = bare
    ? `A size has a unit: ${written.text} MB.`
    : amount
      ? "Write a size such as 10 MB."
      : valueHint(written.text);
  problems.push(wrongAmount.at({ span: spanOf(written), address }, "a size is expected", written.text, hint));
  return undefined;
}

type Range = { readonly from: Amount | undefined; readonly to: Amount | undefined };
type NumberKind = "number" | "integer" | "percent" | "money";

/** What the ends of a range may be, and the message for one that is not. */
const ends: Readonly<Record<NumberKind, readonly [what: string, hint: string]>> = {
  number: ["the ends of the range are numbers with at most 6 decimals", "Write them as 0 to 99.5."],
  integer: ["the ends of the range are whole numbers", "Write them as 1 to 5."],
  percent: ["the ends of the range are percentages with at most 2 decimals", "Write them as 0 % to 100 %."],
  money: ["the ends of the range are amounts of money", "Write them as 0 to 50, or 0.00 EUR to 50.00 EUR."],
};

export function readRange(
  kind: NumberKind,
  option: FoundOption | undefined,
  address: string,
  problems: Problem[],
): Range {
  const read = (written: Text | undefined): Amount | undefined => {
    if (!written) return undefined;
    const amount = fitting(kind, readAmount(written));
    if (amount) return amount;
    problems.push(wrongAmount.at({ span: spanOf(written), address }, ends[kind][0], written.text, ends[kind][1]));
    return undefined;
  };
  const [from, to] = [read(option?.groups["from"]), read(option?.groups["to"])];
  if (option && from?.kind === "value" && to?.kind === "value" && compareExact(from.value, to.value) > 0) {
    const words = [option.groups["from"]?.text ?? "", option.groups["to"]?.text ?? ""] as const;
    problems.push(turnedRange.at({ span: spanOf(option.whole), address }, ...words));
    return { from: undefined, to: undefined };
  }
  return { from, to };
}

/** In `percent 0 to 100` both ends are percentages too. */
function fitting(kind: NumberKind, amount: Amount | undefined): Amount | undefined {
  if (amount === undefined || amount.kind === "constant") return amount;
  const { value } = amount;
  switch (kind) {
    case "integer":
      return value.kind === "number" && value.scale === 0 ? amount : undefined;
    case "number":
      return value.kind === "number" && value.scale <= 6 ? amount : undefined;
    case "money":
      return value.kind === "number" || value.kind === "money" ? amount : undefined;
    case "percent": {
      const scale = value.kind === "number" ? value.scale + 2 : value.kind === "percent" ? value.scale : 5;
      if (scale > 4 || (value.kind !== "number" && value.kind !== "percent")) return undefined;
      return { ...amount, value: { ...value, kind: "percent", scale } };
    }
  }
}
