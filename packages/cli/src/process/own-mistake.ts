// The message to a user when Writ itself fails: that it is no fault of their document, and what to send us.

/** `what`: "This edit could not be applied." `file`: the document that it was about. */
export function ownMistake(what: string, file: string, failure: unknown): readonly string[] {
  return [
    `${what} This is a mistake in Writ, not in the document.`,
    `Please report it, with ${file === "-" ? "the document" : file} or the part of it that causes this, and these lines:`,
    ...stackOf(failure),
  ];
}

/** Of a call that goes in a circle the first lines say all. */
const mostLines = 12;

function stackOf(failure: unknown): readonly string[] {
  if (!(failure instanceof Error)) return [String(failure)];
  const lines = (failure.stack ?? failure.message).split("\n");
  const cause = failure.cause === undefined ? [] : ["because of:", ...stackOf(failure.cause)];
  return [...lines.slice(0, mostLines), ...cause];
}
