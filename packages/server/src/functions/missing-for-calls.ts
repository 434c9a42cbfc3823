// What calls need and the server lacks: reported when a product starts, not only to the caller who runs into it.
import type { Call } from "@writ/language/model";
import { codeOf } from "./code.ts";
import type { CallService } from "./service.ts";

/** All that a call names: what its code knows, what a request to it is signed with, where it is sent to. */
export function secretsNamedBy({ secrets, signature, sends }: Call): readonly string[] {
  const signed = signature === undefined || signature === "none" ? [] : [signature.secret];
  const sent = sends?.to === "secret" ? [sends.secret.name] : [];
  return [...new Set([...secrets.map(({ name }) => name), ...signed, ...sent])];
}

/** What the document does not show is a gap, and reported as one. */
export function missingForCalls({ edition, secretOf }: Pick<CallService, "edition" | "secretOf">): readonly string[] {
  const served = edition();
  return [...new Set(served?.compiled.lookup.calls.values())].flatMap((call) => {
    const code = call.code === undefined || served === undefined ? undefined : codeOf(call, served);
    const unset = secretsNamedBy(call).filter((name) => (secretOf(name) ?? "") === "");
    const all = [
      ...(typeof code === "string" ? [code] : []),
      ...unset.map((name) => `${name} is not in the environment`),
    ];
    return all.map((what) => `${call.name.label} cannot be done: ${what}`);
  });
}
