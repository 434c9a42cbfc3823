// "a" or "an", by how what follows is said: sentences about a document name its entities, fields and kinds.

/** The words that are said otherwise than they are written, by how they begin. */
const saidWithVowel = /^(?:hour|honest|honou?r|heir)/i;
const saidWithConsonant = /^(?:uni(?!n|m[^o]|de|ss|ll|rr)|u[st][aeiou]|us\b|eu|ewe|once\b|one(?![a-z])|ubiq|uk)/i;

/** Of letters that are said one by one: "an API", "a URL", "an X-ray". */
const spelled = /^(?:\p{Lu}{2,}(?!\p{Ll})|\p{L}(?!\p{L}))/u;

/** Of such letters those that are still said as a word: "a NATO base", "a LAN". */
const saidAsWord = /^(?:[FHLMNRSX][AEIOUY]\p{Lu}{2,}|LAN|MAC|NAS|RAM|ROM|SIM)(?!\p{L})/u;

/** Eight, eleven, eighteen, and as many hundreds or thousands. */
const numberWithVowel = /^(?:8|1[18](?:[,. ]?\d{3})*(?!\d))/;

export function article(label: string): "a" | "an" {
  const word = label.replace(/^["']/, "");
  if (/^\d/.test(word)) return numberWithVowel.test(word) ? "an" : "a";
  if (saidWithVowel.test(word)) return "an";
  if (spelled.test(word) && !saidAsWord.test(word)) return /^[aefhilmnorsx]/i.test(word) ? "an" : "a";
  return /^[aeiou]/i.test(word) && !saidWithConsonant.test(word) ? "an" : "a";
}

export const withArticle = (label: string): string => `${article(label)} ${label}`;
