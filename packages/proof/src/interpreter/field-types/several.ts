// Several rows and several files: nothing is a list without items.
import { isList } from "../values/value.ts";
import type { Meaning, TypeOf } from "./meaning.ts";
import { plain } from "./text.ts";

export const severalRows: Meaning = { ...plain, nothing: [] };

export const files: Meaning<TypeOf<"files">> = {
  ...plain,
  nothing: [],
  refusal: (value, { count }, { amount }) => {
    const most = amount(count);
    return isList(value) && (most === undefined || value.length <= Number(most.digits)) ? undefined : "INVALID";
  },
};
