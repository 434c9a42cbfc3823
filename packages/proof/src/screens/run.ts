// Opens the screens of a plan in a browser, each as whom it is for and as whom it is not, and says what was there.
import { createClient } from "@supabase/supabase-js";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseError } from "pg";
import type { Browser } from "playwright-core";
import { textOf } from "../agreement/texts.ts";
import { rowsOf, valueOf, type World } from "../interpreter/world/world.ts";
import { lay, prepareLaying } from "../laying/lay.ts";
import { shapeOf, type Shape } from "../laying/shape.ts";
import type { Ground } from "../run/ground.ts";
import { profileOf } from "../run/people.ts";
import type { ScreenCase } from "./case.ts";
import { differencesFrom, type PageContent } from "./page-content.ts";
import { createWindow, type Window } from "./window.ts";

export type ScreenResult = {
  readonly case: ScreenCase;
  /** Not tried: its rows could not be laid. */
  readonly outcome: "passed" | "failed" | "not tried";
  readonly evidence: string;
  /** What was there, and what of it was otherwise than it should be. */
  readonly said: string;
  readonly wrong: readonly string[];
};

/** What nothing is called. */
const noName = "there-is-no-such-place-1b7d";

/**
 * Where no one can be: both it and what is not for a user say the same. A user who is not signed in is asked to, but where
 * another screen is open to them whose address takes the name of any row: there it is nothing. So theirs differs from the
 * address of the case in one name alone: in the last one no screen may be there, in one of a row nothing is below it.
 */
const nowhereLike = ({ me, path }: ScreenCase): readonly string[] => {
  if (me !== null || path === "/") return [`/${noName}/${noName}`];
  const names = path.split("/").slice(1);
  return names.map((_, place) => `/${names.with(place, noName).join("/")}`).toReversed();
};
/** What a component threw may be a page long. */
const longestAlarm = 300;
/** What is otherwise so long after the page has come to rest stays otherwise. */
const patience = 1000;

export async function runScreens(
  cases: readonly ScreenCase[],
  ground: Ground,
  browser: Browser,
  onTried: (result: ScreenResult) => void,
): Promise<void> {
  const [first] = cases;
  if (first === undefined) return;
  const { program } = first.world;
  const shape = await shapeOf(ground.owner, program);
  await prepareLaying(ground.laying, shape, "kept");
  const locale = program.model.constants.settings.languages[0]?.code ?? "en";
  const options = { locale, reducedMotion: "reduce", viewport: { width: 1280, height: 900 } } as const;
  const ann = cases.find(({ me }) => me !== null);
  const session = ann === undefined ? undefined : await signedIn(ann.world, ann.me ?? "", ground, browser);
  // A user who has the same role sees the same files again, and gets the same answer for what is missing.
  const known = new Map<string, Seat>();
  try {
    for (const one of cases) {
      const why = await whyNotLaid(ground, shape, one.world);
      if (why !== undefined) {
        onTried({ case: one, outcome: "not tried", evidence: why, said: why, wrong: [] });
        continue;
      }
      const { as } = one.scenario;
      const key = as.kind === "role" ? as.role : as.kind;
      const signed = one.me === null || session === undefined ? {} : { storageState: session };
      const seat = known.get(key) ?? {
        window: await createWindow(browser, { ...options, ...signed }, { now: first.world.now }),
        refused: new Map(),
      };
      known.set(key, seat);
      onTried({ case: one, ...(await runCase(one, ground.url, seat)) });
    }
  } finally {
    for (const { window } of known.values()) await window.close();
  }
}

/** What the database says of rows that it does not take; whatever else goes wrong is our mistake. */
async function whyNotLaid({ laying }: Ground, shape: Shape, world: World): Promise<string | undefined> {
  try {
    await lay(laying, shape, world);
    return undefined;
  } catch (failure) {
    if (!(failure instanceof DatabaseError) || failure.code?.startsWith(integrity) !== true) throw failure;
    return `its rows cannot be laid: ${failure.message}`;
  }
}

