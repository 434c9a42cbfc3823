// The nine slices, in the order of the document.
import type { Model } from "../model/model.ts";
import type { Slice } from "../section.ts";
import { calls } from "./calls/index.ts";
import { constants } from "./constants/index.ts";
import { entities } from "./entities/index.ts";
import { errors } from "./errors/index.ts";
import { permissions } from "./permissions/index.ts";
import { purpose } from "./purpose/index.ts";
import { rules } from "./rules/index.ts";
import { screens } from "./screens/index.ts";
import { states } from "./states/index.ts";

export const sections = { purpose, screens, entities, states, rules, permissions, calls, errors, constants } satisfies {
  readonly [Name in Exclude<keyof Model, "title">]: Slice<Model[Name]>;
};
