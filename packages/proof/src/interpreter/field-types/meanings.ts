// Every field type as the interpreter knows it: without an entry here, a new one does not compile.
import type { FieldType } from "@writ/language/model";
import { choice, severalChoices, yesNo } from "./choice.ts";
import type { Kind, Meaning, TypeOf } from "./meaning.ts";
import { integer, money, number, percent } from "./number.ts";
import { files, severalRows } from "./several.ts";
import { email, longText, naming, phone, plain, text, url } from "./text.ts";
import { date, datetime, duration, time } from "./time.ts";

const meanings: { readonly [Each in Kind]: Meaning<TypeOf<Each>> } = {
  text,
  "long text": longText,
  "Markdown text": longText,
  number,
  integer,
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
  file: plain,
  image: plain,
  files,
  reference: plain,
  "belongs to": plain,
  several: severalRows,
  state: plain,
  "sequence number": naming,
  "random code": naming,
  list: plain,
  computed: plain,
};

/** Each function is given the type itself. */
export const meaningOf = ({ kind }: FieldType): Meaning => meanings[kind] as Meaning;
