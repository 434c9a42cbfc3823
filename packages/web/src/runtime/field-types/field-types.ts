// Every field type as all screens need it: without an entry here, a new one does not compile.
import type { ApplicationType } from "@writ/language/product";
import { address, email } from "./address/type.ts";
import { choice, choices } from "./choice/type.ts";
import { date } from "./date/type.ts";
import { datetime } from "./datetime/type.ts";
import { duration } from "./duration/type.ts";
import type { FieldType, Kind, TypeOf } from "./field-type.ts";
import { files } from "./files/type.ts";
import { money, number, percent } from "./number/type.ts";
import { reference, several } from "./rows/type.ts";
import { state } from "./state/type.ts";
import { longText, markdownText, text } from "./text/type.ts";
import { list, notShown } from "./unwritten/type.ts";
import { time } from "./time/type.ts";
import { yesNo } from "./yes-no/type.ts";

const types: { readonly [Each in Kind]: FieldType<TypeOf<Each>> } = {
  text,
  "long text": longText,
  "Markdown text": markdownText,
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
  url: address,
  phone: address,
  code: text,
  "one of": choice,
  "several of": choices,
  state,
  files,
  reference,
  several,
  list,
  "not shown": notShown,
};

/** What is known of it; each function is given the type itself. */
export const fieldTypeOf = ({ kind }: ApplicationType): FieldType => types[kind] as FieldType;
