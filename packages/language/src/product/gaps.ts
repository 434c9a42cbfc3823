// Gaps as people read them: where something is missing, what it is, and the document's own words about it.
import type { Compiled } from "../compile.ts";
import { cellNotShown } from "../clause/problems.ts";
import type { Problem } from "../problem.ts";
import type { ApplicationGap, ApplicationScreen, Words } from "./application.ts";
import { ofCell, ofPart, ofRight, ofSection } from "./gap-words.ts";

export function gapsOf(compiled: Compiled, screens: readonly WhoseScreen[]): readonly ApplicationGap[] {
  return compiled.problems.filter(({ severity }) => severity === "gap").map((gap) => gapFor(gap, compiled, screens));
}

/** No user opens a screen without an address, and its gaps are for its audience. */
export type WhoseScreen = Pick<ApplicationScreen, "address" | "for">;

function gapFor(gap: Problem, { document, model }: Compiled, screens: readonly WhoseScreen[]): ApplicationGap {
  const { address, code, hint } = gap;
  const [number = "", ...steps] = address.split("/");
  const column = code === cellNotShown.code ? (steps.at(-1) ?? "") : undefined;
  const known = column === undefined ? undefined : phraseFor(number, column);
  // A cell ends with its column, which is called alike in all documents; in the matrix of section 6 that is a role.
  const isRight = number === "6" && known === undefined;
  const names = column === undefined || isRight ? steps : steps.slice(0, -1);
  const section = document.sections.find((one) => String(one.number) === address);
  const what = section ? ofSection[number] : column === undefined ? ofPart[number] : isRight ? ofRight : known;
  const { languages } = model.constants.settings;
  const inAll = (words: (language: string) => string): Words => ({
    "": words(languages[0]?.code ?? "en"),
    ...Object.fromEntries(languages.slice(1).map((language) => [language.code, words(language.code)])),
  });
  const translated = (name: string, language: string) =>
    model.constants.words.find(({ word }) => word === name)?.translations.get(language) ?? name;
  const screen =
    number === "2"
      ? screens.find((one) => address.startsWith(`${one.address}/`) || address === one.address)
      : undefined;
  return {
    address,
    title: inAll((language) =>
      section ? `${section.number}. ${section.title}` : names.map((name) => translated(name, language)).join(" › "),
    ),
    said: inAll((language) =>
      sentence(language, what?.[language.startsWith("fr") ? 1 : 0] ?? column, hint, section !== undefined),
    ),
    names,
    for: screen?.for,
  };
}

/** A column for one more language, such as `Message (fr)`, is missing the same. */
const phraseFor = (section: string, column: string) =>
  ofCell[`${section}/${column}`] ?? ofCell[column.replace(/ \([a-z-]+\)$/i, "")];

/** Of a section the document's own words are all there is to say. */
function sentence(language: string, what: string | undefined, own: string, isSection: boolean): string {
  const isFrench = language.split("-")[0] === "fr";
  const begin = isFrench ? "non précisé" : "not shown";
  if (what === undefined || (isSection && own !== "")) return `${begin}. ${own}`.trim();
  const said = isFrench ? `N${begin.slice(1)} : ${what}.` : `N${begin.slice(1)}: ${what}.`;
  return `${said} ${own}`.trim();
}
