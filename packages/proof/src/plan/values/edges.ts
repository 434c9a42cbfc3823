// Values at the edge of what a type takes, as the one who tries it gives them.
import type { Field } from "@writ/language/model";
import { isFileType } from "@writ/language/plan";
import type { Edge } from "@writ/language/scenarios";
import { meaningOf } from "../../interpreter/field-types/meanings.ts";
import { amountOf } from "../../interpreter/world/constants.ts";
import { decimalsOf } from "../../interpreter/world/fields.ts";
import { fieldOf } from "../../interpreter/document/names.ts";
import { wrongValue } from "../../interpreter/writes/stored-values.ts";
import { fits } from "../../interpreter/values/text.ts";
import { equal, isRow, quantity, rescale, type Value } from "../../interpreter/values/value.ts";
import type { World } from "../../interpreter/world/world.ts";
import { ofType } from "../samples/amounts.ts";
import { filesFor, othersThan, type FileUpload } from "../samples/files.ts";
import { matchingTexts } from "../../field-types/pattern-texts.ts";
import { drawFrom } from "../../random/draw.ts";
import { samplesOf } from "../samples/sample.ts";
import { withInput, type Situation } from "../situation/situation.ts";
import { isUnread, enterUnreadable } from "./unreadable-rows.ts";

export const enteredValue = ({ attempt: tried }: Situation, field: string): Value =>
  "values" in tried ? (tried.values.get(field) ?? null) : null;

export function isAtEdge(situation: Situation, name: string, edge: Edge): boolean {
  const { attempt: tried, world } = situation;
  const field = fieldOf(world.program, tried.entity, name);
  if (field === undefined || !("values" in tried) || !tried.values.has(name)) return false;
  const value = enteredValue(situation, name);
  if (edge.kind === "empty") return value === null;
  const brings = tried.brings?.field === name ? tried.brings : undefined;
  if (edge.kind === "bytes") return brings?.bytes === amountAt(situation.world, edge);
  if (edge.kind === "disguised") return brings?.inTruth !== undefined;
  if (edge.kind === "missing") return brings?.isMissing === true;
  if (edge.kind === "unread") return isRow(value) && isUnread(situation, value);
  return valuesAt(world, field, edge, tried.id).some((one) => equal(one, value));
}

export function enterEdge(situation: Situation, name: string, edge: Edge): readonly Situation[] {
  const field = fieldOf(situation.world.program, situation.attempt.entity, name);
  if (field === undefined) return [];
  const brought = broughtAt(situation, field, edge);
  if (brought !== undefined)
    return brought.flatMap((brings) =>
      withInput(situation, name, filesFor(field, situation.attempt.id)).map((one) => ({
        ...one,
        attempt: { ...one.attempt, brings: { field: name, ...brings } },
      })),
    );
  return edge.kind === "unread"
    ? enterUnreadable(situation, field)
    : valuesAt(situation.world, field, edge, situation.attempt.id).flatMap((value) =>
        withInput(situation, name, value),
      );
}

/** Undefined where it is no file that is unlike the usual. */
function broughtAt(
  situation: Situation,
  { type }: Field,
  edge: Edge,
): readonly Omit<FileUpload, "field">[] | undefined {
  switch (edge.kind) {
    case "bytes": {
      const bytes = amountAt(situation.world, edge);
      return bytes < 1 || bytes > largest ? [] : [{ bytes }];
    }
    case "disguised":
      return isFileType(type) ? othersThan(type).map((inTruth) => ({ inTruth })) : [];
    case "missing":
      return [{ isMissing: true }];
    default:
      return undefined;
  }
}

/** A file that is made and sent for a case. */
const largest = 64 * 1024 * 1024;

const amountAt = ({ program }: World, { upTo, over }: Extract<Edge, { readonly kind: "bytes" | "files" }>): number =>
  Number(amountOf(program, upTo)?.digits ?? 0n) + over;

/** `id`: of the row whose field it is, where files are brought for one. */
export function valuesAt(world: World, field: Field, edge: Edge, id = ""): readonly Value[] {
  const { program } = world;
  const { type } = field;
  const pattern = type !== undefined && "matching" in type ? type.matching?.pattern.source : undefined;
  switch (edge.kind) {
    case "empty":
      return [null];
    case "choice":
      return [type?.kind === "several of" ? [edge.id] : edge.id];
    case "unlisted":
      return [type?.kind === "several of" ? ["no such choice"] : "no such choice"];
    case "unmatched": {
      const most = type !== undefined && "upTo" in type ? amountOf(program, type.upTo) : undefined;
      return ["?", " ", "a", "A", "1", "-", "a b", "A-1 ?"].filter(
        (text) =>
          (pattern === undefined ? wrongValue(program, field, text) === "INVALID" : !fits(text, pattern)) &&
          (most === undefined || text.length <= Number(most.digits)) &&
          text.trim() !== "",
      );
    }
    case "length": {
      const length = Number(amountOf(program, edge.upTo)?.digits ?? 0n) + edge.over;
      if (length < 1 || length > 100_001) return [];
      const texts = ["a", "A", "1", "x"].map((letter) => letter.repeat(length));
      // What is worked out of a number is made of digits.
      if (type === undefined || pattern === undefined) return texts.filter((text) => /^[a1]/.test(text));
      const result = matchingTexts(type, drawFrom(length), 400);
      // What may be repeated at its end may be so as often as it takes.
      const longer = result.flatMap((text) => (text === "" ? [] : text.padEnd(length, text.slice(-1))));
      const fitting = [...texts, ...result, ...longer].filter((text) => text.length === length && fits(text, pattern));
      // A text that is too long is reported as that, whatever its form is.
      return fitting.length > 0 || edge.over === 0 ? fitting.slice(0, 4) : texts;
    }
    case "bytes":
    case "unread":
    case "disguised":
    case "missing":
      return [];
    case "finest":
    case "finer": {
      if (type === undefined) return [];
      const kept = decimalsOf(program, type);
      const [sample] = samplesOf(world, field);
      if (kept === undefined || sample === undefined) return [];
      const places = edge.kind === "finer" ? kept + 1 : kept;
      const { digits, scale } = quantity(sample);
      const whole = rescale(digits, scale, places);
      // The last decimal has to be one.
      const fine = places === 0 ? [whole] : [whole, whole + 1n, whole - 1n].filter((one) => one % 10n !== 0n);
      return fine.map((one) => meaningOf(type).number(one, places));
    }
    case "files": {
      const count = amountAt(world, edge);
      return count < 1 || count > 100 ? [] : [filesFor(field, id, count)];
    }
    case "amount": {
      const amount = amountOf(program, edge.amount);
      return amount === undefined ? [] : [ofType(amount, type, edge.steps, world)];
    }
  }
}
