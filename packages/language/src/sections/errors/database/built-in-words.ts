// What the platform's own errors say where a document says nothing else.

export const builtInWords: Readonly<Record<string, string>> = {
  REQUIRED: "Please fill this in.",
  INVALID: "This value does not fit here.",
  TOO_LONG: "This text is too long.",
  TOO_LARGE: "This is too large.",
  NOT_UNIQUE: "This is there already.",
  STILL_USED: "Something else still uses this.",
  NOT_SIGNED_IN: "Please sign in first.",
  FORBIDDEN: "You may not do this.",
  NOT_FOUND: "This is not there, or not for you to see.",
  CONFLICT: "It has changed in the meantime. Please look at it again.",
  RATE_LIMITED: "That was too often. Please wait a little.",
  NOT_SHOWN: "What should happen here is not said.",
  UNEXPECTED: "Something went wrong. Please try again later.",
};
