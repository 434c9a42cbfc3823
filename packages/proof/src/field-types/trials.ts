// Every field type as it is tried: without an entry here, a new one does not compile.
import type { FieldType } from "@writ/language/model";
import { choice, severalChoices, yesNo } from "./choice.ts";
import { money, number, percent } from "./number.ts";
import { file, files, reference, several, state } from "./rows.ts";
import { email, longText, phone, plain, text, url } from "./text.ts";
import { date, datetime, duration, time } from "./time.ts";
import type { Kind, Trial, TypeOf } from "./trial.ts";

const trials: { readonly [Each in Kind]: Trial<TypeOf<Each>> } = {
  text,
  "long text": longText,
  "Markdown text": longText,
  number,
  integer: number,
  percent,
  money,
  date,
  datetime,
  time,
  duration,
  "yes/no": yesNo,
  email,
  url,
  phone,
  "one of": choice,
  "several of": severalChoices,
  file,
  image: file,
  files,
  reference,
  "belongs to": reference,
  several,
  state,
  "sequence number": plain,
  "random code": plain,
  list: plain,
  computed: plain,
};

/** Each function is given the type itself. */
export const trialOf = ({ kind }: FieldType): Trial => trials[kind] as Trial;
