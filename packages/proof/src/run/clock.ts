// Time in a copy: it goes on when a case sets it.
import type { Ground } from "./ground.ts";

/** The copy's clock goes on, and its server does what is due. */
export async function goOn({ owner, work }: Pick<Ground, "owner" | "work">, moment: number): Promise<void> {
  await owner.query("UPDATE writ.clock SET stands = to_timestamp($1::float8 / 1000)", [moment]);
  await work();
}
