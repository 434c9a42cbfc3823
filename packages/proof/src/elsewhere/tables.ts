// Tables of a product beside those of a world: moments that were now differ by the time that a request takes.
import type { Table } from "../agreement/backend.ts";
import { textKind } from "../agreement/texts.ts";
import type { Program } from "../interpreter/world.ts";

/** With each moment that is nearly one of those expected in its field as that one. */
export function withNearMoments(
  program: Program,
  entity: string,
  found: Table,
  expected: readonly (Table | undefined)[],
  leeway: number,
): Table {
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
    return nearest !== undefined && Math.abs(nearest - Number(text)) <= leeway ? String(nearest) : text;
  };
  return new Map(
    [...found].map(([id, row]) => [id, new Map([...row].map(([field, text]) => [field, near(field, text)]))]),
  );
}
