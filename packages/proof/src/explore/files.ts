// Files that people bring while a product is explored: which ones, and what the document says becomes of them on their way.
import type { Field } from "@writ/language/model";
import { isFileType } from "@writ/language/plan";
import type { Act } from "../interpreter/attempt.ts";
import { mayBring } from "../interpreter/rights/bringing.ts";
import { amountOf } from "../interpreter/world/constants.ts";
import { fieldOf } from "../interpreter/document/names.ts";
import { refuse, type Refusal } from "../interpreter/document/refusal.ts";
import type { Value } from "../interpreter/values/value.ts";
import { findRow, valueOf, type Caller, type Program, type World } from "../interpreter/world/world.ts";
import {
  fileFor,
  made,
  othersThan,
  refusedFile,
  takes,
  type FileUpload,
  type FileType,
} from "../plan/samples/files.ts";
import type { Draw } from "../random/draw.ts";
import { pathsIn } from "../run/bringing.ts";

/** More than the first is sent seldom, more than the other never. */
const [large, largest] = [2_000_000, 20_000_000];

/** New ones, beside some of those that the row has of its own. */
export function someFiles(
  draw: Draw,
  { program }: World,
  { type }: Field,
  { id, now, isCareful }: { readonly id: string; readonly now: Value; readonly isCareful: boolean },
): Value {
  if (!isFileType(type)) return null;
  const right = [...made].filter((one) => takes(type, one));
  const wrong = [...made].filter((one) => !takes(type, one));
  const endings = !isCareful && wrong.length > 0 && draw.once(4) ? wrong : right;
  const some = (): readonly string[] =>
    endings.length === 0 ? [] : [fileFor(id, draw.number(1, 999_999_999), draw.pick(endings))];
  if (type.kind !== "files") return some()[0] ?? null;
  const most = Number(amountOf(program, type.count)?.digits ?? 3n);
  const kept = pathsIn(now).filter((path) => path.startsWith(id) && draw.once(2));
  const wanted = Math.max(0, (!isCareful && draw.once(4) ? most + 1 : draw.number(1, most)) - kept.length);
  return [...kept, ...Array.from({ length: Math.min(wanted, 4) }, some).flat()];
}

/** As large as a file may just be or one byte larger, or in truth of another kind than it is called. */
export function unusual(draw: Draw, { program }: World, act: Act): FileUpload | undefined {
  const brought = filesOf(program, act);
  if (brought.length === 0 || draw.once(3)) return undefined;
  const { field, type } = draw.pick(brought);
  const most = Number(amountOf(program, type.size)?.digits ?? 0n);
  const isSizeTried = most > 0 && most < largest && draw.once(most > large ? 8 : 2);
  if (isSizeTried) return { field, bytes: most + draw.number(0, 1) };
  const others = othersThan(type);
  return others.length > 0 ? { field, inTruth: draw.pick(others) } : undefined;
}

export type PendingFile = {
  readonly field: string;
  readonly type: FileType;
  readonly path: string;
};

/** What an act names that is a file, in the order in which it is brought. */
function filesOf(program: Program, act: Act): readonly PendingFile[] {
  if (!("values" in act)) return [];
  return [...act.values].flatMap(([field, value]) => {
    const type = fieldOf(program, act.entity, field)?.type;
    return isFileType(type) ? pathsIn(value).map((path) => ({ field, type, path })) : [];
  });
}

/** Those that the row does not have yet. */
export function newFilesOf(world: World, act: Act): readonly PendingFile[] {
  const row = "id" in act ? findRow(world, act.entity, act.id) : undefined;
  return filesOf(world.program, act).filter(
    ({ field, path }) => row === undefined || !pathsIn(valueOf(row, field)).includes(path),
  );
}

/** None: it is taken. What it is for is asked when the row names it. */
export function refusedUpload(
  program: Program,
  entity: string,
  { field: name, type, path }: PendingFile,
  brings: FileUpload | undefined,
): readonly Refusal[] {
  const own = brings?.field === name ? brings : undefined;
  const field = fieldOf(program, entity, name);
  if (field === undefined) return [];
  return [
    ...(takes(type, path.slice(path.lastIndexOf(".") + 1)) ? [] : [refuse("INVALID", field.address, name)]),
    ...[(own && refusedFile(program, entity, own)) ?? []].flat(),
  ];
}

/** Why the first that is not taken is not, of a user who may bring any. */
export function refusedFiles(world: World, me: Caller, act: Act, brings: FileUpload | undefined): Refusal | undefined {
  const files = newFilesOf(world, act);
  if (files.length === 0 || !("entity" in act) || !mayBring(world, me, act.entity, act.id)) return undefined;
  return files.flatMap((one) => refusedUpload(world.program, act.entity, one, brings))[0];
}
