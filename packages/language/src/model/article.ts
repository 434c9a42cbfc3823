// "a" or "an", by how what follows is said: sentences about a document name its entities, fields and kinds.

/** The words that are said otherwise than they are written, by how they begin. */
const saidWithVowel = /^(?:hour|honest|honou?r|heir)/i;
const saidWithConsonant = /^(?:uni(?!n|m[^o])|u[st][aeiou]|us\b|eu|ewe|once\b|one(?![a-z])|ubiq|uk)/i;

/** Of letters that are said one by one: "an API", "a URL". */
const spelled = /^["']?\p{Lu}{2,}(?!\p{Ll})/u;

export function article(label: string): "a" | "an" {
  const word = label.replace(/^["']/, "");
  if (spelled.test(word)) return /^[AEFHILMNORSX]/.test(word) ? "an" : "a";
  if (saidWithVowel.test(word)) return "an";
  return /^[aeiou]/i.test(word) && !saidWithConsonant.test(word) ? "an" : "a";
}

export const withArticle = (label: string): string => `${article(label)} ${label}`;
