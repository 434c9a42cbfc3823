// A mail as it goes out, and what makes its parts safe to send.

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** One line, whatever rows hold: a second one would be a header of its own. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, 250);

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** One address and nothing else: a list would send what is one person's to several. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[\p{L}\p{N}.-]+$/u.test(text);

/** Paragraphs, as plain as they are written. */
export function printHtml(title: string, language: string, paragraphs: readonly string[]): string {
  const body = paragraphs.map((html) => `<p>${html}</p>`).join("\n");
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a">
${body}
</body></html>`;
}
