// How settings may say something else: who comes in, which day it is, how many decimals money has, which languages there are.
import { withoutItem, withoutRow } from "../../mutant/lines.ts";
import { makingAlone } from "../../mutant/making.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import { isWithin } from "../../scenario/readers.ts";
import type { Field } from "../entities/model.ts";
import { ownMethods } from "./sign-in-scenarios.ts";

export const settingChanges = (mutable: Mutable): readonly Change[] => [
  ...dayChanges(mutable),
  ...moneyChanges(mutable),
  ...signInChanges(mutable),
  ...languageChanges(mutable),
];

const clauseOf = (label: string, { model }: Mutable) =>
  model.constants.settings.clauses.find(({ name }) => name.label === label);

/** Leaves out each language of error messages: a caller who asks for it gets the message in another one. */
function languageChanges(mutable: Mutable): readonly Change[] {
  const { languages } = mutable.model.constants.settings;
  const clause = clauseOf("Languages", mutable)?.address;
  if (clause === undefined || languages.length < 2) return [];
  return languages.flatMap(({ code }, index): readonly Change[] => {
    // The first language stands in the column without a name; whatever has no words in another one has them there.
    const through = mutable.model.errors.errors
      .filter(({ message }) => message.has("") && (index === 0 ? message.size > 1 : message.has(code)))
      .map(({ address }) => address);
    if (through.length === 0) return [];
    const edits = [
      withoutItem(
        languages.map(({ span }) => span),
        index,
      ),
    ];
    return [{ clause, through, what: `without ${code}`, edits }];
  });
}

/** As far from each other as zones are: where it is tomorrow already, or still yesterday. Without a day that is asked for, only words change. */
function dayChanges(mutable: Mutable): readonly Change[] {
  const { timeZone } = mutable.model.constants.settings;
  const clause = clauseOf("Time zone", mutable)?.address;
  const reading = [...mutable.readers("today"), ...mutable.readers("date()")];
  const through = [...reading, ...makingThose(reading, mutable)];
  if (timeZone === undefined || clause === undefined || through.length === 0) return [];
  return ["Pacific/Kiritimati", "Pacific/Pago_Pago"]
    .filter((zone) => zone !== timeZone.name)
    .map((zone) => ({ clause, through, what: `days of ${zone}`, edits: [replaced(timeZone.span, zone)] }));
}

/** Where effects alone make rows, that a field has such a value by itself is shown where they follow. */
const makingThose = (addresses: readonly string[], mutable: Mutable): readonly string[] =>
  mutable.model.entities.entities
    .filter(({ fields }) => fields.some(({ address }) => addresses.some((one) => isWithin(one, address))))
    .flatMap((entity) => makingAlone(entity, mutable));

const isMoney = ({ type }: Field): boolean => (type?.kind === "computed" ? type.of : type)?.kind === "money";

function moneyChanges(mutable: Mutable): readonly Change[] {
  const { constants, entities, states } = mutable.model;
  const { currency } = constants.settings;
  const clause = clauseOf("Currency", mutable)?.address;
  const holding = entities.entities.flatMap(({ fields }) => fields.filter(isMoney));
  const giving = states.effects.filter(
    ({ do: action }) =>
      action !== undefined &&
      "values" in action &&
      action.values.some(({ field }) => holding.some(({ name }) => name.id === field.id)),
  );
  const through = [...holding, ...giving].map(({ address }) => address);
  if (currency === undefined || clause === undefined || through.length === 0) return [];
  return [
    { code: "BHD", places: 3 },
    { code: "JPY", places: 0 },
  ]
    .filter(({ places }) => places !== currency.minorUnits)
    .map(({ code, places }) => ({
      clause,
      through,
      what: `money of ${places} decimals`,
      edits: [replaced(currency.span, code)],
    }));
}

/** One way less, or another one, one more that the document does not name; and that addresses are confirmed. */
function signInChanges(mutable: Mutable): readonly Change[] {
  const { signIn, confirmedAddress } = mutable.model.constants.settings;
  const [ways, confirmed] = [clauseOf("Sign-in", mutable), clauseOf("Confirmed address", mutable)];
  const spans = signIn.map(({ span }) => span);
  const [last] = spans.slice(-1);
  if (ways === undefined || last === undefined) return [];
  const unnamed = ownMethods.filter((way) => !signIn.some(({ kind }) => kind === way));
  const clause = ways.address;
  return [
    ...signIn.flatMap(({ kind, span }, index): readonly Change[] => {
      if (!ownMethods.includes(kind)) return [];
      if (spans.length > 1) return [{ clause, what: `without ${kind}`, edits: [withoutItem(spans, index)] }];
      return unnamed
        .slice(0, 1)
        .map((way) => ({ clause, what: `${way} in place of ${kind}`, edits: [replaced(span, way)] }));
    }),
    ...unnamed.map((way) => ({
      clause,
      what: `${way} as well`,
      edits: [replaced({ start: last.end, end: last.end }, `, ${way}`)],
    })),
    ...(confirmed !== undefined && confirmedAddress ? [withoutRow(confirmed, mutable)] : []),
  ];
}
