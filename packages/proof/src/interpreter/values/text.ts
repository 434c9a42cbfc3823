// What the functions of texts give, and whether a text fits a pattern of the notation's dialect.

/** Letters without an accent to take off, and how an address spells them. */
const spelt: Readonly<Record<string, string>> = {
  ß: "ss",
  ẞ: "ss",
  æ: "ae",
  Æ: "ae",
  œ: "oe",
  Œ: "oe",
  ø: "o",
  Ø: "o",
  ł: "l",
  Ł: "l",
  đ: "d",
  Đ: "d",
  ð: "d",
  Ð: "d",
  þ: "th",
  Þ: "th",
  ı: "i",
};

export const lowerAscii = (text: string): string =>
  [...text].map((char) => (char >= "A" && char <= "Z" ? char.toLowerCase() : char)).join("");

export function slug(text: string): string {
  const plain = [...text.normalize("NFD")].filter((char) => char < "\u0300" || char > "\u036f");
  const letters = lowerAscii(plain.map((char) => spelt[char] ?? char).join(""));
  return letters
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join("-");
}

/** In the dialect `\s` is a space, tab or new line, and `.` is anything but a new line. */
export function fits(text: string, pattern: string): boolean {
  return new RegExp(inJavaScript(pattern), "u").test(text);
}

function inJavaScript(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\.|[[\].]/gsu, (sign) => {
    if (sign === "[") inClass = true;
    if (sign === "]") inClass = false;
    if (sign === "\\s") return inClass ? " \\t\\n\\r\\f" : "[ \\t\\n\\r\\f]";
    if (sign === "\\d") return inClass ? "0-9" : "[0-9]";
    if (sign === "\\w") return inClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]";
    if (sign === ".") return inClass ? "." : "[^\\n]";
    return sign;
  });
}
