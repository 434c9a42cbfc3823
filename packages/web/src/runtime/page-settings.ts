// Settings that the server writes into the page: the address of the document's module, the public key, the nonce.
import { runtime, type Runtime } from "@writ/language/runtime";
import type { Application } from "@writ/language/product";

export type PageSettings = {
  readonly title: string;
  readonly key: string;
  /** The address of the part of the document that every reader gets. */
  readonly module: string;
  /** By which text of the document. */
  readonly edition: string;
  readonly nonce: string;
  /** The server takes no password with fewer characters. */
  readonly shortestPassword: number;
  /** By what this very page is known. */
  readonly page: string;
  /** Where the sheet of the theme is; empty where there is none. */
  readonly style: string;
  /** The address that reports changes of the document; only while a user writes it. */
  readonly writing?: string;
  /** The address of the sample people whom the sign-in page offers; only on the machine of a user who tries the product. */
  readonly samplePeople?: string;
};

export function readPageSettings(): PageSettings {
  const told: unknown = JSON.parse(document.getElementById("writ")?.textContent ?? "null");
  if (typeof told !== "object" || told === null || !("module" in told))
    throw new Error("This page was not served by Writ");
  return told as PageSettings;
}

type ProductModule = { readonly describe: (runtime: Runtime) => Application };

export async function loadApplication(module: string): Promise<Application> {
  const load = async (address: string) =>
    ((await import(/* @vite-ignore */ address)) as ProductModule).describe(runtime);
  // Some browsers remember that a module could not be had, and do not try it again.
  return load(module).catch(async () => load(`${module}?${Date.now()}`));
}
