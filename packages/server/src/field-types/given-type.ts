// What a field type takes in a call: the first thing that is wrong with a value that is there.
import type { FieldType, OfKind } from "@writ/language/model";
import type { Constants } from "./amounts.ts";

export type Kind = FieldType["kind"];

/** A type with its bounds, choices or entity. */
export type TypeOf<Asked extends Kind> = OfKind<FieldType, Asked>;

export type WrongCode = "INVALID" | "TOO_LONG" | "TOO_LARGE" | "NOT_SHOWN";

export type Judge<Type = FieldType> = (value: unknown, type: Type, constants: Constants) => WrongCode | undefined;

export const unless = (isRight: boolean): "INVALID" | undefined => (isRight ? undefined : "INVALID");
