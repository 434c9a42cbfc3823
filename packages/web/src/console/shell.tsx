// What stands around every page of the console: where one can go, what waits, the keys.
import { NativeSelect } from "@mantine/core";
import {
  IconBriefcase,
  IconBroadcast,
  IconCode,
  IconExternalLink,
  IconFiles,
  IconFileText,
  IconHeartbeat,
  IconHistory,
  IconListCheck,
  IconLogout,
  IconLogs,
  IconMail,
  IconQuestionMark,
  IconRocket,
  IconShieldCheck,
  IconSquareDashed,
  IconTable,
  IconTerminal2,
  IconUsers,
} from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StateView } from "@writ/server/response-types";
import { useEffect, useState } from "react";
import { listen } from "../writing/listen.ts";
import { getJson, eventsAddress, leave, Refused } from "./api.ts";
import { ChangesPage } from "./changes-page.tsx";
import { DeployPage } from "./deploy/deploy-page.tsx";
import { DocumentPage } from "./document/document-page.tsx";
import { Enter, type EnterProps } from "./enter.tsx";
import { FilesPage } from "./files-page.tsx";
import { FunctionsPage } from "./functions-page.tsx";
import { GapsPage } from "./gaps-page.tsx";
import { HealthPage } from "./health/health-page.tsx";
import { useHealth } from "./health/use-health.ts";
import { JobsPage } from "./jobs/jobs-page.tsx";
import { LivePage } from "./live-page.tsx";
import { LogsPage } from "./logs/logs-page.tsx";
import { Keys } from "./keys.tsx";
import { forget } from "./sql/history.ts";
import { MailPage } from "./mail/mail-page.tsx";
import { PeoplePage } from "./people-page.tsx";
import { ProofPage } from "./proof/proof-page.tsx";
import { RightsPage } from "./rights-page.tsx";
import { RowsPage } from "./rows/rows-page.tsx";
import { SqlPage } from "./sql/sql-page.tsx";
import { homeFor, pageNames, pagesFor, type PageName } from "./page-names.ts";
import { addressOf, go, useRoute, RouteLink } from "./route.tsx";
import classes from "./console.module.css";

const icons = {
  health: IconHeartbeat,
  document: IconFileText,
  proof: IconListCheck,
  gaps: IconSquareDashed,
  deploy: IconRocket,
  rows: IconTable,
  sql: IconTerminal2,
  people: IconUsers,
  files: IconFiles,
  mail: IconMail,
  jobs: IconBriefcase,
  functions: IconCode,
  live: IconBroadcast,
  logs: IconLogs,
  rights: IconShieldCheck,
  changes: IconHistory,
} as const satisfies Readonly<Record<PageName, unknown>>;

const views = {
  health: HealthPage,
  document: DocumentPage,
  proof: ProofPage,
  gaps: GapsPage,
  deploy: DeployPage,
  rows: RowsPage,
  sql: SqlPage,
  people: PeoplePage,
  files: FilesPage,
  mail: MailPage,
  jobs: JobsPage,
  functions: FunctionsPage,
  live: LivePage,
  logs: LogsPage,
  rights: RightsPage,
  changes: ChangesPage,
} as const satisfies Readonly<Record<PageName, unknown>>;

type ShellProps = EnterProps & {
  /** Who is in, where they have a name. */
  readonly user: string;
};

export function Shell({ development, hasKey, user }: ShellProps) {
  const route = useRoute();
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
  // In production nothing is tried.
  const hasProof = state.data === undefined || state.data.proof !== undefined;
  const pages = pagesFor(development).filter((one) => one !== "proof" || hasProof);
  const page = pages.includes(route.page) ? route.page : homeFor(development);
  const title = state.data?.title ?? "";
  useEffect(() => {
    document.title = `${pageNames[page].title} · ${title}`;
  }, [page, title]);
  const isKnown = state.data !== undefined;
  const { isPending } = useHealth();
  // On a phone the menu is longer than the window is wide, and what stands in it is known by then.
  useEffect(() => {
    const here = isKnown ? document.querySelector(`nav [href="${addressOf(page)}"]`) : null;
    here?.scrollIntoView({ block: "nearest", inline: isPending ? "nearest" : "center" });
  }, [page, isKnown, isPending]);
  if (state.error instanceof Refused && state.error.status === 401)
    return <Enter development={development} hasKey={hasKey} />;
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
        <NativeSelect
          className={classes["pick"] ?? ""}
          size="md"
          aria-label="Page"
          value={page}
          data={pages.map((name) => ({ value: name, label: pageNames[name].title }))}
          onChange={({ currentTarget: { value } }) => go(addressOf(value as PageName))}
        />
        <nav aria-label="Console" className={classes["menu"]}>
          <ul>
            {pages.map((name) => {
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
          <button
            type="button"
            className={`${classes["entry"]} ${classes["shortcuts"]}`}
            onClick={() => setIsListing(true)}
          >
            <IconQuestionMark size={18} stroke={1.6} aria-hidden="true" />
            <span>Shortcuts</span>
            <kbd>?</kbd>
          </button>
          {!development && <p className={classes["user"]}>{user}</p>}
          {!development && <Leave />}
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes["content"]}>
        <View />
      </main>
      <Keys pages={pages} isListing={isListing} setIsListing={setIsListing} />
    </div>
  );
}

/** A user who has let themselves in by the key leaves again: the machine may be another user's next. */
function Leave() {
  const leaving = useMutation({
    mutationFn: leave,
    onSuccess: () => {
      forget();
      location.assign("/_/?left");
    },
  });
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

/** How much needs attention, on every page. */
function HealthCount() {
  const items = useHealth().data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <span className={classes["count"]} data-wrong={items.some(({ severity }) => severity === "critical")}>
      {items.length}
      <span className="only-read"> need attention</span>
    </span>
  );
}

function Count({ name, state }: { readonly name: PageName; readonly state: StateView | undefined }) {
  if (name === "health") return <HealthCount />;
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
