// What other packages may know of a parsed document: the types of its model and its lookup, no code.
export type { Expression, Tree, BinaryOperator, Assignment } from "../expression/tree.ts";
export type { FunctionName, MethodName } from "../expression/functions/functions.ts";
export type { Guard } from "../clause/guard.ts";
export type { Lookup } from "../names/lookup.ts";
export type { Model } from "./model.ts";
export type { OfKind } from "./of-kind.ts";
export type { Name, Reference } from "../text/name.ts";
export type { Template } from "../clause/template.ts";
export type { Amount, Value as WrittenValue } from "../clause/value.ts";
export type { Entity, Field, FieldType, NumberPattern } from "../sections/entities/model.ts";
export type {
  TransitionInput,
  Effect,
  EffectAction,
  EffectCause,
  Machine,
  Recipient,
  State,
  TransitionRow,
} from "../sections/states/model.ts";
export type { Must, Rule } from "../sections/rules/model.ts";
export type { Action, Condition, Giving, Grant, Right, Role, Within } from "../sections/permissions/model.ts";
export type { Limit, SignInMethod } from "../sections/constants/model.ts";
export type { Call, Mail, Parameter, Schedule } from "../sections/calls/model.ts";
export type { FieldPath, RouteSegment, Screen } from "../sections/screens/model.ts";