/** The class of errors of rows that a database may not hold. */
const integrity = "23";

/** Where a user sits, and the headings of what is not there for them, by address. */
type Seat = { readonly window: Window; readonly refused: Map<string, string> };

async function runCase(one: ScreenCase, url: string, { window, refused }: Seat): Promise<Omit<ScreenResult, "case">> {
  const { path, expected } = one;
  const nothing = new Set<string>();
  for (const nowhere of expected === undefined ? nowhereLike(one) : []) {
    const cached = refused.get(nowhere) ?? (await headingOf(window, `${url}${nowhere}`));
    refused.set(nowhere, cached);
    nothing.add(cached);
  }
  await window.goTo(`${url}${path}`);
  let end: number | undefined;
  for (;;) {
    const look = await window.lookAtRest();
    end ??= performance.now() + patience;
    const wrong = wrongIn(look, path, expected, nothing);
    // A page that has not come to rest was waited for already.
    const isLate = look.isWaiting || look.heading === "" || performance.now() > end;
    if (wrong.length === 0 || isLate) return resultOf(look, wrong);
    await delay(100);
  }
}

async function headingOf(window: Window, address: string): Promise<string> {
  await window.goTo(address);
  return (await window.lookAtRest()).heading;
}

function resultOf(look: PageContent, wrong: readonly string[]): Omit<ScreenResult, "case"> {
  const said = wordsOf(look);
  return wrong.length === 0
    ? { outcome: "passed", evidence: said, said, wrong }
    : { outcome: "failed", evidence: `${said}: ${wrong.join("; ")}`, said, wrong };
}

function wrongIn(
  look: PageContent,
  path: string,
  expected: ScreenCase["expected"],
  nothing: ReadonlySet<string>,
): readonly string[] {
  if (look.isWaiting) return ["the page does not finish loading"];
  if (expected !== undefined)
    return [
      ...(look.path === path ? [] : [`it leads to ${look.path}`]),
      ...(look.heading === "" ? ["it has no heading"] : []),
      ...look.alarms.map((one) => `it says "${one.length > longestAlarm ? `${one.slice(0, longestAlarm)}…` : one}"`),
      ...differencesFrom(expected, look),
    ];
  const isSame = look.heading !== "" && nothing.has(look.heading);
  // A user who is not signed in is asked to, there as anywhere else.
  return isSame ? [] : ["the screen is displayed, but should not be available to them"];
}

const wordsOf = ({ path, heading }: PageContent): string => `${path} shows "${heading}"`;

/** By the link that a mail would hold, whatever the ways to sign in. */
async function signedIn(world: World, id: string, ground: Ground, browser: Browser) {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const admin = createClient(ground.url, ground.serviceKey, options);
  for (const person of rowsOf(world, "user")) {
    const email = textOf(valueOf(person, "email")) ?? "";
    const made = await admin.auth.admin.createUser({
      id: person.id,
      email,
      email_confirm: true,
      user_metadata: profileOf(person, world.program),
    });
    // Those of other cases are there already.
    if (made.error !== null && made.error.code !== "email_exists") throw new Error(`${email}: ${made.error.message}`);
  }
  const me = rowsOf(world, "user").find((person) => person.id === id);
  const email = (me && textOf(valueOf(me, "email"))) ?? "";
  // To where no screen is: one of a user's own may never come to an end.
  const redirectTo = `${ground.url}/${noName}`;
  const link = await admin.auth.admin.generateLink({ type: "magiclink", email, options: { redirectTo } });
  if (link.error !== null) throw new Error(`${email}: ${link.error.message}`);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(link.data.properties.action_link);
    // A link alone signs no one in, because it may not be its recipient who follows it: a button has to be pressed too.
    await page.getByRole("button").first().click();
    await page.waitForURL(({ pathname }) => !pathname.startsWith("/_/"));
    return await context.storageState();
  } finally {
    await context.close();
  }
}
