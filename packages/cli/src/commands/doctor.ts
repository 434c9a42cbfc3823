// `writ doctor`: what this machine has and lacks for Writ, each found out by trying it.
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { availableParallelism, totalmem, tmpdir } from "node:os";
import { join } from "node:path";
import { installationOf } from "../downloads/need-downloads.ts";
import { settingIn, type Console, type ExitCode } from "../terminal/console.ts";
import { version } from "../version.ts";
import { visible } from "../terminal/visible.ts";
import { unknownIn, wrongInStart } from "./environment.ts";

type Finding = {
  readonly name: string;
  /** `later`: not here, and needed only by some documents; or nothing that keeps a product from running. */
  readonly is: "ok" | "later" | "missing";
  readonly text: string;
};

export async function doctor({ json }: { readonly json: boolean }, console: Console): Promise<ExitCode> {
  const findings = [
    ...machine(),
    ...(await Promise.all([database(), disk(), ...downloads(), browser(console)])),
    ...settings(console),
  ];
  const isFit = findings.every(({ is }) => is !== "missing");
  if (json) console.out(`${JSON.stringify({ version, ok: isFit, findings })}\n`);
  else console.out(`Writ ${version}\n\n${findings.map(print).join("")}\n${isFit ? fit : unfit}\n`);
  return isFit ? 0 : 1;
}

const fit = "Everything that Writ needs is here.";
const unfit = "Something that Writ needs is missing: see the lines marked with ✗.";
const marks = { ok: "✓", later: "·", missing: "✗" } as const;

const print = ({ name, is, text }: Finding): string => `${marks[is]} ${name.padEnd(14)}${visible(text)}\n`;

function machine(): readonly Finding[] {
  const memory = Math.round(totalmem() / 2 ** 20);
  return [
    { name: "Node", is: "ok", text: `${process.version} on ${process.platform} ${process.arch}` },
    { name: "Cores", is: "ok", text: String(availableParallelism()) },
    {
      name: "Memory",
      is: memory < 700 ? "missing" : "ok",
      text: `${memory} MB${memory < 700 ? "; Writ and its PostgreSQL need about 700 MB" : ""}`,
    },
  ];
}

/** One in a folder of its own, which is gone afterwards. */
async function database(): Promise<Finding> {
  const name = "PostgreSQL";
  const { openDatabase, DatabaseFailure, majorVersion } = await import("@writ/server/postgres");
  const folder = await mkdtemp(join(tmpdir(), "writ-doctor-"));
  try {
    const opened = await openDatabase({ folder: join(folder, "data") });
    await opened.stop();
    return { name, is: "ok", text: `version ${majorVersion} comes with Writ and starts here` };
  } catch (failure) {
    if (!(failure instanceof DatabaseFailure)) throw failure;
    return { name, is: "missing", text: `${failure.code} ${failure.message}. ${failure.hint}` };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function disk(): Promise<Finding> {
  const { bavail, bsize } = await statfs(".");
  const free = Math.round((bavail * bsize) / 1e6);
  const isLittle = free < 500;
  const more = isLittle ? "; a new database alone takes 60 MB" : "";
  return { name: "Disk", is: isLittle ? "missing" : "ok", text: `${free} MB free in this folder${more}` };
}

function downloads(): readonly Promise<Finding>[] {
  return (["deno", "vite"] as const).map(async (need): Promise<Finding> => {
    const { title, use, folder, pinned } = await installationOf(need);
    if (folder !== undefined) return { name: title, is: "ok", text: folder };
    const size = pinned === undefined ? "" : `, ${pinned.megabytes} MB`;
    return { name: title, is: "later", text: `not installed${size}; downloaded when a document needs it for ${use}` };
  });
}

async function browser(console: Console): Promise<Finding> {
  const { findBrowser } = await import("@writ/proof/screens");
  const found = findBrowser(settingIn(console.environment, "WRIT_CHROMIUM"));
  return found === undefined
    ? { name: "Chromium", is: "later", text: "not installed; only `writ test --screens` needs it" }
    : { name: "Chromium", is: "ok", text: found };
}

function settings({ environment }: Console): readonly Finding[] {
  const address = settingIn(environment, "DATABASE_URL");
  return [
    ...wrongInStart(environment).map((text) => ({ name: "Environment", is: "missing" as const, text })),
    ...unknownIn(environment).map((text) => ({ name: "Environment", is: "later" as const, text })),
    // It may hold a password, so it is not repeated.
    ...(address === undefined
      ? []
      : [{ name: "DATABASE_URL", is: "ok" as const, text: "is set: commands use that database" }]),
  ];
}
