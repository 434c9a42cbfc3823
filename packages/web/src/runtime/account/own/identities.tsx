// The ways to sign in that this account has with providers: linked and taken away, but for the last one.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../../kit/failure.tsx";
import { notify } from "../../../kit/notify.ts";
import { RowSkeletons } from "../../../kit/skeletons.tsx";
import { useProduct } from "../../product/product.tsx";
import { useSending } from "../ask-form.tsx";
import { useEntry } from "../entry.ts";
import { iconOf } from "../signing/other-methods.tsx";
import { signInMethods } from "../sign-in-methods.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { askAccounts, problemOf } from "./ask-accounts.ts";
import { Part } from "./own-page.tsx";
import classes from "./own.module.css";

export function IdentitiesPart() {
  const { application, backend, say: sayCore } = useProduct();
  const say = usePeopleSay();
  const { comeBack } = useEntry();
  const { error, run, isWorking, alert } = useSending();
  const providers = signInMethods(application).flatMap((method) => (method.kind === "provider" ? [method] : []));
  const identities = useQuery({
    queryKey: ["identities", "own"],
    queryFn: async () => {
      const { data, error: refused } = await backend.auth.getUserIdentities();
      if (refused !== null) throw refused;
      return data.identities;
    },
  });
  const link = async (provider: string) => {
    const { data, error: refused } = await backend.auth.linkIdentity({
      provider: provider as "google",
      options: { redirectTo: comeBack("security"), skipBrowserRedirect: true },
    });
    if (refused !== null) return refused;
    location.assign(data.url);
    return null;
  };
  const unlink = async (id: string, name: string) => {
    const done = await run(async () =>
      askAccounts(backend, "DELETE", `/user/identities/${id}`).then(() => null, problemOf),
    );
    if (!done) return;
    notify(say("identityUnlinked", { name }));
    await identities.refetch();
  };
  return (
    <Part title={say("identities")} what={say("identitiesText")}>
      {identities.error !== null && identities.data === undefined && (
        <Failure say={sayCore} error={identities.error} onRetry={() => void identities.refetch()} />
      )}
      {identities.data === undefined && identities.error === null && <RowSkeletons count={providers.length} />}
      {identities.data !== undefined && (
        <ul className={classes["rows"]}>
          {providers.map(({ name, label }) => {
            const Icon = iconOf(name);
            const held = identities.data.find(({ provider }) => provider === name);
            const address = held?.identity_data?.["email"];
            const isLast = held !== undefined && identities.data.length === 1;
            return (
              <li key={name} className={classes["row"]}>
                <Icon size={20} aria-hidden="true" />
                <div>
                  <p>{label}</p>
                  <p className="quiet">
                    {held === undefined
                      ? say("notLinked")
                      : [typeof address === "string" ? address : "", isLast ? say("lastWay") : ""]
                          .filter(Boolean)
                          .join(" · ")}
                  </p>
                </div>
                {held === undefined ? (
                  <Button
                    variant="default"
                    size="xs"
                    loading={isWorking}
                    aria-label={say("linkOf", { name: label })}
                    onClick={() => void run(async () => link(name))}
                  >
                    {say("link")}
                  </Button>
                ) : (
                  !isLast && (
                    <Button
                      variant="default"
                      size="xs"
                      loading={isWorking}
                      aria-label={say("removeOf", { name: label })}
                      onClick={() => void unlink(held.identity_id, label)}
                    >
                      {say("remove")}
                    </Button>
                  )
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div role="alert" tabIndex={-1} ref={alert} className="wrong">
        {error}
      </div>
    </Part>
  );
}
