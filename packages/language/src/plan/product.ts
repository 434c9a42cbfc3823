// What the server has to know of a document besides its database: its name, languages, ways to sign in, and mails.
import { quoteText } from "../expression/sql/sql-quote.ts";
import { expressionsOf, type PluralCategory, type Template, type TemplatePart } from "../clause/template.ts";
import type { Expression } from "../expression/tree.ts";
import { isOpenSetting } from "../model/open-setting.ts";
import type { Design } from "./design.ts";
import { mailsOf } from "./notified.ts";
import type { DatabaseObject } from "./objects.ts";

export type Product = {
  readonly title: string;
  /** The first one is the document's own; none where none is said. */
  readonly languages: readonly string[];
  readonly timeZone: string;
  readonly currency: string | undefined;
  readonly signIn: readonly ProductSignIn[];
  /** No user is let in before the address is confirmed. */
  readonly confirmedAddress: boolean;
  /** By entity, its fields whose values are durations: their columns are of numbers. */
  readonly durations: Readonly<Record<string, readonly string[]>>;
  readonly mails: Readonly<Record<string, ProductMail>>;
};

/** As section 9 writes it; `issuer` of an OpenID provider. */
export type ProductSignIn = { readonly kind: string; readonly issuer?: string };

/** By language; `""` is the document's first. */
export type ProductMail = {
  readonly label: string;
  /** Effects put it into inboxes. */
  readonly isNotified: boolean;
  /** Effects mail it. */
  readonly isMailed: boolean;
  readonly subject: Readonly<Record<string, readonly MailPart[]>>;
  readonly text: Readonly<Record<string, readonly MailPart[]>>;
};

/** `value`: which of the values that wait with the mail, and of what type it is. */
export type MailPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: number; readonly type: string }
  | { readonly kind: "plural"; readonly value: number; readonly branches: readonly MailBranch[] }
  | { readonly kind: "number" };
export type MailBranch = { readonly when: PluralCategory | number; readonly parts: readonly MailPart[] };

/** One row that the server reads; a change of it is a step of the plan like any other. */
export function productObject(design: Design): DatabaseObject {
  const says = quoteText(JSON.stringify(productOf(design)));
  return {
    kind: "data",
    name: "product",
    sql: `INSERT INTO writ.product (says) VALUES (${says}) ON CONFLICT (one) DO UPDATE SET says = excluded.says`,
    address: "9",
  };
}

function productOf(design: Design): Product {
  const { model } = design.compiled;
  const { languages, timeZone, currency, signIn, confirmedAddress } = model.constants.settings;
  const [notified, mailed] = [mailsOf(model, "notify"), mailsOf(model, "mail")];
  const mails = model.calls.mails.filter(({ name }) => name.id !== "");
  return {
    title: model.title,
    languages: languages.map(({ code }) => code),
    timeZone: timeZone?.name ?? "UTC",
    currency: currency?.code,
    signIn: signIn.map((way) => (way.kind === "OpenID" ? { kind: way.kind, issuer: way.issuer } : { kind: way.kind })),
    // Where it is not shown, no user gets in before their address is confirmed.
    confirmedAddress: confirmedAddress || isOpenSetting("Confirmed address", model),
    durations: Object.fromEntries(
      design.entities.flatMap(({ name, fields }) => {
        const those = fields.flatMap(({ name: field, type }) =>
          (type?.kind === "computed" ? type.of : type)?.kind === "duration" ? [field.id] : [],
        );
        return those.length === 0 ? [] : [[name.id, those]];
      }),
    ),
    mails: Object.fromEntries(
      mails.map(({ name, subject, text }) => [
        name.id,
        {
          label: name.label,
          isNotified: notified.has(name.id),
          isMailed: mailed.has(name.id),
          subject: partsByLanguage(subject, design),
          text: partsByLanguage(text, design),
        },
      ]),
    ),
  };
}

const partsByLanguage = (templates: ReadonlyMap<string, Template>, design: Design) =>
  Object.fromEntries([...templates].map(([language, template]) => [language, partsOf(template, design)]));

/** Values wait in the order in which their expressions are written. */
function partsOf(template: Template, { compiled }: Design): readonly MailPart[] {
  const order = expressionsOf(template);
  const placeOf = (expression: Expression) => order.indexOf(expression);
  const print = (parts: readonly TemplatePart[]): readonly MailPart[] =>
    parts.map((part): MailPart => {
      switch (part.kind) {
        case "expression": {
          const type = compiled.checked.get(part.expression)?.typed?.type.kind ?? "text";
          return { kind: "value", value: placeOf(part.expression), type };
        }
        case "plural":
          return {
            kind: "plural",
            value: placeOf(part.expression),
            branches: part.branches.map(({ when, parts: within }) => ({ when, parts: print(within) })),
          };
        default:
          return part;
      }
    });
  return print(template.parts);
}
