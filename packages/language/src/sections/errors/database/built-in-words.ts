// What the platform's own errors say where a document says nothing else.

type Words = Readonly<Record<string, string>>;

export const builtInWords: Words = {
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

const french: Words = {
  REQUIRED: "Veuillez remplir ce champ.",
  INVALID: "Cette valeur ne convient pas ici.",
  TOO_LONG: "Ce texte est trop long.",
  TOO_LARGE: "C’est trop volumineux.",
  NOT_UNIQUE: "Cela existe déjà.",
  STILL_USED: "C’est encore utilisé ailleurs.",
  NOT_SIGNED_IN: "Veuillez d’abord vous connecter.",
  FORBIDDEN: "Vous ne pouvez pas faire cela.",
  NOT_FOUND: "Cela n’existe pas, ou n’est pas visible pour vous.",
  CONFLICT: "Cela a changé entre-temps. Veuillez regarder à nouveau.",
  RATE_LIMITED: "C’était trop souvent. Veuillez patienter un peu.",
  NOT_SHOWN: "Ce qui doit se passer ici n’est pas dit.",
  UNEXPECTED: "Quelque chose a échoué. Veuillez réessayer plus tard.",
};

const spoken: Readonly<Record<string, Words>> = { en: builtInWords, fr: french };

/** CONFLICT of a step that cannot be taken from where the row is: nobody need have changed it. */
const notNow: Words = {
  en: "This is not possible as it is now. Please look at it again.",
  fr: "Ce n’est pas possible dans son état actuel. Veuillez regarder à nouveau.",
};

type Languages = readonly { readonly code: string }[];

export const builtInTexts = (code: string, languages: Languages): Words =>
  textsIn((language) => spoken[language]?.[code], languages) ?? { "": code };

export const notNowTexts = (languages: Languages): Words => textsIn((language) => notNow[language], languages) ?? {};

/** In the document's languages, as far as they are spoken here; `""` is its first one. English where none is. */
function textsIn(saying: (language: string) => string | undefined, [first, ...others]: Languages): Words | undefined {
  const said = (language: string | undefined) => saying(language?.split("-")[0] ?? "en");
  const usual = said(first?.code) ?? saying("en");
  if (usual === undefined) return undefined;
  return {
    "": usual,
    ...Object.fromEntries(
      others.flatMap((language) => {
        const words = said(language.code);
        return words === undefined ? [] : [[language.code, words]];
      }),
    ),
  };
}
