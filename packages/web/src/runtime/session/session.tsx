// Who is there: from the tokens that the client keeps to a person with roles, and everything that depends on it.
import type { Session } from "@supabase/supabase-js";
import type { Backend } from "../data/backend.ts";
import type { Application } from "@writ/language/product";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { Failure } from "../../kit/failure.tsx";
import { PageSkeleton } from "../../kit/skeletons.tsx";
import { dataOf } from "../data/rows.ts";
import { languageOf, sayIn, wordIn } from "../words/say.ts";
import { ProductProvider, type HeldRole, type Person, type Product } from "./product.tsx";

type SessionProps = {
  readonly application: Application;
  readonly backend: Backend;
  readonly children: ReactNode;
};

const languageKey = "writ.language";

export function SessionProvider({ application, backend, children }: SessionProps) {
  const session = useTokens(backend);
  const [chosen, setChosen] = useState(() => localStorage.getItem(languageKey));
  const language = languageOf(application, [...(chosen === null ? [] : [chosen]), ...navigator.languages]);
  const userId = session?.user.id;
  const standing = useQuery({
    queryKey: ["standing", userId ?? null],
    queryFn: async () => readStanding(backend, application, session ?? null),
    enabled: session !== undefined,
    staleTime: 60_000,
    // Roles are given and taken while somebody works.
    refetchInterval: 60_000,
  });
  const say = useMemo(() => sayIn(language), [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const product = useMemo<Product | undefined>(
    () =>
      standing.data && {
        application,
        backend,
        ...standing.data,
        language,
        locale: navigator.languages.find((one) => one.split("-")[0] === language.split("-")[0]) ?? language,
        say,
        word: wordIn(language, application),
        setLanguage: (wanted) => {
          localStorage.setItem(languageKey, wanted);
          setChosen(wanted);
        },
      },
    [application, backend, standing.data, language, say],
  );
  if (standing.error !== null && product === undefined)
    return <Failure say={say} error={standing.error} onRetry={() => void standing.refetch()} />;
  if (product === undefined) return <PageSkeleton label={say("loading")} />;
  return <ProductProvider value={product}>{children}</ProductProvider>;
}

/** Undefined until it is known. */
function useTokens(backend: Backend): Session | null | undefined {
  const [session, setSession] = useState<Session | null | undefined>(undefined);
  const queries = useQueryClient();
  useEffect(() => {
    let who: string | undefined;
    const { data } = backend.auth.onAuthStateChange((_event, next) => {
      // What one person was shown is nothing for the next.
      if (who !== undefined && who !== next?.user.id) queries.clear();
      who = next?.user.id;
      setSession((before) => (before?.user.id === next?.user.id && before !== undefined ? before : next));
    });
    return () => data.subscription.unsubscribe();
  }, [backend, queries]);
  return session;
}

type Standing = { readonly person: Person | undefined; readonly roles: readonly HeldRole[] };

async function readStanding(backend: Backend, application: Application, session: Session | null): Promise<Standing> {
  const hasRoles = application.roles.length > 0;
  const isStored = application.entities["user"] !== undefined;
  if (session === null) {
    const roles = application.roles
      .filter(({ heldBy }) => heldBy === "anyone")
      .map(({ id }) => ({ role: id, within: null }));
    return { person: undefined, roles };
  }
  const [roles, people] = await Promise.all([
    hasRoles ? backend.rpc("my_roles").then((answer) => dataOf<readonly HeldRole[]>(answer)) : [],
    isStored
      ? backend
          .from("user")
          .select("*")
          .eq("id", session.user.id)
          .then((answer) => dataOf<readonly Readonly<Record<string, unknown>>[]>(answer))
      : [],
  ]);
  const row = people[0] ?? { id: session.user.id, name: session.user.email ?? "" };
  return { person: { id: session.user.id, email: session.user.email ?? "", row }, roles };
}
