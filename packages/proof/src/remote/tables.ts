// Tables of a product beside those of a world: moments that were now differ by the time that a request takes.
import type { Table } from "../agreement/backend.ts";
import { textKind } from "../agreement/texts.ts";
import type { World } from "../interpreter/world/world.ts";

/** The clock of another machine is known to a second, and requests take their time. */
export const leeway = 3000;

/** How far a moment that was set since `now` may be from it: slow answers are no mistakes of the product. */
export const leewaySince = (now: number, ahead: number): number => leeway + Math.max(0, Date.now() + ahead - now);

/** With each moment that is nearly one of those expected in its field as that one. */
export function withNearMoments(
  { program, now }: World,
  entity: string,
  result: Table,
  expected: readonly (Table | undefined)[],
  { ahead }: { readonly ahead: number },
): Table {
  const most = leewaySince(now, ahead);
  const known = (field: string): readonly number[] =>
    expected.flatMap((table) =>
      [...(table?.values() ?? [])].flatMap((row) => {
        const text = row.get(field);
        return text === null || text === undefined ? [] : [Number(text)];
      }),
    );
  const moments = new Map<string, readonly number[]>();
  const near = (field: string, text: string | null): string | null => {
    if (text === null || textKind(program, entity, field) !== "moment") return text;
    const those = moments.get(field) ?? known(field);
    moments.set(field, those);
    const [nearest] = those.toSorted((one, other) => Math.abs(one - Number(text)) - Math.abs(other - Number(text)));
    return nearest !== undefined && Math.abs(nearest - Number(text)) <= most ? String(nearest) : text;
  };
  return new Map(
    [...result].map(([id, row]) => [id, new Map([...row].map(([field, text]) => [field, near(field, text)]))]),
  );
}
