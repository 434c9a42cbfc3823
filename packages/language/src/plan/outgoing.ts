// What goes out of a product, as SQL of JSON: the words of a mail about a row, and the body of a request.
import { expressionsOf, type Template } from "../clause/template.ts";
import type { Body, Mail } from "../sections/calls/model.ts";
import type { Design } from "./design.ts";
import { jsonArray, jsonObject, jsonOf, shownJson } from "./json.ts";
import { innerPlace, printPlace } from "./layout.ts";
import type { Place } from "./objects.ts";
import type { Names } from "./target.ts";

/** By language, what the expressions of subject and text give, in the order in which they are written. */
export function mailValues(mail: Mail, names: Names, design: Design): string {
  const valuesOf = (template: Template | undefined) =>
    jsonArray((template ? expressionsOf(template) : []).map((each) => shownJson(each, names, design)));
  const languages = new Set([...mail.subject.keys(), ...mail.text.keys()]);
  return jsonObject(
    [...languages].map(
      (language) =>
        [
          language,
          jsonObject([
            ["subject", valuesOf(mail.subject.get(language))],
            ["text", valuesOf(mail.text.get(language))],
          ]),
        ] as const,
    ),
  );
}

export function bodyJson(body: Body, names: Names, design: Design): string {
  switch (body.kind) {
    case "object":
      return jsonObject(body.entries.map(({ key, value }) => [key, bodyJson(value, names, design)]));
    case "list":
      return jsonArray(body.items.map((item) => bodyJson(item, names, design)));
    case "expression":
      return jsonOf(design.print(body.expression, "strict", names));
  }
}

/** What code sends: `(row)` gives what waits with a mail about that row, or nothing where there is no such row. */
export const codeMailPlace = (mail: string): Place => innerPlace("code_mail", mail);

/** The same for the server, which calls it. */
export const codeMailFunction = (mail: string): string => printPlace(codeMailPlace(mail));

/** `(given)` is what code gives to a call, and the answer the body that goes out. */
export const codeBodyPlace = (call: string): Place => innerPlace("code_body", call);

export const codeBodyFunction = (call: string): string => printPlace(codeBodyPlace(call));
