// Ways in that need nothing typed here: providers, and going on without an account.
import { ownOf } from "../../../words/own-of.ts";
import { Button } from "@mantine/core";
import {
  IconBrandAppleFilled,
  IconBrandGithubFilled,
  IconBrandGoogleFilled,
  IconBrandWindowsFilled,
  IconKey,
  IconUser,
} from "@tabler/icons-react";
import { useProduct } from "../../product/product.tsx";
import { useSending } from "../ask-form.tsx";
import { useEntry } from "../entry.ts";
import type { SignInMethod } from "../sign-in-methods.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import classes from "../account.module.css";

const icons: Readonly<Record<string, typeof IconKey>> = {
  google: IconBrandGoogleFilled,
  github: IconBrandGithubFilled,
  azure: IconBrandWindowsFilled,
  apple: IconBrandAppleFilled,
};

export const iconOf = (provider: string): typeof IconKey => ownOf(icons, provider) ?? IconKey;

function OtherMethods({ ways }: { readonly ways: readonly SignInMethod[] }) {
  const say = usePeopleSay();
  const { backend } = useProduct();
  const { comeBack } = useEntry();
  const { error, isWorking, run, alert } = useSending();
  const leave = async (provider: string) => {
    const { data, error: refused } = await backend.auth.signInWithOAuth({
      provider: provider as "google",
      options: { redirectTo: comeBack(), skipBrowserRedirect: true },
    });
    if (refused !== null) return refused;
    // Asked first: a provider that cannot be reached is reported here, and not on an empty page.
    const answer = await fetch(`${data.url}&skip_http_redirect=true`).catch(() => undefined);
    const said: unknown = await answer?.json().catch(() => undefined);
    if (answer?.ok !== true || typeof said !== "object" || said === null || !("url" in said))
      return say(answer === undefined ? "unreachable" : "providerAway");
    location.assign(String(said.url));
    return null;
  };
  return (
    <div className={classes["others"]}>
      {ways.map((method) => {
        if (method.kind === "address") return null;
        const Icon = method.kind === "visitor" ? IconUser : iconOf(method.name);
        return (
          <Button
            key={method.kind === "visitor" ? "visitor" : method.name}
            variant="default"
            disabled={isWorking}
            leftSection={<Icon size={18} aria-hidden="true" />}
            onClick={() =>
              void run(async () =>
                method.kind === "visitor" ? (await backend.auth.signInAnonymously()).error : leave(method.name),
              )
            }
          >
            {method.kind === "visitor" ? say("asVisitor") : say("continueWith", { name: method.label })}
          </Button>
        );
      })}
      <div role="alert" tabIndex={-1} ref={alert} className="wrong">
        {error}
      </div>
    </div>
  );
}

/** The form for an address in its place among the other ways, as the document orders them. */
export function InOrder({ ways, form }: { readonly ways: readonly SignInMethod[]; readonly form: React.ReactNode }) {
  const say = usePeopleSay();
  const at = ways.findIndex(({ kind }) => kind === "address");
  if (at < 0) return <OtherMethods ways={ways} />;
  const [before, behind] = [ways.slice(0, at), ways.slice(at + 1)];
  return (
    <>
      {before.length > 0 && (
        <>
          <OtherMethods ways={before} />
          <div className={classes["or"]}>{say("or")}</div>
        </>
      )}
      {form}
      {behind.length > 0 && (
        <>
          <div className={classes["or"]}>{say("or")}</div>
          <OtherMethods ways={behind} />
        </>
      )}
    </>
  );
}
