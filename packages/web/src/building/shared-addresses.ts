// Where a page has what screens of a user's own share with the application.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const kit = "writ/screen";

/** What an author's file may import without bringing it along. */
export const sharedNames: readonly string[] = [kit, "react", "react/jsx-runtime", "react-dom"];

type Built = Readonly<Record<string, { readonly file: string; readonly src?: string }>>;

/** The address of each shared module in a build. */
export function sharedAddresses(folder: string, base: string): ReadonlyMap<string, string> {
  const built = JSON.parse(readFileSync(join(folder, "modules.json"), "utf8")) as Built;
  const entries = Object.entries(built);
  return new Map(
    sharedNames.map((name) => {
      const ending = name === kit ? "src/component/index.ts" : name;
      const match = entries.find(([key, { src }]) => [key, src ?? ""].some((one) => one.endsWith(ending)));
      if (match === undefined) throw new Error(`the web application was built without ${name}`);
      return [name, `${base}${match[1].file}`];
    }),
  );
}
