// What documents, file names and arguments bring to a terminal: characters that would steer it are shown, not obeyed.

/**
 * Control characters move the cursor, recolour or erase what was printed; others turn the direction of the text or are
 * not seen at all. The two joiners are left, because scripts and emoji are written with them.
 */
const steering = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Each of them by its number, as in `\u{1b}`: two names that only look the same can be told apart. */
export function visible(text: string): string {
  return text.replace(steering, (sign) => (sign === "\t" ? " " : `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`));
}

/** Each of them as a space, for a line that is shown as it stands in its file. */
export const blanked = (text: string): string => text.replace(steering, " ");
