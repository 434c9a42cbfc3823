// Secrets in what code says: what is printed by mistake is printed for all who read logs.

/** The process cuts what it prints here, be it through a secret. */
const cutAt = 2000;
const sign = "•••";

/** As they are, and as they stand in JSON and in an address. */
export function hiding(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap((one) => [one, JSON.stringify(one).slice(1, -1), encoded(one)]))];
  // The longest first: one may be the beginning of another.
  forms.sort((one, other) => other.length - one.length);
  return (text) => {
    const isCut = text.length >= cutAt;
    const shown = forms.reduce((so, form) => so.replaceAll(form, sign), text);
    const rest = isCut ? Math.max(0, ...forms.map((form) => begunAtEnd(shown, form))) : 0;
    return rest === 0 ? shown : `${shown.slice(0, -rest)}${sign}`;
  };
}

/** How much of a secret the text ends with. */
function begunAtEnd(text: string, secret: string): number {
  for (let length = secret.length - 1; length > 0; length--) if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}

/** A text that is no text has no address. */
const encoded = (secret: string): string => (secret.isWellFormed() ? encodeURIComponent(secret) : secret);
