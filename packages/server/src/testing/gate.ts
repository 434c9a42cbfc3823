// A gate for tests: requests that hold their connections to the database until the test opens it.
import { eventually } from "../../../language/src/testing/eventually.ts";
import type { TestProduct } from "./product.ts";

/** What waits at a gate that is shut: `rpc/held`. */
export type Gate = {
  readonly shut: () => Promise<unknown>;
  readonly open: () => Promise<unknown>;
  /** So many requests wait at it, each on a connection. */
  readonly isHeldBy: (count: number) => Promise<unknown>;
};

export async function makeGate(product: TestProduct): Promise<Gate> {
  await product.owner(`
    CREATE TABLE public.gate (is_shut boolean);
    CREATE FUNCTION public.held() RETURNS text LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $$
      BEGIN
        WHILE EXISTS (SELECT FROM public.gate) LOOP PERFORM pg_sleep(0.01); END LOOP;
        RETURN 'through';
      END $$;
    GRANT EXECUTE ON FUNCTION public.held() TO anon`);
  await product.reload();
  const held = `SELECT FROM pg_stat_activity WHERE query LIKE '%"held"%' AND state = 'active' AND pid <> pg_backend_pid()`;
  return {
    shut: async () => product.owner("INSERT INTO public.gate VALUES (true)"),
    open: async () => product.owner("DELETE FROM public.gate"),
    isHeldBy: async (count) => {
      // Only the role of the connections themselves sees what they do.
      const watcher = await product.database.connect({ as: "authenticator" });
      await eventually(async () => (await watcher.query(held)).rowCount === count, `${count} who wait at the gate`);
      await watcher.end();
    },
  };
}
