// The messages of the platform's own errors where a document has no others.

type Words = Readonly<Record<string, string>>;

export const builtInWords: Words = {
  REQUIRED: "Please fill this in.",
  INVALID: "This value is not valid.",
  TOO_LONG: "This text is too long.",
  TOO_LARGE: "This is too large.",
  NOT_UNIQUE: "This already exists.",
  STILL_USED: "This is still in use.",
  NOT_SIGNED_IN: "Please sign in first.",
  FORBIDDEN: "You do not have permission to do this.",
  NOT_FOUND: "This does not exist, or you do not have access to it.",
  CONFLICT: "This has changed in the meantime. Please check it and try again.",
  RATE_LIMITED: "Too many requests. Please try again later.",
  NOT_SHOWN: "The specification does not say what happens here.",
  UNEXPECTED: "Something went wrong. Please try again later.",
};

const french: Words = {
  REQUIRED: "Veuillez remplir ce champ.",
  INVALID: "Cette valeur n’est pas valide.",
  TOO_LONG: "Ce texte est trop long.",
  TOO_LARGE: "C’est trop volumineux.",
  NOT_UNIQUE: "Cet élément existe déjà.",
  STILL_USED: "Cet élément est encore utilisé.",
  NOT_SIGNED_IN: "Veuillez d’abord vous connecter.",
  FORBIDDEN: "Vous n’avez pas l’autorisation de faire cela.",
  NOT_FOUND: "Cet élément n’existe pas, ou vous n’y avez pas accès.",
  CONFLICT: "Cet élément a changé entre-temps. Veuillez vérifier et réessayer.",
  RATE_LIMITED: "Trop de demandes. Veuillez réessayer plus tard.",
  NOT_SHOWN: "La spécification ne dit pas ce qui se passe ici.",
  UNEXPECTED: "Une erreur s’est produite. Veuillez réessayer plus tard.",
};

const spoken: Readonly<Record<string, Words>> = { en: builtInWords, fr: french };

/** CONFLICT of a step that cannot be taken from where the row is: no other user need have changed it. */
const notNow: Words = {
  en: "This is not possible in its current state. Please check it and try again.",
  fr: "Ce n’est pas possible dans l’état actuel. Veuillez vérifier et réessayer.",
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
