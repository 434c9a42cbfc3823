// Yes and no, as spreadsheets and people write them; English is understood everywhere.

const english = { yes: ["yes", "y", "true", "1", "x", "on"], no: ["no", "n", "false", "0", "off"] } as const;

const words: Readonly<Record<string, { readonly yes: readonly string[]; readonly no: readonly string[] }>> = {
  de: { yes: ["ja", "j", "wahr"], no: ["nein", "falsch"] },
  fr: { yes: ["oui", "o", "vrai"], no: ["non", "faux"] },
  es: { yes: ["sí", "si", "s", "verdadero"], no: ["no", "falso"] },
  it: { yes: ["sì", "si", "s", "vero"], no: ["no", "falso"] },
  nl: { yes: ["ja", "j", "waar"], no: ["nee", "onwaar"] },
  pt: { yes: ["sim", "s", "verdadeiro"], no: ["não", "nao", "falso"] },
  pl: { yes: ["tak", "t", "prawda"], no: ["nie", "fałsz"] },
  sv: { yes: ["ja", "j", "sant"], no: ["nej", "falskt"] },
  da: { yes: ["ja", "j", "sand"], no: ["nej", "falsk"] },
};

const ofLanguage = (language: string) => words[language.split("-")[0] ?? ""];

export function readYesNo(text: string, language: string): boolean | undefined {
  const own = ofLanguage(language);
  const word = text.toLocaleLowerCase(language);
  if ([...(own?.yes ?? []), ...english.yes].includes(word)) return true;
  return [...(own?.no ?? []), ...english.no].includes(word) ? false : undefined;
}

export function yesNoWords(language: string): string {
  const { yes, no } = ofLanguage(language) ?? english;
  return `${yes[0]} nor ${no[0]}`;
}
