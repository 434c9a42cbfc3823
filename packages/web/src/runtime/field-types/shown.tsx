// Every field type as it is shown in a list, on a card or among facts, where that takes no other row and no file.
import type { ApplicationType } from "@writ/language/product";
import type { ReactNode } from "react";
import { showEmail, showPhone, showUrl } from "./address/shown.tsx";
import { showTime } from "./date/shown.tsx";
import type { Kind, TypeOf } from "./field-type.ts";
import { showState } from "./state/shown.tsx";
import { showLongText, showText } from "./text/shown.tsx";

/** `text`: as people read it. `whole`: there is room for all of it. */
export type Show<Type = ApplicationType> = (text: string, value: unknown, type: Type, whole: boolean) => ReactNode;

/** Those whose elements need more of the application stand in `fields/show-field.tsx`. */
export type KindAlone = Exclude<Kind, "files" | "reference" | "several" | "not shown">;

const shown: { readonly [Each in KindAlone]: Show<TypeOf<Each>> } = {
  text: showText,
  "long text": showLongText,
  // As it was written, until what draws it is there.
  "Markdown text": showLongText,
  number: showText,
  integer: showText,
  percent: showText,
  money: showText,
  date: showTime,
  datetime: showTime,
  time: showTime,
  duration: showText,
  "yes/no": showText,
  email: showEmail,
  url: showUrl,
  phone: showPhone,
  code: showText,
  "one of": showText,
  "several of": showText,
  state: showState,
  list: showText,
};

export const showAlone = (text: string, value: unknown, type: TypeOf<KindAlone>, whole: boolean): ReactNode =>
  (shown[type.kind] as Show)(text, value, type, whole);
