// Who is there: from the tokens that the client keeps to a person with roles, and everything that depends on it.
import type { Session } from "@supabase/auth-js";
import type { Backend } from "../data/backend.ts";
import { hasBegun, hasEnded } from "../data/leave.ts";
import { whenShown } from "../data/live.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from "react";
import { Failure } from "../../kit/failure.tsx";
import { notify } from "../../kit/notify.ts";
import { FirstSkeleton } from "../../kit/skeletons.tsx";
import { languageOf, Saying, useSay, wordIn } from "../../words/say.ts";
import { ProductProvider, type Product } from "../product/product.tsx";
import { levelOf, readerQuery, type Preload, type ShownToAll } from "./reader.ts";

type SessionProps = {
  readonly shown: ShownToAll;
  readonly backend: Backend;
  readonly preload: Preload;
  readonly children: ReactNode;
};

const languageKey = "writ.language";

export function SessionProvider({ shown, backend, preload, children }: SessionProps) {
  const [session, isEnded] = useTokens(backend);
  const [chosen, setChosen] = useState(() => localStorage.getItem(languageKey));
  const standing = useQuery({
    ...readerQuery(backend, shown, session ?? null, preload),
    enabled: session !== undefined,
    // Roles are given and taken while a user works.
    refetchInterval: 60_000,
    // A visitor who begins to own something goes on where they are.
    placeholderData: keepPreviousData,
  });
  // The whole application is drawn by it: in pieces, between which a finger is answered.
  const known = useDeferredValue(standing.data);
  const application = known?.application ?? shown.application;
  const { language: kept, time_zone: zone }: Readonly<Record<string, unknown>> = session?.user.user_metadata ?? {};
  const own = known?.person?.row["language"] ?? kept;
  const language = languageOf(
    application,
    [own, chosen, ...navigator.languages].filter((one) => typeof one === "string"),
  );
  const say = useSay(language);
  const queries = useQueryClient();
  const personId = known?.person?.id ?? "";
  // By then everything for the first rows is requested, and no change has arrived yet.
  useEffect(
    () =>
      known &&
      whenShown(queries, 500, () =>
        backend.preloadedAnswers.end(personId, { application: known.application, edition: shown.edition }),
      ),
    [backend, known, personId, queries, shown.edition],
  );
  useEffect(() => {
    if (isEnded) notify(say("signedOut"));
  }, [isEnded, say]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const product = useMemo<Product | undefined>(
    () =>
      known && {
        backend,
        ...known,
        language,
        locale: navigator.languages.find((one) => one.split("-")[0] === language.split("-")[0]) ?? language,
        timeZone: zoneOf(zone) ?? application.timeZone,
        say,
        word: wordIn(language, application),
        setLanguage: (wanted) => {
          localStorage.setItem(languageKey, wanted);
          setChosen(wanted);
        },
      },
    [application, backend, known, language, say, zone],
  );
  if (standing.error !== null && product === undefined)
    return <Failure say={say} error={standing.error} onRetry={() => void standing.refetch()} />;
  return (
    <Saying value={say}>
      {product === undefined ? (
        <FirstSkeleton title={application.title} label={say("loading")} />
      ) : (
        <ProductProvider value={product}>{children}</ProductProvider>
      )}
    </Saying>
  );
}

/** Undefined where this browser does not know it: then nothing could be shown. */
function zoneOf(name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** A user who comes in by a link has not shown the second factor, whatever they had shown before. */
const isAsSure = (before: Session | null | undefined, next: Session | null): before is Session | null =>
  before !== undefined &&
  before?.user.id === next?.user.id &&
  (before === null || next === null || levelOf(before) === levelOf(next));

/** Undefined until it is known; and whether a session has just ended that this browser did not end. */
function useTokens(backend: Backend): readonly [Session | null | undefined, boolean] {
  const [session, setSession] = useState<Session | null | undefined>(undefined);
  const [isEnded, setIsEnded] = useState(false);
  const queries = useQueryClient();
  useEffect(() => {
    let who: string | undefined;
    let wasVisitor = false;
    return backend.accounts.follow((event, next) => {
      if (next !== null && who === undefined) hasBegun(backend);
      // A visitor was never signed in, and cannot sign in again as who they were.
      setIsEnded(next === null && who !== undefined && !wasVisitor && hasEnded(backend));
      wasVisitor = next?.user.is_anonymous === true;
      // What one person was shown is nothing for the next.
      if (who !== undefined && who !== next?.user.id) queries.clear();
      who = next?.user.id;
      setSession((before) => (event !== "USER_UPDATED" && isAsSure(before, next) ? before : next));
    });
  }, [backend, queries]);
  return [session, isEnded];
}
