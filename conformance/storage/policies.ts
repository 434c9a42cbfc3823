// The policies of supabase/storage with what each of them lets through, put to a server of ours over the wire.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SignJWT } from "jose";
import { parse } from "yaml";
import { readKeyRing } from "@writ/server/keys";
import type { ClientBase } from "pg";
import { serveDocument, type Served } from "../auth/served.ts";
import type { CaseResult } from "../case-result.ts";
import { operations, type Asked } from "./operations.ts";

type Policy = {
  readonly name: string;
  readonly tables: readonly string[];
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly content: string;
};
type Step = {
  readonly operation: string;
  readonly role?: string;
  readonly bucketName?: string;
  readonly useExistingBucketName?: string;
  readonly objectName?: string;
  readonly policies?: readonly string[];
  readonly status: number;
  readonly error?: string;
} & Pick<Asked, "userMetadata" | "mimeType" | "contentLength" | "copyMetadata" | "destinationObjectName">;
type Case = {
  readonly description: string;
  readonly policies: readonly string[];
  readonly asserts: readonly Step[];
  readonly setup?: { readonly create_bucket?: boolean };
};
type Suite = { readonly policies: readonly Policy[]; readonly tests: readonly Case[] };

const file = "src/test/rls_tests.yaml";

export async function judgePolicies(checkout: string, only: readonly string[]): Promise<readonly CaseResult[]> {
  const text = readFileSync(join(checkout, file), "utf8");
  const picture = readFileSync(join(checkout, "src/test/assets/sadcat.jpg"));
  const served = await serveDocument();
  const owner = await served.database.connect();
  try {
    const results: CaseResult[] = [];
    for (const [at, { description }] of (parse(text) as Suite).tests.entries())
      if (only.every((word) => description.includes(word))) results.push(...(await tryCase(text, at)));
    return results;
  } finally {
    await owner.end();
    await served.end();
  }

  /** Each step is told by itself: 122 of them in 13 cases. */
  async function tryCase(template: string, at: number): Promise<readonly CaseResult[]> {
    const own: Readonly<Record<string, string>> & { readonly uid: string; readonly bucketName: string } = {
      uid: randomUUID(),
      bucketName: randomUUID(),
      objectName: randomUUID(),
      runId: randomUUID(),
    };
    const filled = template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => own[name] ?? "");
    const suite = parse(filled) as Suite;
    const { description, policies, asserts, setup } = suite.tests[at] as Case;
    const token = await accountOf(owner, own.uid);
    const makeBucket = async (id: string) =>
      owner.query("INSERT INTO storage.buckets (id, name, owner, owner_id) VALUES ($1, $1, $2::uuid, $2)", [
        id,
        own.uid,
      ]);
    const results: CaseResult[] = [];
    let name = own["objectName"] ?? "";
    const named = (names: readonly string[] = []) => suite.policies.filter((one) => names.includes(one.name));
    await allow(owner, named(policies));
    if (setup?.create_bucket !== false) await makeBucket(own.bucketName);
    for (const [number, step] of asserts.entries()) {
      if (step.bucketName !== undefined) await makeBucket(step.bucketName);
      name = step.objectName ?? name;
      await allow(owner, named(step.policies));
      const asked: Asked = {
        ...step,
        served,
        owner,
        picture,
        person: own.uid,
        token: step.role === "service" ? served.serviceKey : token,
        bucket: step.useExistingBucketName ?? step.bucketName ?? own.bucketName,
        name,
      };
      results.push(await tryStep(step, asked, `${description}, ${number + 1}: ${step.operation}`));
      await forbid(owner, named(step.policies));
    }
    await forbid(owner, named(policies));
    return results;
  }

  async function accountOf(client: ClientBase, id: string): Promise<string> {
    await client.query("INSERT INTO auth.users (id, email, email_confirmed_at) VALUES ($1, $2, now())", [
      id,
      `${id}@example.test`,
    ]);
    return tokenOf(served, client, id);
  }
}

async function tryStep({ operation, status, error }: Step, asked: Asked, name: string): Promise<CaseResult> {
  const shared = { file, name, configuration: {} };
  const ask = operations[operation];
  if (ask === undefined) return { ...shared, outcome: "left out", why: `${operation} is not offered` };
  const answer = await ask(asked);
  if (answer.status === status && (error === undefined || answer.message === error))
    return { ...shared, outcome: "passed", why: "" };
  const why = `expected ${status} ${error ?? ""}, got ${answer.status} ${answer.message}`;
  return { ...shared, outcome: "failed", why };
}

async function tokenOf({ url }: Served, client: ClientBase, sub: string): Promise<string> {
  return new SignJWT({ sub, role: "authenticated", aud: "authenticated", iss: `${url}/auth/v1` })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign((await readKeyRing(client)).secret);
}

async function allow(client: ClientBase, policies: readonly Policy[]): Promise<void> {
  for (const { name, tables, roles, permissions, content } of policies)
    for (const table of tables)
      for (const may of permissions)
        await client.query(`CREATE POLICY "${name}_${may}" ON ${table} FOR ${may} TO ${roles.join(", ")} ${content}`);
}

async function forbid(client: ClientBase, policies: readonly Policy[]): Promise<void> {
  for (const { name, tables, permissions } of policies)
    for (const table of tables)
      for (const may of permissions) await client.query(`DROP POLICY "${name}_${may}" ON ${table}`);
}
