// Whether the description at the root is one: a function of the suite's fixtures says so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { action, unit, type Value } from "./haskell/value.ts";
import { headerValues, Mismatch } from "./judge.ts";
import { pairs, type Stage } from "./stage.ts";

export function validated({ suite, ask }: Stage, headers: Value): Value {
  return action(async () => {
    const described = await ask({ method: "GET", path: "/", headers: pairs(headers), body: Buffer.from("") });
    const type = headerValues(described, "Content-Type").join();
    if (described.status !== 200 || type !== "application/openapi+json; charset=utf-8") {
      throw new Mismatch(`the description: ${described.status} ${type}`);
    }
    const schema = readFileSync(join(suite, "fixtures", "openapi.json"), "utf8");
    const body = Buffer.from(`{"schema":${schema},"data":${described.body.toString("utf8")}}`);
    const asJson = [["Content-Type", "application/json"]] as const;
    const judged = await ask({ method: "POST", path: "/rpc/validate_json_schema", headers: asJson, body });
    if (judged.body.toString("utf8") !== "true")
      throw new Mismatch(`the description is none: ${judged.body.toString("utf8")}`);
    return unit;
  });
}
