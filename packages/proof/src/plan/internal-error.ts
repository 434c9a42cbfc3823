// The report of an exception while one case is planned or tried: the others go on, and this one fails with this text.

/** For people: that it is not their document, and what helps to mend it. */
export function internalError(failure: unknown): string {
  const [message = "", place = ""] =
    failure instanceof Error ? [failure.message, firstPlace(failure.stack ?? "")] : [String(failure)];
  return `this case could not be tried because of a mistake in Writ: ${message}${place === "" ? "" : ` (${place})`}. Please report it with this address and the document.`;
}

/** `evaluate.ts:75`, where it was thrown. */
const firstPlace = (stack: string): string => /([\w-]+\.[a-z]+:\d+):\d+\)?$/m.exec(stack)?.[1] ?? "";
