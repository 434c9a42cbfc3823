// Measures the product in a browser: Lighthouse, a list of ten thousand rows, ways between screens, scripts to load.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layTickets, startDesk } from "./browser/desk.ts";
import { calibratedSlowdown, judge, usualSlowdown, type Judged } from "./browser/lighthouse.ts";
import { load, navigate, scriptsUntil, scrollList, told } from "./browser/works.ts";

const words = process.argv.slice(2);
const option = (name: string, usual: string) =>
  words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? usual;
const works = option("works", "scripts,lighthouse,load,ways,list").split(",");
const rounds = Number(option("rounds", "5"));
const rows = Number(option("rows", "10000"));

const desk = await startDesk();
try {
  await layTickets(300, desk);
  if (works.includes("scripts")) {
    const { context } = desk;
    const list = await scriptsUntil(await context.newPage(), `${desk.url}/tickets`, "tbody tr");
    const form = await scriptsUntil(await desk.stranger(), `${desk.url}/_/sign-in`, "form");
    console.log(`compressed scripts before the first list: ${list} bytes; before sign-in: ${form} bytes`);
  }
  if (works.includes("lighthouse")) {
    const [{ number } = { number: "" }] = await desk.owner("SELECT number FROM ticket LIMIT 1");
    const pages = { list: "/tickets", detail: `/tickets/${String(number)}`, "sign-in": "/_/sign-in" };
    for (const [name, path] of Object.entries(pages)) {
      // A user who is signed in is sent on from there.
      if (name === "sign-in") await desk.page.evaluate(() => localStorage.clear());
      const kept = join(tmpdir(), `writ-lighthouse-${name}.json`);
      const usual: Judged[] = [];
      const calibrated: Judged[] = [];
      for (let round = 0; round < rounds; round++) {
        const judged = await judge(path, desk, { kept, slowdown: usualSlowdown });
        usual.push(judged);
        const slowdown = calibratedSlowdown(judged.benchmarkIndex);
        calibrated.push(await judge(path, desk, { kept, slowdown }));
      }
      print(name, usual);
      print(name, calibrated);
    }
    await desk.signIn();
  }
  if (works.includes("load")) {
    const [{ number } = { number: "" }] = await desk.owner("SELECT number FROM ticket LIMIT 1");
    for (const path of ["/tickets", `/tickets/${String(number)}`, "/dashboard", "/new"]) {
      const all: (readonly number[])[] = [];
      for (let round = 0; round < rounds; round++) all.push(await load(desk.page, `${desk.url}${path}`));
      const busy = all.map((tasks) => tasks.reduce((sum, one) => sum + one, 0));
      const blocked = all.map((tasks) => tasks.reduce((sum, one) => sum + Math.max(0, 4 * one - 50), 0));
      const longest = all.map((tasks) => Math.max(...tasks));
      console.log(
        `${path.padEnd(20)} the main thread works ${told(busy)}; longest task ${told(longest)}; blocked on a phone of a quarter of the speed ${told(blocked)}`,
      );
    }
  }
  if (works.includes("ways"))
    for (const { name, times } of await navigate(desk, 2 * rounds))
      console.log(`${name.padEnd(20)} first ${times[0]?.toFixed(0)} ms; then ${told(times.slice(1))}`);
  if (works.includes("list")) {
    await layTickets(rows, desk);
    const { loading, down, up, still, asked } = await scrollList(desk, rows);
    console.log(`${rows} rows loaded by scrolling in ${loading.toFixed(1)} s`);
    for (const [name, { tasks, scripts, lasting }] of Object.entries({ down, up, "left alone": still })) {
      const long = tasks.filter((one) => one > 50).length;
      console.log(
        `${name.padEnd(12)} worst task ${Math.max(0, ...tasks).toFixed(1)} ms, ${long} of ${tasks.length} over 50 ms (${Math.max(0, ...lasting).toFixed(1)} ms with waiting); script a frame: ${told(scripts)} (${scripts.length} frames)`,
      );
    }
    console.log(`left alone for 11 s, it asked ${asked} times`);
  }
} finally {
  await desk.stop();
}

function print(name: string, all: readonly Judged[]): void {
  const middle = (of: (one: Judged) => number) => all.map(of).toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
  const performances = all.map(({ performance }) => performance).join(" ");
  console.log(
    `${name.padEnd(8)} on a processor of ${middle((one) => one.benchmarkIndex)} points taken ${middle((one) => one.slowdown)} times slower: performance ${middle((one) => one.performance)} (${performances}), accessibility ${middle((one) => one.accessibility)}, best practices ${middle((one) => one.bestPractices)}; first paint ${middle((one) => one.firstPaint).toFixed(0)} ms, largest ${middle((one) => one.largestPaint).toFixed(0)} ms, speed index ${middle((one) => one.speedIndex).toFixed(0)}, blocked ${middle((one) => one.blocked).toFixed(0)} ms, shift ${middle((one) => one.shift).toFixed(3)}`,
  );
  if (words.includes("--found")) for (const line of all[0]?.found ?? []) console.log(`  ${line}`);
}
