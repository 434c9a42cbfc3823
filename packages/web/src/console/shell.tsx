// What stands around every page of the console: where one can go, what waits, the keys.
import {
  IconBriefcase,
  IconBroadcast,
  IconCode,
  IconExternalLink,
  IconFiles,
  IconFileText,
  IconListCheck,
  IconLogout,
  IconLogs,
  IconMail,
  IconQuestionMark,
  IconShieldCheck,
  IconSquareDashed,
  IconUsers,
} from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StateView } from "@writ/server/response-types";
import { useEffect, useState } from "react";
import { listen } from "../writing/listen.ts";
import { getJson, eventsAddress, leave, Refused } from "./api.ts";
import { DocumentPage } from "./document/document-page.tsx";
import { Enter } from "./enter.tsx";
import { FilesPage } from "./files-page.tsx";
import { FunctionsPage } from "./functions-page.tsx";
import { GapsPage } from "./gaps-page.tsx";
import { JobsPage } from "./jobs-page.tsx";
import { LivePage } from "./live-page.tsx";
import { LogsPage } from "./logs-page.tsx";
import { Keys } from "./keys.tsx";
import { MailPage } from "./mail-page.tsx";
import { PeoplePage } from "./people-page.tsx";
import { ProofPage } from "./proof/proof-page.tsx";
import { RightsPage } from "./rights-page.tsx";
import { pageNames, pages, type PageName } from "./page-names.ts";
import { addressOf, useRoute, RouteLink } from "./route.tsx";
import classes from "./console.module.css";

const icons = {
  document: IconFileText,
  proof: IconListCheck,
  gaps: IconSquareDashed,
  people: IconUsers,
  files: IconFiles,
  mail: IconMail,
  jobs: IconBriefcase,
  functions: IconCode,
  live: IconBroadcast,
  logs: IconLogs,
  rights: IconShieldCheck,
} as const satisfies Readonly<Record<PageName, unknown>>;

const views = {
  document: DocumentPage,
  proof: ProofPage,
  gaps: GapsPage,
  people: PeoplePage,
  files: FilesPage,
  mail: MailPage,
  jobs: JobsPage,
  functions: FunctionsPage,
  live: LivePage,
  logs: LogsPage,
  rights: RightsPage,
} as const satisfies Readonly<Record<PageName, unknown>>;

export function Shell({ development }: { readonly development: boolean }) {
  const { page } = useRoute();
  const [isListing, setIsListing] = useState(false);
  const queries = useQueryClient();
  const state = useQuery({ queryKey: ["state"], queryFn: async () => getJson<StateView>("state") });
  useEffect(
    () =>
      listen<StateView>(eventsAddress, "state", (told) => {
        queries.setQueryData(["state"], told);
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "state" });
      }),
    [queries],
  );
  const title = state.data?.title ?? "";
  useEffect(() => {
    document.title = `${pageNames[page].title} · ${title}`;
  }, [page, title]);
  const isKnown = state.data !== undefined;
  // On a phone the menu is longer than the window is wide, and which pages it has is known by then.
  useEffect(() => {
    const here = isKnown ? document.querySelector(`nav [href="${addressOf(page)}"]`) : null;
    here?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [page, isKnown]);
  if (state.error instanceof Refused && state.error.status === 401) return <Enter development={development} />;
  const View = views[page];
  return (
    <div className={classes["shell"]}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className={classes["side"]}>
        <p className={classes["title"]}>
          <strong>{title}</strong>
          <span className="quiet">Console</span>
        </p>
        <nav aria-label="Console" className={classes["menu"]}>
          <ul>
            {pages.map((name) => {
              // In production nothing is tried.
              if (name === "proof" && state.data?.proof === undefined) return null;
              const Icon = icons[name];
              return (
                <li key={name}>
                  <RouteLink to={addressOf(name)} className={classes["entry"]} isHere={name === page}>
                    <Icon size={18} stroke={1.6} aria-hidden="true" />
                    <span>{pageNames[name].title}</span>
                    <Count name={name} state={state.data} />
                  </RouteLink>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className={classes["below"]}>
          <a href="/" target="_blank" rel="noopener" className={classes["entry"]}>
            <IconExternalLink size={18} stroke={1.6} aria-hidden="true" />
            <span>Open product</span>
          </a>
          <button type="button" className={classes["entry"]} onClick={() => setIsListing(true)}>
            <IconQuestionMark size={18} stroke={1.6} aria-hidden="true" />
            <span>Shortcuts</span>
            <kbd>?</kbd>
          </button>
          {!development && <Leave />}
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes["content"]}>
        <View />
      </main>
      <Keys isListing={isListing} setIsListing={setIsListing} />
    </div>
  );
}

/** A user who has let themselves in by the key leaves again: the machine may be another user's next. */
function Leave() {
  const leaving = useMutation({ mutationFn: leave, onSuccess: () => location.assign("/_/") });
  return (
    <>
      <button
        type="button"
        className={`${classes["entry"]} ${classes["leave"]}`}
        disabled={leaving.isPending}
        onClick={() => leaving.mutate()}
      >
        <IconLogout size={18} stroke={1.6} aria-hidden="true" />
        <span>Sign out</span>
      </button>
      {leaving.isError && <p role="alert">The server could not be reached. You are still signed in.</p>}
    </>
  );
}

function Count({ name, state }: { readonly name: PageName; readonly state: StateView | undefined }) {
  if (state === undefined) return null;
  if (name === "gaps" && state.gaps > 0) return <span className={classes["count"]}>{state.gaps}</span>;
  if (name === "proof") return state.proof === undefined ? null : <ProofCount {...state.proof} />;
  const { unserved } = state;
  if (name !== "document" || unserved === undefined) return null;
  const words = { mistakes: "mistakes", asks: "to confirm", stopped: "not applied" } as const;
  return (
    <span className={classes["count"]} data-wrong={unserved.why !== "asks"}>
      {words[unserved.why]}
    </span>
  );
}

function ProofCount({ is, failed, isEarlier }: NonNullable<StateView["proof"]>) {
  const words = is === "running" ? "running" : failed > 0 ? `${failed} failed` : isEarlier ? "outdated" : undefined;
  if (words === undefined) return null;
  return (
    <span className={classes["count"]} data-wrong={is !== "running" && failed > 0}>
      {words}
    </span>
  );
}
