// The words for files that commands cannot read.
import { problemClass } from "@writ/language";

export const largestFile = 16 * 1024 * 1024;

export const unreadable = problemClass({
  code: "F001",
  severity: "error",
  title: "file that cannot be read",
  explanation: "The file does not exist, is a folder, or cannot be read by the account that Writ runs as.",
  wrong: "writ check SPECS.md",
  right: "writ check SPEC.md",
  words: (why: string) => ({ message: `the file cannot be read: ${why}` }),
});

export const notUtf8 = problemClass({
  code: "F002",
  severity: "error",
  title: "file that is not UTF-8",
  explanation:
    "Documents are text in UTF-8, with or without a byte order mark. Most editors offer it under Save as, or Encoding.",
  wrong: "a file saved as Windows-1252 or UTF-16",
  right: "the same file saved as UTF-8",
  words: (byte: number) => ({
    message: `the file is not UTF-8: byte ${byte} cannot be read`,
    hint: "Save it as UTF-8.",
  }),
});

export const tooLarge = problemClass({
  code: "F003",
  severity: "error",
  title: "file that is too large",
  explanation: "A document may have at most 16 MB.",
  wrong: "a log file",
  right: "a document of nine sections",
  words: () => ({ message: `the file has more than ${largestFile} bytes, the maximum for a document` }),
});
