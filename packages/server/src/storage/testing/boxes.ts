// A product with files and nothing else, for tests over the wire: two people with clients, and the service.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import type { StartProduct, TestProduct } from "../../testing/product.ts";

export type Boxes = {
  readonly product: TestProduct;
  readonly service: SupabaseClient;
  readonly ann: SupabaseClient;
  readonly annToken: string;
  readonly ben: SupabaseClient;
  readonly benToken: string;
  readonly visitor: SupabaseClient;
  readonly raw: (path: string, options?: RequestInit, token?: string) => Promise<Response>;
  /** How many files of bytes there are. */
  readonly kept: () => number;
};

export type Refused = { readonly message: string; readonly code: string; readonly statusCode: string };
export const refusalOf = async (answer: Response) => (await answer.json()) as Refused;

const { source } = completeDocument(`
## 3. Entities and their fields

### User

| Field | Type | Required | Default | Notes |
| --- | --- | --- | --- | --- |
| Nickname | text | no | | |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

export async function startBoxes(start: StartProduct): Promise<Boxes> {
  const product = await start(source);
  const as = (token: string) =>
    createClient(product.url, product.anonKey, {
      auth: { persistSession: false },
      global: { headers: { Authorization: `Bearer ${token}` } },
    });
  const annToken = await product.person("ann");
  const benToken = await product.person("ben");
  await product.owner(
    "CREATE POLICY own_files ON storage.objects FOR ALL TO authenticated USING (bucket_id = 'own' AND owner = auth.uid()) WITH CHECK (bucket_id = 'own' AND owner = auth.uid())",
  );
  return {
    product,
    service: as(product.serviceKey),
    ann: as(annToken),
    annToken,
    ben: as(benToken),
    benToken,
    visitor: createClient(product.url, product.anonKey, { auth: { persistSession: false } }),
    raw: async (path, options = {}, token = product.serviceKey) =>
      fetch(`${product.url}/storage/v1/${path}`, {
        ...options,
        headers: { authorization: `Bearer ${token}`, ...(options.headers as Record<string, string>) },
      }),
    kept: () =>
      readdirSync(join(product.folder, "files"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
        .length,
  };
}

export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
